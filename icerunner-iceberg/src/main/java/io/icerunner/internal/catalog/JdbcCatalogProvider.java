package io.icerunner.internal.catalog;

import com.google.auto.service.AutoService;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.io.FileIO;

/**
 * Iceberg's JDBC catalog on any database whose driver is on the class path.
 *
 * <p>Properties are those of Iceberg's catalog: {@code uri} and {@code warehouse} are required,
 * {@code jdbc.…} go to the driver. Without {@code io-impl} the files' scheme decides; {@code
 * jdbc.schema-version} is {@code V1} unless set. Tables are kept in the database under the
 * catalog's name.
 */
@AutoService(CatalogProvider.class)
public final class JdbcCatalogProvider implements CatalogProvider {
  private static final int DEFAULT_CLIENTS = 4;

  /** Made by ServiceLoader. */
  public JdbcCatalogProvider() {}

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public Set<String> secretProperties() {
    return Set.of("jdbc.password");
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    String uri = Required.property("jdbc", properties, CatalogProperties.URI);
    Required.property("jdbc", properties, CatalogProperties.WAREHOUSE_LOCATION);
    Map<String, String> all = withDefaults(uri, properties);
    FileIO io = CatalogUtil.loadFileIO(all.get(CatalogProperties.FILE_IO_IMPL), all, null);
    return GuardedJdbcCatalog.open(
        context.catalogName(), all, io, DEFAULT_CLIENTS, UnreadableMetadata.IS_FATAL, () -> {});
  }

  private static Map<String, String> withDefaults(String uri, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.putIfAbsent(CatalogProperties.FILE_IO_IMPL, DefaultFileIO.class.getName());
    if (SqliteUri.isSqlite(uri)) {
      SqliteUri.SETTINGS.forEach(all::putIfAbsent);
    }
    if (SqliteUri.isInMemory(uri)) {
      all.putIfAbsent(CatalogProperties.CLIENT_POOL_SIZE, "1");
      requireOneClient(uri, all);
    }
    return all;
  }

  private static void requireOneClient(String uri, Map<String, String> properties) {
    String clients = properties.get(CatalogProperties.CLIENT_POOL_SIZE);
    if (!"1".equals(clients)) {
      throw IceRunnerException.invalidArgument(
          "Cannot open %s with %s=%s: each connection would see a database of its own; use one client or a file"
              .formatted(uri, CatalogProperties.CLIENT_POOL_SIZE, clients));
    }
  }
}
