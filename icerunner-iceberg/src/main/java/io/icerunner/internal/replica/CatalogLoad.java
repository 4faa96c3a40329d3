package io.icerunner.internal.replica;

import io.icerunner.internal.write.TableWriter;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Rows on their way into a table of a catalog of this process. */
final class CatalogLoad implements ReplicaLoad {
  /** More threads than this gain little, as a row group has few heavy columns. */
  private static final int MAX_PARALLELISM = 4;

  private final CatalogReplicaTarget target;
  private final BufferAllocator allocator;
  private final Executor executor;
  private final LoadCommits commits;
  private PreparedTable prepared;
  private @Nullable TableWriter writer;
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
    this.commits = new LoadCommits(target, request);
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
        prepared = target.preparation().prepare(commits.request());
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
    List<DataFile> files = List.of();
    if (open != null) {
      files = open.complete();
      open.close();
      writer = null;
    }
    CommittedLoad committed = commits.commit(prepared, update, files);
    state = State.OPEN;
    return committed;
  }

  /** Whatever fails in between leaves a load that can only be closed. */
  private void begin(String action) {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          "Cannot %s: the load of table %s is %s"
              .formatted(action, commits.request().table(), state));
    }
    state = State.FAILED;
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
    commits.close(prepared);
  }
}
