package io.icerunner.internal.replica;

import io.icerunner.internal.commit.SnapshotExpiry;
import io.icerunner.internal.write.TableWriter;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows on their way into a table of a catalog of this process. */
final class CatalogLoad implements ReplicaLoad {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogLoad.class);

  /** More threads than this gain little, as a row group has few heavy columns. */
  private static final int MAX_PARALLELISM = 4;

  /** Between two looks at old snapshots in one load. */
  private static final int COMMITS_PER_EXPIRY = 50;

  /** Snapshots without rows of their own are cheap, and a few may wait for others. */
  private static final int DUE_AFTER_APPENDS = 20;

  private final CatalogReplicaTarget target;
  private final BufferAllocator allocator;
  private final Executor executor;
  private LoadRequest request;
  private PreparedTable prepared;
  private @Nullable TableWriter writer;
  private List<DataFile> uncommitted = List.of();
  private boolean hasReplaced;
  private int commits;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    FAILED,
    CLOSED
  }

  private CatalogLoad(
      CatalogReplicaTarget target,
      LoadRequest request,
      PreparedTable prepared,
      BufferAllocator allocator,
      Executor executor) {
    this.target = target;
    this.request = request;
    this.prepared = prepared;
    this.allocator = allocator;
    this.executor = executor;
    this.writer = newWriter();
  }

  static CatalogLoad open(
      CatalogReplicaTarget target,
      LoadRequest request,
      BufferAllocator allocator,
      Executor executor) {
    PreparedTable prepared = target.preparation().prepare(request);
    return new CatalogLoad(target, request, prepared, allocator, executor);
  }

  private TableWriter newWriter() {
    int parallelism = Math.min(MAX_PARALLELISM, Runtime.getRuntime().availableProcessors());
    return TableWriter.open(prepared.table(), allocator, executor, parallelism);
  }

  @Override
  public void write(VectorSchemaRoot batch, @Nullable DictionaryProvider dictionaries) {
    begin("write");
    TableWriter open = writer();
    try (VectorSchemaRoot converted =
        prepared.conversion().convert(batch, dictionaries, allocator)) {
      open.write(converted);
    }
    state = State.OPEN;
  }

  /** After a commit the schema may be another one, by somebody else. */
  private TableWriter writer() {
    @Nullable TableWriter open = writer;
    if (open == null) {
      Table table = prepared.table();
      table.refresh();
      if (table.schema().schemaId() != prepared.schemaId()) {
        prepared = target.preparation().prepare(request);
      }
      open = newWriter();
      writer = open;
    }
    return open;
  }

  @Override
  public long rowCount() {
    @Nullable TableWriter open = writer;
    return open == null ? 0 : open.rowCount();
  }

  @Override
  public CommittedLoad commit(RecordUpdate update) {
    begin("commit");
    @Nullable TableWriter open = writer;
    if (open != null) {
      uncommitted = open.complete();
      open.close();
      writer = null;
    }
    RowCommit commit =
        new RowCommit(
            target.committer(),
            target.insistence(),
            update,
            request.mode(),
            request.expected(),
            prepared.fieldIds(),
            uncommitted);
    CommittedLoad committed;
    try {
      committed = commit.run(prepared.table());
    } finally {
      if (commit.mayBeInTable()) {
        uncommitted = List.of();
      }
    }
    hasReplaced |= request.mode() == LoadMode.REPLACE;
    request = request.after(committed.record());
    state = State.OPEN;
    commits++;
    if (commits % COMMITS_PER_EXPIRY == 0) {
      expire();
    }
    return committed;
  }

  /** Whatever fails in between leaves a load that can only be closed. */
  private void begin(String action) {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          "Cannot %s: the load of table %s is %s".formatted(action, request.table(), state));
    }
    state = State.FAILED;
  }

  /** What fails here is left for the next load: the rows are committed. */
  private void expire() {
    try {
      LoadMode mode = hasReplaced ? LoadMode.REPLACE : LoadMode.APPEND;
      int due = hasReplaced ? 1 : DUE_AFTER_APPENDS;
      new SnapshotExpiry(target.retention(mode)).run(prepared.table(), due);
    } catch (RuntimeException e) {
      LOG.debug("Old snapshots of table {} stay for now", request.table(), e);
    }
  }

  @Override
  public void close() {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    @Nullable TableWriter open = writer;
    writer = null;
    if (open != null) {
      open.close();
    }
    for (DataFile file : uncommitted) {
      delete(file.location());
    }
    uncommitted = List.of();
    if (commits % COMMITS_PER_EXPIRY != 0) {
      expire();
    }
  }

  private void delete(String location) {
    try {
      prepared.table().io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("Data file {} is part of no snapshot and cannot be deleted", location, e);
    }
  }
}
