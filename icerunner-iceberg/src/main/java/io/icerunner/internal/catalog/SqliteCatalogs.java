package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.RepairEntry;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the SQLite catalog of a folder; a new one gets the namespace {@code default}. */
final class SqliteCatalogs {
  static final Namespace DEFAULT_NAMESPACE = Namespace.of("default");
  private static final Logger LOG = LoggerFactory.getLogger(SqliteCatalogs.class);
  private static final int LOCAL_CLIENTS = 4;

  /** What is in a catalog file that is new or empty. */
  enum Fresh {
    /** The tables whose folders are there, at once or not at all. */
    TABLES_OF_THE_FOLDER,
    /** Nothing. */
    EMPTY
  }

  private SqliteCatalogs() {}

  /** Opens a catalog that is gone when it is closed. */
  static Catalog openInMemory(
      String name, Path folder, Map<String, String> properties, Runnable afterClose) {
    return open(
        name,
        SqliteUri.IN_MEMORY,
        1,
        folder,
        properties,
        UnreadableMetadata.IS_FATAL,
        Fresh.EMPTY,
        afterClose);
  }

  /**
   * Opens the catalog file of a warehouse.
   *
   * @param name under which the database keeps its tables
   * @param folder where tables are
   */
  static GuardedJdbcCatalog openLocal(
      String name, Path file, Path folder, Map<String, String> properties, Fresh fresh) {
    return open(
        name,
        SqliteUri.of(file),
        LOCAL_CLIENTS,
        folder,
        properties,
        UnreadableMetadata.healedIn(folder),
        fresh,
        () -> {});
  }

  private static GuardedJdbcCatalog open(
      String name,
      String uri,
      int clients,
      Path folder,
      Map<String, String> properties,
      UnreadableMetadata unreadable,
      Fresh fresh,
      Runnable afterClose) {
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(SqliteUri.SETTINGS);
    all.put(CatalogProperties.URI, uri);
    all.put(CatalogProperties.WAREHOUSE_LOCATION, LocalPaths.toLocation(folder));
    try {
      GuardedJdbcCatalog catalog =
          GuardedJdbcCatalog.open(
              name, all, LocalFileIO.create(all), clients, unreadable, afterClose);
      fill(catalog, folder, fresh);
      return catalog;
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("open warehouse " + folder, e);
    }
  }

  private static void fill(GuardedJdbcCatalog catalog, Path folder, Fresh fresh) {
    try {
      boolean isNew = catalog.listNamespaces().isEmpty();
      if (isNew && fresh == Fresh.TABLES_OF_THE_FOLDER) {
        registerTables(catalog.repairTarget(), folder);
      }
      if (isNew) {
        ensureDefaultNamespace(catalog);
      }
    } catch (RuntimeException e) {
      catalog.close();
      throw e;
    }
  }

  private static void registerTables(JdbcRepairTarget target, Path folder) {
    WarehouseRepair repair = new WarehouseRepair(target, folder, false);
    Map<TableIdentifier, String> locations = new LinkedHashMap<>();
    List<RepairEntry> planned = repair.plan();
    for (RepairEntry entry : planned) {
      @Nullable String location = entry.metadataLocation();
      if (location != null) {
        locations.put(entry.table(), location);
      } else {
        LOG.warn("Table {} is not registered: {}", entry.table(), entry.reason());
      }
    }
    if (!locations.isEmpty() && target.fillEmpty(locations)) {
      planned.stream()
          .filter(entry -> locations.containsKey(entry.table()))
          .forEach(repair::registered);
      LOG.warn(
          "The catalog of {} was missing or empty: {} tables whose files are there were registered in it",
          folder,
          locations.size());
    }
  }

  private static void ensureDefaultNamespace(GuardedJdbcCatalog catalog) {
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
