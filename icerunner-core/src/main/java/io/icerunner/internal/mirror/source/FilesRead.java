package io.icerunner.internal.mirror.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.copy.FileEntry;
import io.icerunner.internal.copy.FilePiece;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads the data files of a portion, in batches of {@link FilePiece}s. It has ended well only if
 * all files have come whole.
 */
final class FilesRead extends StreamRead {
  private final String table;
  private final SourceState state;
  private final SnapshotPosition end;
  private final FilesInfo announced;
  private final Map<Integer, DataFile> arriving = new HashMap<>();
  private long batchRows;
  private long rows;
  private int files;
  private boolean isOver;

  /**
   * @param table for messages
   * @param end the position after the portion
   * @param stream closed by this
   */
  FilesRead(
      String table,
      SourceState state,
      SnapshotPosition end,
      FilesInfo announced,
      BatchStream stream) {
    super(stream);
    this.table = table;
    this.state = state;
    this.end = end;
    this.announced = announced;
  }

  @Override
  public Schema schema() {
    return FilePiece.SCHEMA;
  }

  @Override
  public org.apache.iceberg.Schema icebergSchema() {
    return state.schema();
  }

  @Override
  public String sourceUuid() {
    return state.tableUuid();
  }

  @Override
  public boolean next() {
    batchRows = 0;
    if (!super.next()) {
      requireAll();
      isOver = true;
      return false;
    }
    VectorSchemaRoot batch = batch();
    FilePiece.check(batch);
    for (int row = 0; row < batch.getRowCount(); row++) {
      count(FilePiece.of(batch, row));
    }
    return true;
  }

  private void count(FilePiece piece) {
    String entry = piece.entry();
    if (entry != null) {
      arriving.put(piece.file(), FileEntry.read(entry));
    }
    DataFile file = arriving.get(piece.file());
    if (file != null && piece.position() + piece.length() == file.fileSizeInBytes()) {
      arriving.remove(piece.file());
      files++;
      rows += file.recordCount();
      batchRows += file.recordCount();
    }
  }

  private void requireAll() {
    if (files != announced.files() || rows != announced.rows()) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot read the data files of table %s: the streams ended after %s of %s files, with %s of %s rows"
              .formatted(table, files, announced.files(), rows, announced.rows()));
    }
  }

  /** Those of the files that have come whole with the current batch. */
  @Override
  public long batchRows() {
    return batchRows;
  }

  @Override
  public long announcedRows() {
    return announced.rows();
  }

  @Override
  public @Nullable String position() {
    return isOver ? end.json() : null;
  }
}
