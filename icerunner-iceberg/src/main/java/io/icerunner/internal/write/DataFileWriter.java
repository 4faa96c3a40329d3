package io.icerunner.internal.write;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/** One Parquet file under construction. */
final class DataFileWriter {
  /** Longer bounds are cut in the column index; 64 bytes are parquet-java's choice too. */
  private static final int INDEX_BOUND_BYTES = 64;

  /** parquet-java leaves out bounds of more than 4 KiB by itself. */
  private static final int CHUNK_BOUND_BYTES = Integer.MAX_VALUE;

  private static final int NO_PADDING = 0;

  private final Table table;
  private final OutputFile output;
  private final ParquetFileWriter parquet;

  private DataFileWriter(Table table, OutputFile output, ParquetFileWriter parquet) {
    this.table = table;
    this.output = output;
    this.parquet = parquet;
  }

  static DataFileWriter open(Table table, OutputFile output, WriteProperties properties) {
    try {
      ParquetFileWriter parquet =
          new ParquetFileWriter(
              new FileIoOutput(output),
              SchemaLeaves.parquet(table.schema()),
              ParquetFileWriter.Mode.CREATE,
              properties.rowGroupBytes(),
              NO_PADDING,
              INDEX_BOUND_BYTES,
              CHUNK_BOUND_BYTES,
              true);
      parquet.start();
      return new DataFileWriter(table, output, parquet);
    } catch (IOException | UncheckedIOException e) {
      throw failed(output, e);
    }
  }

  String location() {
    return output.location();
  }

  void write(RowGroupEncoder rowGroup) {
    try {
      rowGroup.writeTo(parquet);
    } catch (IOException | UncheckedIOException e) {
      throw failed(output, e);
    }
  }

  /** Bytes written so far. */
  long bytes() {
    try {
      return parquet.getPos();
    } catch (IOException | UncheckedIOException e) {
      throw failed(output, e);
    }
  }

  /** Writes the footer and closes the file. */
  DataFile complete(RowGroupEncoder encoder) {
    try {
      parquet.end(Map.of("iceberg.schema", SchemaParser.toJson(table.schema())));
      long bytes = parquet.getPos();
      ParquetMetadata footer = parquet.getFooter();
      return DataFiles.builder(table.spec())
          .withPath(output.location())
          .withFormat(FileFormat.PARQUET)
          .withFileSizeInBytes(bytes)
          .withMetrics(
              ParquetUtil.footerMetrics(footer, encoder.endFile(), MetricsConfig.forTable(table)))
          .withSplitOffsets(ParquetUtil.getSplitOffsets(footer))
          .build();
    } catch (IOException | UncheckedIOException e) {
      throw failed(output, e);
    }
  }

  /** Closes the stream without a footer; what is there is no Parquet file. */
  void abandon() throws IOException {
    parquet.close();
  }

  private static IceRunnerException failed(OutputFile output, Exception e) {
    return new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot write data file %s: %s".formatted(output.location(), e.getMessage()),
        e);
  }
}
