package io.icerunner.internal.copy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.scan.TableFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.OutputFileFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes data files of a source for a table under names of its own, without committing them. What
 * arrives is trusted in nothing: pieces must be in order, and each file is looked at when it is
 * whole.
 *
 * <p>Holds one piece and what is told of each file. For one thread. One that has thrown can only be
 * closed, and closing one that has not completed deletes its files.
 */
public final class ArrivingFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ArrivingFiles.class);

  /** Far more than there are endpoints. */
  private static final int MOST_AT_A_TIME = 256;

  private static final long MOST_TOLD = 256L << 20;

  private final Table table;
  private final Schema source;
  private final OutputFileFactory outputs;
  private final Set<Integer> begun = new HashSet<>();
  private final Map<Integer, ArrivingFile> arriving = new HashMap<>();
  private final List<DataFile> whole = new ArrayList<>();
  private final byte[] buffer = new byte[FilePiece.BYTES];
  private long told;
  private long rows;
  private boolean isHandedOver;

  /**
   * @param source the columns that files may have, by their field ids; the table has them all
   */
  public ArrivingFiles(Table table, Schema source) {
    this.table = table;
    this.source = source;
    this.outputs =
        OutputFileFactory.builderFor(table, 0, 0)
            .format(FileFormat.PARQUET)
            .operationId(UUID.randomUUID().toString())
            .build();
  }

  /**
   * Takes pieces.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if they are none, or not the next ones; UNSUPPORTED
   *     if a file is none that the table can have; UNAVAILABLE if one is not what was told, or
   *     cannot be written
   */
  public void write(VectorSchemaRoot batch) {
    FilePiece.check(batch);
    for (int row = 0; row < batch.getRowCount(); row++) {
      write(FilePiece.of(batch, row));
    }
  }

  private void write(FilePiece piece) {
    String entry = piece.entry();
    ArrivingFile file = entry == null ? arriving.get(piece.file()) : begin(piece.file(), entry);
    if (file == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot take a piece of file %s: the file has not begun, or has ended"
              .formatted(piece.file()));
    }
    file.write(piece, buffer);
    if (file.isWhole()) {
      DataFile done = file.complete(source);
      arriving.remove(piece.file());
      whole.add(done);
      rows += done.recordCount();
    }
  }

  private ArrivingFile begin(int number, String entry) {
    if (!begun.add(number)) {
      throw IceRunnerException.invalidArgument(
          "Cannot begin file %s: there was one of that number".formatted(number));
    }
    if (arriving.size() == MOST_AT_A_TIME) {
      throw IceRunnerException.invalidArgument(
          "Cannot begin file %s: %s files are not whole".formatted(number, MOST_AT_A_TIME));
    }
    told += entry.length();
    if (begun.size() > TableFiles.MOST || told > MOST_TOLD) {
      throw IceRunnerException.unsupported(
          "Cannot copy the data files into table %s: there are too many for one commit"
              .formatted(table.name()));
    }
    ArrivingFile file =
        ArrivingFile.open(
            table, FileEntry.read(entry), outputs.newOutputFile().encryptingOutputFile());
    arriving.put(number, file);
    return file;
  }

  /** Rows of the files that are whole. */
  public long rowCount() {
    return rows;
  }

  /**
   * The files, which are the caller's from now on.
   *
   * @throws IceRunnerException UNAVAILABLE if one is not whole
   */
  public List<DataFile> complete() {
    for (ArrivingFile file : arriving.values()) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot copy data file %s: only %s have come".formatted(file.source(), file.progress()));
    }
    isHandedOver = true;
    return List.copyOf(whole);
  }

  @Override
  public void close() {
    if (isHandedOver) {
      return;
    }
    isHandedOver = true;
    arriving.values().forEach(this::abandon);
    whole.forEach(file -> delete(file.location()));
  }

  private void abandon(ArrivingFile file) {
    try {
      file.abandon();
    } catch (IOException | RuntimeException e) {
      LOG.debug("Closing the unfinished data file {} failed", file.location(), e);
    }
    delete(file.location());
  }

  private void delete(@Nullable String location) {
    try {
      table.io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("Data file {} is part of no snapshot and cannot be deleted", location, e);
    }
  }
}
