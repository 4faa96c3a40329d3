package io.icerunner.internal.catalog;

import com.google.auto.service.AutoService;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.AlreadyExistsException;

/**
 * A warehouse that is nothing but a folder: tables as sub-folders, their names in the SQLite file
 * {@code pyiceberg_catalog.db}. PyIceberg's SQL catalog named {@code default} uses the same file in
 * the same way, so each opens what the other made.
 *
 * <p>Properties: {@code warehouse}, the folder as a path or {@code file:} URI, made when missing;
 * {@code clients}, connections to the file, by default four; {@code table-default.…} and {@code
 * table-override.…}, properties of new tables.
 */
@AutoService(CatalogProvider.class)
public final class LocalCatalogProvider implements CatalogProvider {
  static final String FILE_NAME = "pyiceberg_catalog.db";
  static final String CATALOG_NAME = "default";
  static final Namespace DEFAULT_NAMESPACE = Namespace.of("default");
  private static final int DEFAULT_CLIENTS = 4;

  /** Made by ServiceLoader. */
  public LocalCatalogProvider() {}

  @Override
  public String name() {
    return "local";
  }

  @Override
  public Set<String> properties() {
    return Set.of(
        CatalogProperties.WAREHOUSE_LOCATION,
        CatalogProperties.CLIENT_POOL_SIZE,
        CatalogProperties.TABLE_DEFAULT_PREFIX + "*",
        CatalogProperties.TABLE_OVERRIDE_PREFIX + "*");
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    String warehouse = properties.get(CatalogProperties.WAREHOUSE_LOCATION);
    if (warehouse == null || warehouse.isBlank()) {
      throw IceRunnerException.invalidArgument(
          "Cannot open a local catalog: the property warehouse is missing; it names a folder");
    }
    Path folder = createFolder(WarehouseFolder.of(warehouse));
    return open(folder, properties);
  }

  private static Path createFolder(Path folder) {
    try {
      Disk.createFolders(folder.resolve(FILE_NAME));
      return folder;
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT, "Cannot open warehouse %s: %s".formatted(folder, e), e);
    }
  }

  private static Catalog open(Path folder, Map<String, String> properties) {
    String uri = SqliteUri.of(folder.resolve(FILE_NAME));
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(SqliteUri.SETTINGS);
    all.put(CatalogProperties.URI, uri);
    all.put(CatalogProperties.WAREHOUSE_LOCATION, LocalPaths.toLocation(folder));
    all.put("jdbc.schema-version", "V1");
    JdbcConnections connections = JdbcConnections.open(uri, all, DEFAULT_CLIENTS);
    GuardedJdbcCatalog catalog =
        new GuardedJdbcCatalog(
            LocalFileIO::create, p -> connections, GuardedOperations.InFlight.NEVER);
    try {
      catalog.initialize(CATALOG_NAME, all);
      if (catalog.listNamespaces().isEmpty()) {
        createDefaultNamespace(catalog);
      }
    } catch (RuntimeException e) {
      connections.close();
      throw CatalogErrors.translate("open warehouse " + folder, e);
    }
    return catalog;
  }

  private static void createDefaultNamespace(GuardedJdbcCatalog catalog) {
    try {
      catalog.createNamespace(DEFAULT_NAMESPACE, Map.of());
    } catch (AlreadyExistsException e) {
      // Another process opened the new warehouse at the same moment.
    } catch (RuntimeException e) {
      if (!catalog.namespaceExists(DEFAULT_NAMESPACE)) {
        throw e;
      }
    }
  }
}
