package io.icerunner.internal.register;

import io.icerunner.internal.catalog.CatalogTables;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.inmemory.InMemoryCatalog;

/**
 * A catalog in memory, in which a table is made to see whether it would do. Nothing of it stays.
 */
final class ImaginedTables {
  private ImaginedTables() {}

  /** An empty catalog; the caller closes it. */
  static CatalogTables open() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize(
        "imagined", Map.of(CatalogProperties.WAREHOUSE_LOCATION, "memory://imagined"));
    return CatalogTables.of("imagined", catalog, true);
  }
}
