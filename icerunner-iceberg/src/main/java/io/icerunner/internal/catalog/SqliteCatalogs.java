package io.icerunner.internal.catalog;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;

/** Opens the SQLite catalog of a folder. */
final class SqliteCatalogs {
  static final Namespace DEFAULT_NAMESPACE = Namespace.of("default");

  private SqliteCatalogs() {}

  /**
   * Opens the catalog; a new one gets the namespace {@code default}.
   *
   * @param name under which the database keeps its tables
   * @param folder where tables are
   * @param afterClose runs when the catalog is closed, or at once if it cannot be opened
   */
  static Catalog open(
      String name,
      String uri,
      int clients,
      Path folder,
      Map<String, String> properties,
      Runnable afterClose) {
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(SqliteUri.SETTINGS);
    all.put(CatalogProperties.URI, uri);
    all.put(CatalogProperties.WAREHOUSE_LOCATION, LocalPaths.toLocation(folder));
    try {
      GuardedJdbcCatalog catalog =
          GuardedJdbcCatalog.open(name, all, LocalFileIO.create(all), clients, afterClose);
      ensureDefaultNamespace(catalog);
      return catalog;
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("open warehouse " + folder, e);
    }
  }

  private static void ensureDefaultNamespace(GuardedJdbcCatalog catalog) {
    if (!catalog.listNamespaces().isEmpty()) {
      return;
    }
    try {
      catalog.createNamespace(DEFAULT_NAMESPACE, Map.of());
    } catch (RuntimeException e) {
      // Another process may have opened the new warehouse at the same moment.
      if (!catalog.namespaceExists(DEFAULT_NAMESPACE)) {
        throw e;
      }
    }
  }
}
