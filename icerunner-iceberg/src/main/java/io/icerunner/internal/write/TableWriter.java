package io.icerunner.internal.write;

import static org.apache.iceberg.TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.OutputFileFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes record batches as Parquet data files of one unpartitioned table, without committing them.
 * A file ends when it reaches the table's target size, and a row group at its limit of rows or
 * bytes; both are table properties, see {@link WriteProperties}.
 *
 * <p>Columns are encoded on the executor and on the calling thread. What is held at any time is one
 * compressed row group and one raw page per column. Native memory is the allocator's.
 *
 * <p>For one thread at a time. A writer that has thrown can only be closed. Closing one that hasn't
 * completed deletes its files.
 */
public final class TableWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableWriter.class);

  /** Between two looks at the sizes of file and row group. */
  private static final int MOST_ROWS_AT_ONCE = 1 << 16;

  private final Table table;
  private final WriteProperties properties;
  private final BatchLayout layout;
  private final RowGroupEncoder rowGroup;
  private final OutputFileFactory files;
  private final List<DataFile> written = new ArrayList<>();
  private @Nullable DataFileWriter file;
  private long rows;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    FAILED,
    COMPLETED,
    CLOSED
  }

  private TableWriter(
      Table table, BufferAllocator allocator, Executor encodeExecutor, int parallelism) {
    this.table = table;
    this.properties = WriteProperties.of(table);
    List<LeafColumn> leaves = SchemaLeaves.of(table.name(), table.schema());
    this.layout = new BatchLayout(table.name(), table.schema());
    this.files =
        OutputFileFactory.builderFor(table, 0, 0)
            .format(FileFormat.PARQUET)
            .operationId(UUID.randomUUID().toString())
            .build();
    this.rowGroup = new RowGroupEncoder(leaves, properties, allocator, encodeExecutor, parallelism);
  }

  /**
   * Opens a writer; the first file is created with the first row.
   *
   * @param table whose current schema, properties and location provider are used
   * @param allocator for pages until their row group is written; stays the caller's
   * @param encodeExecutor lends threads; may be busy or shut down, the caller's thread goes on
   * @param parallelism most threads that encode at once, the caller's included
   * @throws IceRunnerException UNSUPPORTED for a partitioned or encrypted table and for a type or
   *     codec that can't be written, INVALID_ARGUMENT for a property that makes no sense
   */
  public static TableWriter open(
      Table table, BufferAllocator allocator, Executor encodeExecutor, int parallelism) {
    if (parallelism < 1) {
      throw IceRunnerException.invalidArgument(
          "Cannot write %s: parallelism is %d, at least 1 is needed"
              .formatted(table.name(), parallelism));
    }
    if (table.spec().isPartitioned()) {
      throw IceRunnerException.unsupported(
          "Cannot write %s: it is partitioned by %s"
              .formatted(table.name(), table.spec().fields()));
    }
    if (!(table.encryption() instanceof PlaintextEncryptionManager)) {
      throw IceRunnerException.unsupported(
          "Cannot write %s: it is encrypted".formatted(table.name()));
    }
    return new TableWriter(table, allocator, encodeExecutor, parallelism);
  }

  /**
   * Adds the rows of a batch; nothing of it is used after the call.
   *
   * @param canonicalBatch columns in the order of the table's schema, each in the canonical Arrow
   *     type of its Iceberg type
   * @throws IceRunnerException INVALID_ARGUMENT naming table and field for a value that the table
   *     can't hold, RESOURCE_EXHAUSTED at the allocator's limit, UNAVAILABLE if the file can't be
   *     written
   */
  public void write(VectorSchemaRoot canonicalBatch) {
    require(State.OPEN, "write to");
    layout.require(canonicalBatch.getSchema());
    state = State.FAILED;
    try {
      append(canonicalBatch);
    } catch (OutOfMemoryException e) {
      throw outOfMemory(e);
    }
    state = State.OPEN;
  }

  private void append(VectorSchemaRoot batch) {
    int count = batch.getRowCount();
    for (int from = 0; from < count; ) {
      int room = properties.rowGroupRows() - rowGroup.rows();
      int n = Math.min(Math.min(count - from, room), MOST_ROWS_AT_ONCE);
      rowGroup.append(batch, from, n);
      from += n;
      rows += n;
      endWhatIsFull();
    }
  }

  private IceRunnerException outOfMemory(OutOfMemoryException e) {
    return new IceRunnerException(
        ErrorCode.RESOURCE_EXHAUSTED,
        "Cannot write %s: %s; a smaller %s needs less memory"
            .formatted(table.name(), e.getMessage(), PARQUET_ROW_GROUP_SIZE_BYTES),
        e);
  }

  /** Rows written so far. */
  public long rowCount() {
    return rows;
  }

  /**
   * Ends the last file. The files are the caller's from now on: closing the writer leaves them.
   *
   * @return no file if there was no row
   */
  public List<DataFile> complete() {
    require(State.OPEN, "complete");
    state = State.FAILED;
    try {
      endFile();
    } catch (OutOfMemoryException e) {
      throw outOfMemory(e);
    }
    state = State.COMPLETED;
    return List.copyOf(written);
  }

  private void endWhatIsFull() {
    long buffered = rowGroup.bufferedBytes();
    boolean fileFull = (file == null ? 0 : file.bytes()) + buffered >= properties.targetFileBytes();
    if (fileFull
        || rowGroup.rows() == properties.rowGroupRows()
        || buffered >= properties.rowGroupBytes()) {
      endRowGroup();
    }
    if (file != null && file.bytes() >= properties.targetFileBytes()) {
      endFile();
    }
  }

  private void endRowGroup() {
    if (rowGroup.rows() == 0) {
      return;
    }
    DataFileWriter target = file;
    if (target == null) {
      OutputFile output = files.newOutputFile().encryptingOutputFile();
      target = DataFileWriter.open(table, output, properties);
      file = target;
    }
    target.write(rowGroup);
  }

  private void endFile() {
    endRowGroup();
    DataFileWriter ending = file;
    if (ending != null) {
      written.add(ending.complete(rowGroup));
      file = null;
    }
  }

  private void require(State needed, String action) {
    if (state != needed) {
      throw new IllegalStateException(
          "Cannot %s the writer of %s: it is %s".formatted(action, table.name(), state));
    }
  }

  /** Frees all memory; deletes the files unless {@link #complete} has returned them. */
  @Override
  public void close() {
    if (state == State.CLOSED) {
      return;
    }
    boolean keep = state == State.COMPLETED;
    state = State.CLOSED;
    rowGroup.close();
    if (!keep) {
      abandonFile();
      written.forEach(done -> delete(done.location()));
    }
  }

  private void abandonFile() {
    DataFileWriter open = file;
    if (open == null) {
      return;
    }
    file = null;
    try {
      open.abandon();
    } catch (IOException | RuntimeException e) {
      LOG.debug("Closing the unfinished data file {} failed", open.location(), e);
    }
    delete(open.location());
  }

  private void delete(String location) {
    try {
      table.io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("Data file {} is part of no snapshot and cannot be deleted", location, e);
    }
  }
}
