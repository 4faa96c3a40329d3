package io.icerunner.internal.catalog;

import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.nio.file.Path;
import java.util.Map;

/** Opens folders as catalogs. */
public final class LocalWarehouse {
  public static final ProviderContext CONTEXT =
      new ProviderContext("ice", LocalWarehouse.class.getClassLoader());

  private LocalWarehouse() {}

  public static CatalogTables open(Path folder) {
    return open(Map.of("warehouse", folder.toString()));
  }

  public static CatalogTables open(Map<String, String> properties) {
    return open(new LocalCatalogProvider(), properties);
  }

  public static CatalogTables open(CatalogProvider provider, Map<String, String> properties) {
    return CatalogTables.of(
        CONTEXT.catalogName(), CatalogOpening.open(provider, properties, CONTEXT), true);
  }
}
