package io.icerunner.internal.mirror;

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
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to bring a target to what its source is: looks how far the target is, asks the source
 * what has happened since, and commits the rows together with the position. What is not committed
 * when it fails is dropped. For use by one thread.
 */
final class TableCycle {
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
        Cancellation.Registration ignored = context.cancellation().onCancel(read::cancel);
        ReplicaLoad load = context.target().open(request(read, mode), memory)) {
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
  }

  private LoadRequest request(PortionRead read, LoadMode mode) {
    FollowSettings settings = context.settings().follow();
    return new LoadRequest(
        table.pair().target(),
        mode,
        read.schema(),
        read.icebergSchema(),
        read.sourceUuid(),
        record,
        settings.followSchema(),
        settings.tableProperties());
  }

  private void write(PortionRead read, ReplicaLoad load) {
    VectorSchemaRoot batch = read.batch();
    long rows = batch.getRowCount();
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
