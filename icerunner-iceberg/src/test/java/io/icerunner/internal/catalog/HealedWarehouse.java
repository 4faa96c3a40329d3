package io.icerunner.internal.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/** A warehouse folder with tables to lose and to find again. */
final class HealedWarehouse {
  static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

  final Path folder;

  HealedWarehouse(Path folder) {
    this.folder = folder;
  }

  Path database() {
    return folder.resolve("pyiceberg_catalog.db");
  }

  CatalogTables open() {
    return LocalWarehouse.open(folder);
  }

  /** A table with so many commits after its creation; each adds ten rows. */
  Table table(TableIdentifier identifier, int appends) {
    try (CatalogTables tables = open()) {
      tables.ensureNamespace(identifier.namespace());
      Table table = tables.createTable(identifier, SCHEMA);
      for (int i = 0; i < appends; i++) {
        append(table);
      }
      return table;
    }
  }

  void append(TableIdentifier identifier) {
    try (CatalogTables tables = open()) {
      append(tables.load(identifier));
    }
  }

  static void append(Table table) {
    table
        .newFastAppend()
        .appendFile(
            DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath(table.location() + "/data/" + UUID.randomUUID() + ".parquet")
                .withFileSizeInBytes(100)
                .withRecordCount(10)
                .build())
        .commit();
  }

  /** Rows of the table as its metadata counts them; -1 if there is no such table. */
  long rows(TableIdentifier identifier) {
    try (CatalogTables tables = open()) {
      return rows(tables, identifier);
    }
  }

  static long rows(CatalogTables tables, TableIdentifier identifier) {
    if (!tables.exists(identifier)) {
      return -1;
    }
    Snapshot snapshot = tables.load(identifier).currentSnapshot();
    return snapshot == null ? 0 : Long.parseLong(snapshot.summary().get("total-records"));
  }

  Path metadataFile(TableIdentifier identifier) {
    try (CatalogTables tables = open()) {
      return LocalPaths.toPath(metadata(tables.load(identifier)).metadataFileLocation());
    }
  }

  static TableMetadata metadata(Table table) {
    return ((BaseTable) table).operations().current();
  }

  /** A version that follows another and that the catalog is not told of. */
  static Path writeUncommitted(Path base) {
    return writeUncommitted(base, base.getFileName().toString().substring(0, 5));
  }

  static Path writeUncommitted(Path base, String baseVersion) {
    String location = LocalPaths.toLocation(base);
    LocalFileIO io = new LocalFileIO();
    TableMetadata read = TableMetadataParser.read(io, location);
    TableMetadata next =
        TableMetadata.buildFrom(read)
            .setProperties(Map.of("uncommitted", UUID.randomUUID().toString()))
            .build();
    long version = Long.parseLong(baseVersion) + 1;
    Path file = base.resolveSibling("%05d-%s.metadata.json".formatted(version, UUID.randomUUID()));
    TableMetadataParser.write(next, io.newOutputFile(LocalPaths.toLocation(file)));
    return file;
  }

  void loseDatabase() {
    for (String part : new String[] {"", "-wal", "-shm"}) {
      delete(folder.resolve("pyiceberg_catalog.db" + part));
    }
  }

  byte[] saveDatabase() throws IOException {
    execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return Files.readAllBytes(database());
  }

  void restoreDatabase(byte[] saved) throws IOException {
    loseDatabase();
    Files.write(database(), saved);
  }

  void execute(String sql) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  Path hint(TableIdentifier identifier) {
    return metadataFile(identifier).resolveSibling("version-hint.text");
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String truncate(Path file) throws IOException {
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() / 2));
    return whole;
  }
}
