package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;

/** Opens catalogs without telling their secrets when that fails. */
public final class CatalogOpening {
  private CatalogOpening() {}

  /**
   * Opens a catalog through its provider.
   *
   * @param properties checked by the caller against those the provider knows
   * @throws IceRunnerException what the provider throws, with the values of secret properties
   *     masked
   */
  public static Catalog open(
      CatalogProvider provider, Map<String, String> properties, ProviderContext context) {
    Map<String, String> given = Map.copyOf(properties);
    try {
      return provider.open(given, context);
    } catch (RuntimeException e) {
      IceRunnerException failure =
          CatalogErrors.translate("open the catalog provider \"%s\"".formatted(provider.name()), e);
      throw Secrets.of(provider, given).mask(failure);
    }
  }
}
