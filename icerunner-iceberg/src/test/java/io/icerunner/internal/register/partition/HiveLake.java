package io.icerunner.internal.register.partition;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.parquet.FooterReader;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import io.icerunner.internal.register.schema.FileMetrics;
import io.icerunner.internal.register.schema.FileSchema;
import io.icerunner.internal.register.schema.SchemaPlan;
import io.icerunner.internal.register.schema.SchemaPolicy;
import io.icerunner.internal.register.source.SourceFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Files in Hive folders, and a table that they become part of by Iceberg's own library. */
final class HiveLake implements AutoCloseable {
  final Path source;
  private final CatalogTables catalog;
  private final Connection duck;

  /**
   * @param source where the files are, or will be
   */
  HiveLake(Path source, Path warehouse) throws SQLException {
    this.source = source;
    this.catalog = LocalWarehouse.open(warehouse);
    this.duck = DriverManager.getConnection("jdbc:duckdb:");
  }

  /** Writes one file as DuckDB does, in folders below the source. */
  void write(String folders, String select) throws SQLException, IOException {
    Path folder = Files.createDirectories(source.resolve(folders));
    try (Statement statement = duck.createStatement()) {
      String file = folder.resolve("part.parquet").toString().replace("'", "''");
      statement.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, file));
    }
  }

  /** Lets DuckDB lay out rows in folders by columns. */
  void partition(String select, String columns, String options) throws SQLException {
    try (Statement statement = duck.createStatement()) {
      statement.execute(
          "COPY (%s) TO '%s' (FORMAT parquet, PARTITION_BY (%s)%s)"
              .formatted(select, source, columns, options));
    }
  }

  /** The rows of a statement, each as text with bars between values. */
  List<String> query(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = duck.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(result.getString(column));
        }
        rows.add(row.stream().map(String::valueOf).collect(Collectors.joining("|")));
      }
    }
    rows.sort(null);
    return rows;
  }

  List<Path> files() {
    try (Stream<Path> all = Files.walk(source)) {
      return all.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The columns of the files, and after them those of the paths. */
  Schema schema(Map<String, Type> declared) {
    List<FileSchema> files =
        files().stream().map(file -> FileSchema.of(file.toString(), footer(file))).toList();
    SchemaPlan plan = SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, files);
    List<Types.NestedField> columns = new ArrayList<>(plan.newTable().columns());
    Set<String> names = columns.stream().map(Types.NestedField::name).collect(Collectors.toSet());
    for (Types.NestedField key :
        HiveColumns.infer(files().stream().map(this::path).toList(), declared, names)) {
      columns.add(Types.NestedField.optional(columns.size() + 1, key.name(), key.type()));
    }
    return new Schema(columns);
  }

  FileEvidence evidence(Path file, Schema schema) {
    ParquetFooter footer = footer(file);
    String location = LocalPaths.toLocation(file);
    NameMapping mapping = MappingUtil.create(schema);
    return new FileEvidence(
        new SourceFile(location, file.toFile().length(), file.toFile().lastModified()),
        footer.rowCount(),
        FileMetrics.of(location, footer, schema, mapping),
        path(file),
        FileMetrics.columnsIn(location, footer, schema, mapping));
  }

  Table create(Schema schema, PartitionSpec spec) {
    return catalog.createTable(
        TableIdentifier.of(Namespace.of("default"), "t"),
        schema,
        spec,
        Map.of(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(schema))));
  }

  /** Makes all files part of a table, each in its proven partition. */
  void register(Table table, PartitionPolicy policy, @Nullable ColumnValues reads) {
    PartitionChoice choice =
        new PartitionChoice(table.spec(), table.specs().values(), table.schema(), policy, reads);
    AppendFiles append = table.newAppend();
    for (Path path : files()) {
      FileEvidence file = evidence(path, table.schema());
      PartitionChoice.Partition partition = choice.choose(file);
      append.appendFile(
          DataFiles.builder(partition.spec())
              .withPath(file.location())
              .withFormat(FileFormat.PARQUET)
              .withFileSizeInBytes(file.file().size())
              .withMetrics(file.metrics())
              .withPartition(partition.values())
              .build());
    }
    append.commit();
  }

  /** The data files of a table's current snapshot. */
  static List<DataFile> files(Table table) {
    List<DataFile> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> files.add(task.file()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** The rows that Iceberg's generic reader finds, each as text with bars between values. */
  static List<String> rows(Table table, Expression filter, String... columns) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).where(filter).select(columns).build()) {
      for (Record record : records) {
        rows.add(
            Stream.of(columns)
                .map(column -> String.valueOf(record.getField(column)))
                .collect(Collectors.joining("|")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  /** Reads columns with DuckDB; of a type whose values JDBC gives as text or numbers. */
  ColumnValues reads() {
    return (file, column, limit) -> {
      try (Statement statement = duck.createStatement();
          ResultSet result =
              statement.executeQuery(
                  "SELECT DISTINCT \"%s\" FROM '%s' LIMIT %d"
                      .formatted(column, LocalPaths.toPath(file.location()), limit))) {
        List<@Nullable Object> values = new ArrayList<>();
        while (result.next()) {
          values.add(result.getObject(1));
        }
        return values;
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    };
  }

  @Override
  public void close() throws SQLException {
    duck.close();
    catalog.close();
  }

  private HivePath path(Path file) {
    return HivePath.of(LocalPaths.toLocation(source), LocalPaths.toLocation(file));
  }

  private static ParquetFooter footer(Path file) {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      return FooterReader.read(
          file.toString(),
          open.length(),
          (offset, length) -> {
            byte[] bytes = new byte[length];
            open.seek(offset);
            open.readFully(bytes);
            return bytes;
          });
    } catch (IOException | UnreadableFile e) {
      throw new AssertionError(e);
    }
  }
}
