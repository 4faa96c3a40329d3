package io.icerunner.internal.scan;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableVersion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;

/** A warehouse whose files DuckDB writes. */
final class TestTables implements AutoCloseable {
  static final Namespace NAMESPACE = Namespace.of("default");
  static final TableIdentifier ID = TableIdentifier.of(NAMESPACE, "t");

  final CatalogTables catalog;
  private final Connection duck;

  TestTables(Path warehouse) throws SQLException {
    this.catalog = LocalWarehouse.open(warehouse);
    this.duck = DriverManager.getConnection("jdbc:duckdb:");
  }

  Table create(Schema schema) {
    return catalog.createTable(ID, schema);
  }

  Table create(Schema schema, PartitionSpec spec, Map<String, String> properties) {
    return catalog.createTable(ID, schema, spec, properties);
  }

  /**
   * A new file of a table.
   *
   * @param select what is in it
   * @param fieldIds as DuckDB's COPY takes them; empty for a file without field ids
   */
  DataFile write(Table table, String select, String fieldIds) {
    Path file =
        LocalPaths.toPath(table.location()).resolve("data/" + UUID.randomUUID() + ".parquet");
    String ids = fieldIds.isEmpty() ? "" : ", FIELD_IDS {" + fieldIds + "}";
    try (Statement statement = duck.createStatement()) {
      Files.createDirectories(file.getParent());
      statement.execute("COPY (%s) TO '%s' (FORMAT parquet%s)".formatted(select, file, ids));
      return describe(file, table.spec(), "");
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Describes a file as a data file of a partition. */
  static DataFile describe(Path file, PartitionSpec spec, String partition) throws IOException {
    DataFiles.Builder builder =
        DataFiles.builder(spec)
            .withPath(LocalPaths.toLocation(file))
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(Files.size(file))
            .withMetrics(metrics(file));
    return partition.isEmpty() ? builder.build() : builder.withPartitionPath(partition).build();
  }

  static DataFile inPartition(DataFile file, PartitionSpec spec, String partition) {
    return DataFiles.builder(spec).copy(file).withPartitionPath(partition).build();
  }

  static long append(Table table, DataFile... files) {
    AppendFiles append = table.newFastAppend();
    List.of(files).forEach(append::appendFile);
    append.commit();
    return table.currentSnapshot().snapshotId();
  }

  SnapshotResolver resolver() {
    return resolver(Map.of());
  }

  SnapshotResolver resolver(Map<TableIdentifier, Long> pins) {
    return new SnapshotResolver(catalog, NAMESPACE, pins);
  }

  ResolvedTable resolve() {
    return resolve(TableVersion.current());
  }

  ResolvedTable resolve(TableVersion version) {
    return resolver().resolve(List.of("t"), version);
  }

  ScanPlan plan(Expression filter) {
    return resolve().plan(filter);
  }

  static List<String> paths(ScanPlan plan) {
    return plan.groups().stream()
        .flatMap(group -> group.files().stream())
        .map(ScanPlan.File::path)
        .toList();
  }

  static String path(DataFile file) {
    return LocalPaths.toPath(file.location()).toString();
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
    try {
      return ParquetUtil.footerMetrics(
          new ParquetMetadataConverter().fromParquetMetadata(footer),
          Stream.empty(),
          MetricsConfig.getDefault());
    } catch (IllegalArgumentException | ClassCastException e) {
      // A column that Iceberg has no type for: what is left is the number of rows.
      return new Metrics(footer.getNum_rows());
    }
  }

  @Override
  public void close() throws SQLException {
    duck.close();
    catalog.close();
  }
}
