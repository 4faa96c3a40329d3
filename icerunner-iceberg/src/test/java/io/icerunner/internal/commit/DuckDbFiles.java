package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.LocalPaths;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;

/** Data files of tables with one column, written and read by DuckDB. */
public final class DuckDbFiles {
  public static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

  private DuckDbFiles() {}

  /** Writes the numbers from (inclusive) to (exclusive) into a new file of the table. */
  public static DataFile range(Table table, long from, long to) {
    Path file =
        LocalPaths.toPath(table.location()).resolve("data/" + UUID.randomUUID() + ".parquet");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      Files.createDirectories(file.getParent());
      statement.execute(
          "COPY (SELECT range AS id FROM range(%s, %s)) TO '%s' (FORMAT parquet, FIELD_IDS {id: 1})"
              .formatted(from, to, file.toString().replace("'", "''")));
      return DataFiles.builder(table.spec())
          .withPath(LocalPaths.toLocation(file))
          .withFormat(FileFormat.PARQUET)
          .withFileSizeInBytes(Files.size(file))
          .withMetrics(metrics(file))
          .build();
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** All rows of the table's current snapshot, sorted. */
  public static List<Long> rows(Table table) {
    List<Long> rows = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles();
        Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      for (FileScanTask task : tasks) {
        String path = LocalPaths.toPath(task.file().location()).toString().replace("'", "''");
        try (ResultSet result = statement.executeQuery("SELECT id FROM '" + path + "'")) {
          while (result.next()) {
            rows.add(result.getLong(1));
          }
        }
      }
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
    rows.sort(null);
    return rows;
  }

  private static Metrics metrics(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    FileMetaData footer =
        Util.readFileMetaData(
            new ByteArrayInputStream(bytes, bytes.length - 8 - length, length),
            null,
            null,
            1 << 20);
    return ParquetUtil.footerMetrics(
        new ParquetMetadataConverter().fromParquetMetadata(footer),
        Stream.empty(),
        MetricsConfig.getDefault());
  }
}
