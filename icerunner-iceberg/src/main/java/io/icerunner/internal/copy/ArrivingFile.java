package io.icerunner.internal.copy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.FooterReader;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import io.icerunner.internal.scan.UnchangedColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.parquet.ParquetUtil;

/** A data file of a source that is being written for a table. */
final class ArrivingFile {
  private final Table table;
  private final DataFile entry;
  private final OutputFile output;
  private final PositionOutputStream out;
  private long written;

  private ArrivingFile(Table table, DataFile entry, OutputFile output, PositionOutputStream out) {
    this.table = table;
    this.entry = entry;
    this.output = output;
    this.out = out;
  }

  /**
   * @param entry what is told of it
   * @param output under a new name
   */
  static ArrivingFile open(Table table, DataFile entry, OutputFile output) {
    try {
      return new ArrivingFile(table, entry, output, output.create());
    } catch (UncheckedIOException e) {
      throw unwritten(output, e);
    }
  }

  String location() {
    return output.location();
  }

  /** Where it is at the source, for messages. */
  String source() {
    return entry.location();
  }

  /** A sentence's part: how much of it has come. */
  String progress() {
    return "%s of its %s bytes".formatted(written, entry.fileSizeInBytes());
  }

  boolean isWhole() {
    return written == entry.fileSizeInBytes();
  }

  /**
   * @param buffer for use in between
   * @throws IceRunnerException INVALID_ARGUMENT if it is not the next piece
   */
  void write(FilePiece piece, byte[] buffer) {
    if (piece.position() != written) {
      throw IceRunnerException.invalidArgument(
          "Cannot take a piece of data file %s: it is at byte %s, and %s bytes have come"
              .formatted(entry.location(), piece.position(), written));
    }
    if (piece.length() > entry.fileSizeInBytes() - written) {
      throw IceRunnerException.invalidArgument(
          "Cannot take a piece of data file %s: it ends after byte %s, the file's last"
              .formatted(entry.location(), entry.fileSizeInBytes()));
    }
    try {
      for (int done = 0; done < piece.length(); ) {
        int count = Math.min(buffer.length, piece.length() - done);
        piece.content().getBytes(piece.start() + done, buffer, 0, count);
        out.write(buffer, 0, count);
        done += count;
      }
    } catch (IOException | UncheckedIOException e) {
      throw unwritten(output, e);
    }
    written += piece.length();
  }

  /**
   * Ends the file and looks at it.
   *
   * @param source the columns that it may have
   * @throws IceRunnerException UNSUPPORTED if it is none that the table can have; UNAVAILABLE if it
   *     is not what was told
   */
  DataFile complete(Schema source) {
    try {
      out.close();
    } catch (IOException | UncheckedIOException e) {
      throw unwritten(output, e);
    }
    ParquetFooter footer = footer();
    requireFit(footer, source);
    return DataFiles.builder(table.spec())
        .withPath(output.location())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(written)
        .withMetrics(metrics(footer))
        .withSplitOffsets(footer.splitOffsets())
        .build();
  }

  private void requireFit(ParquetFooter footer, Schema source) {
    try {
      FileFit.check(footer.schema(), source);
      boolean mayDiffer = !UnchangedColumns.areProven(table);
      if (!mayDiffer && !SameColumns.areIn(footer.schema(), table.schema().columns())) {
        throw new UnreadableFile(
            "its columns are others than the table's, which has no files of other columns yet");
      }
    } catch (UnreadableFile e) {
      throw IceRunnerException.unsupported(
          "Cannot copy data file %s into table %s: %s"
              .formatted(entry.location(), table.name(), e.getMessage()));
    }
  }

  private ParquetFooter footer() {
    try (SeekableInputStream in = output.toInputFile().newStream()) {
      ParquetFooter footer =
          FooterReader.read(
              output.location(), written, (offset, length) -> read(in, offset, length));
      if (footer.rowCount() != entry.recordCount()) {
        throw other("it has %s rows".formatted(footer.rowCount()));
      }
      return footer;
    } catch (UnreadableFile | IOException | UncheckedIOException e) {
      throw other(String.valueOf(e.getMessage()));
    } catch (StackOverflowError e) {
      throw other("its columns are nested too deeply");
    }
  }

  private static byte[] read(SeekableInputStream in, long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.seek(offset);
    IOUtil.readFully(in, bytes, 0, length);
    return bytes;
  }

  private Metrics metrics(ParquetFooter footer) {
    Metrics told = EntryMetrics.of(entry, table.schema());
    if (told != null) {
      return told;
    }
    try {
      return ParquetUtil.footerMetrics(
          footer.metadata(), Stream.empty(), MetricsConfig.forTable(table));
    } catch (UnreadableFile | RuntimeException e) {
      throw other(String.valueOf(e.getMessage()));
    }
  }

  /** What came is not what was told; that may have been the way. */
  private IceRunnerException other(String reason) {
    return new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot copy data file %s, of %s rows: what has come cannot be taken for it, %s"
            .formatted(entry.location(), entry.recordCount(), reason));
  }

  private static IceRunnerException unwritten(OutputFile output, Exception e) {
    return new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot write data file %s: %s".formatted(output.location(), e.getMessage()),
        e);
  }

  /** Closes it as it is. */
  void abandon() throws IOException {
    out.close();
  }
}
