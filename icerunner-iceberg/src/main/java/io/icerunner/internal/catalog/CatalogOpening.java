package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.catalog.Catalog;

/** Opens catalogs: unknown properties are refused before, secrets masked in what goes wrong. */
public final class CatalogOpening {
  private CatalogOpening() {}

  /**
   * Opens a catalog through its provider; the result owns and closes it.
   *
   * @throws IceRunnerException INVALID_ARGUMENT for an unknown property, naming the nearest known
   *     one, and what the provider throws
   */
  public static CatalogTables open(
      CatalogProvider provider, Map<String, String> properties, ProviderContext context) {
    Map<String, String> given = Map.copyOf(properties);
    checkKeys(provider, given);
    try {
      Catalog catalog = provider.open(given, context);
      return CatalogTables.of(context.catalogName(), catalog, true);
    } catch (RuntimeException e) {
      throw Secrets.of(provider, given)
          .mask(CatalogErrors.translate("open catalog " + context.catalogName(), e));
    }
  }

  private static void checkKeys(CatalogProvider provider, Map<String, String> properties) {
    Set<String> known = provider.properties();
    if (known.isEmpty()) {
      return;
    }
    for (String key : new TreeSet<>(properties.keySet())) {
      if (known.stream().noneMatch(k -> matches(k, key))) {
        throw IceRunnerException.invalidArgument(
            "Cannot open a %s catalog: it has no property %s%s; known are %s"
                .formatted(
                    provider.name(),
                    key,
                    NearestName.hint(key, known.iterator()),
                    String.join(", ", new TreeSet<>(known))));
      }
    }
  }

  /** A known key that ends in a star stands for all keys that begin so. */
  private static boolean matches(String known, String key) {
    return known.endsWith("*")
        ? key.startsWith(known.substring(0, known.length() - 1))
        : known.equals(key);
  }
}
