package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.CyclePlan.Planned;
import io.icerunner.internal.mirror.source.LostPositionException;
import io.icerunner.internal.mirror.source.Portion;
import io.icerunner.internal.mirror.source.PortionRead;
import io.icerunner.internal.mirror.source.SourceChange;
import io.icerunner.internal.mirror.source.SourceTable;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.RecordUpdate;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.replica.ReplicaState;
import io.icerunner.internal.types.TypeMappers;
import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to bring a target to what its source is: looks how far the target is, asks the source
 * what has happened since, and commits the rows together with the position. What is not committed
 * when it fails is dropped. For use by one thread.
 */
final class TableCycle {
  private static final Logger LOG = LoggerFactory.getLogger(TableCycle.class);

  /** What targets say that take rows only, those among them that never heard of files. */
  private static final Set<ErrorCode> TAKES_NO_FILES =
      EnumSet.of(ErrorCode.UNSUPPORTED, ErrorCode.INVALID_ARGUMENT);

  private final MirrorContext context;
  private final MirroredTable table;
  private final CycleTally tally;
  private @Nullable ReplicaRecord record;

  TableCycle(MirrorContext context, MirroredTable table, CycleTally tally) {
    this.context = context;
    this.table = table;
    this.tally = tally;
  }

  /** Runs to the end, or throws. */
  void run() {
    context.cancellation().check();
    ReplicaState state = context.target().state(table.pair().target());
    record = state.record();
    if (tally.looked(record)) {
      table.committed();
    }
    table.claim(record);
    CyclePlan plan = new CyclePlan(table, context.settings().follow(), context.kinds());
    Planned planned = plan.plan(state);
    tally.tell(CycleStep.SOURCE_KNOWN);
    try {
      load(planned);
    } catch (LostPositionException e) {
      load(plan.lost(planned.source(), e));
    }
  }

  private void load(Planned planned) {
    if (planned.change() instanceof SourceChange.Rows rows) {
      for (Portion portion : rows.portions()) {
        context.cancellation().check();
        load(planned.source(), portion, rows.mode());
      }
    }
  }

  private void load(SourceTable source, Portion portion, LoadMode mode) {
    try (BufferAllocator memory =
            context.allocator().newChildAllocator(table.pair().name(), 0, Long.MAX_VALUE);
        PortionRead read = portion.open(memory);
        Cancellation.Registration ignored = context.cancellation().onCancel(read::cancel)) {
      if (!isCopied(source, read, mode, memory)) {
        try (ReplicaLoad load = context.target().open(request(read, read.schema(), mode), memory)) {
          loadRows(source, read, load, mode);
        }
      }
    }
  }

  private void loadRows(SourceTable source, PortionRead read, ReplicaLoad load, LoadMode mode) {
    tally.begin(read.announcedRows());
    String committed = null;
    while (read.next()) {
      write(read, load);
      if (mode == LoadMode.APPEND && isBatchFull(load)) {
        String position = read.position();
        if (position != null) {
          commit(source, read, load, position, mode);
          committed = position;
        }
      }
    }
    String position = lastPosition(read);
    if (!read.isUnchanged() && !(load.rowCount() == 0 && position.equals(committed))) {
      commit(source, read, load, position, mode);
    }
  }

  /**
   * Copies the data files that hold the rows, which is faster than to decode and encode them, if
   * both sides agree that nothing else would come of it.
   *
   * @return whether it was done; if not, nothing was
   */
  private boolean isCopied(
      SourceTable source, PortionRead read, LoadMode mode, BufferAllocator memory) {
    FollowSettings settings = context.settings().follow();
    if (!settings.copiesFiles() || table.isByRows()) {
      return false;
    }
    try (PortionRead files = read.dataFiles(settings.leastFileBytes(), memory)) {
      org.apache.iceberg.Schema columns = files == null ? null : files.icebergSchema();
      if (files == null || columns == null) {
        return false;
      }
      LoadRequest request = request(files, TypeMappers.canonical(columns), mode);
      try (Cancellation.Registration ignored = context.cancellation().onCancel(files::cancel);
          ReplicaLoad load = openCopy(request, memory)) {
        return load != null && isCopied(source, files, load, mode);
      }
    }
  }

  /** Null if the target takes no files. */
  private @Nullable ReplicaLoad openCopy(LoadRequest request, BufferAllocator memory) {
    try {
      return context.target().openCopy(request, memory);
    } catch (IceRunnerException e) {
      if (!TAKES_NO_FILES.contains(e.code())) {
        throw e;
      }
      LOG.debug("{} is copied by rows: {}", table.pair().name(), e.getMessage());
      return null;
    }
  }

  private boolean isCopied(SourceTable source, PortionRead files, ReplicaLoad load, LoadMode mode) {
    tally.begin(files.announcedRows());
    try {
      while (files.next()) {
        write(files, load);
      }
      commit(source, files, load, lastPosition(files), mode);
      return true;
    } catch (IceRunnerException e) {
      if (e.code() != ErrorCode.UNSUPPORTED) {
        throw e;
      }
      LOG.info("{} is copied by rows from now on: {}", table.pair().name(), e.getMessage());
      table.goByRows();
      tally.dropped();
      return false;
    }
  }

  /**
   * @param incoming the schema of rows
   */
  private LoadRequest request(PortionRead read, Schema incoming, LoadMode mode) {
    FollowSettings settings = context.settings().follow();
    return new LoadRequest(
        table.pair().target(),
        mode,
        incoming,
        read.icebergSchema(),
        read.sourceUuid(),
        record,
        settings.followSchema(),
        settings.tableProperties());
  }

  private void write(PortionRead read, ReplicaLoad load) {
    VectorSchemaRoot batch = read.batch();
    long rows = read.batchRows();
    long bytes = batch.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
    load.write(batch, read.dictionaries());
    tally.read(rows, bytes);
    context.cancellation().pause(context.throttle().after(rows, bytes));
    context.cancellation().check();
  }

  private boolean isBatchFull(ReplicaLoad load) {
    long batchSize = context.settings().follow().batchSize();
    return batchSize > 0 && load.rowCount() >= batchSize;
  }

  private void commit(
      SourceTable source, PortionRead read, ReplicaLoad load, String position, LoadMode mode) {
    context.cancellation().check();
    RecordUpdate update =
        new RecordUpdate(
            source.source(),
            read.sourceUuid(),
            source.kind(),
            position,
            table.epoch(),
            table.run());
    tally.committing(update, mode == LoadMode.REPLACE);
    ReplicaRecord committed = load.commit(update).record();
    record = committed;
    table.committed();
    tally.committed(committed, mode == LoadMode.REPLACE);
  }

  private String lastPosition(PortionRead read) {
    String position = read.position();
    if (position == null) {
      throw IceRunnerException.internal(
          "Cannot mirror %s: its rows have ended without a position".formatted(table.pair().name()),
          null);
    }
    return position;
  }
}
