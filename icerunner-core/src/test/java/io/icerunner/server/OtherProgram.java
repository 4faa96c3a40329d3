package io.icerunner.server;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Another program that has a server's warehouse open. */
final class OtherProgram {

  private OtherProgram() {}

  /** The catalog of the warehouse as another program opens it. */
  static JdbcCatalog open(Path warehouse) {
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.initialize(
        "default",
        Map.of(
            CatalogProperties.URI,
            "jdbc:sqlite:" + warehouse.resolve("pyiceberg_catalog.db"),
            CatalogProperties.WAREHOUSE_LOCATION,
            warehouse.toString(),
            CatalogProperties.FILE_IO_IMPL,
            "io.icerunner.internal.catalog.LocalFileIO",
            "jdbc.schema-version",
            "V1"));
    return catalog;
  }

  /** Works on a table of the default namespace. */
  static void work(Path warehouse, String table, Consumer<Table> work) {
    try (JdbcCatalog catalog = open(warehouse)) {
      work.accept(catalog.loadTable(TableIdentifier.of("default", table)));
    }
  }
}
