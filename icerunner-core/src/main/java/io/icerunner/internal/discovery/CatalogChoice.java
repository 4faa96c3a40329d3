package io.icerunner.internal.discovery;

import io.icerunner.internal.catalog.CatalogOpening;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * Where a catalog comes from: the object, the provider, or the name of one.
 *
 * @param source for messages, as in "a catalog object"
 */
public record CatalogChoice(
    String source,
    @Nullable Catalog catalog,
    @Nullable CatalogProvider provider,
    String providerName,
    Map<String, String> properties) {
  private static final String ARTIFACT = "io.icerunner:icerunner-iceberg";

  /** The folder at a location. */
  public static CatalogChoice warehouse(String location) {
    return new CatalogChoice("warehouse", null, null, "local", Map.of("warehouse", location));
  }

  /** What the provider with this name opens. */
  public static CatalogChoice named(String provider, Map<String, String> properties) {
    return new CatalogChoice(
        "catalog \"" + provider + "\"", null, null, provider, Map.copyOf(properties));
  }

  /** An open catalog, which stays its owner's. */
  public static CatalogChoice of(Catalog catalog) {
    return new CatalogChoice("a catalog object", catalog, null, catalog.name(), Map.of());
  }

  /** What this provider opens. */
  public static CatalogChoice of(CatalogProvider provider, Map<String, String> properties) {
    return new CatalogChoice(
        "a catalog provider object", null, provider, provider.name(), Map.copyOf(properties));
  }

  /**
   * An open catalog.
   *
   * @param owned whether it is to be closed by whoever called {@link #open}
   */
  public record Opened(Catalog catalog, boolean owned) {}

  /**
   * Opens the catalog if it is not open.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if there is no such provider or
   *     it does not know a property; what the provider throws
   */
  public Opened open(ProviderContext context) {
    if (catalog != null) {
      return new Opened(catalog, false);
    }
    CatalogProvider chosen = provider != null ? provider : named(providerName);
    ProviderProperties.check(
        "catalog provider \"%s\"".formatted(chosen.name()), properties, chosen.properties());
    return new Opened(CatalogOpening.open(chosen, properties, context), true);
  }

  private static CatalogProvider named(String name) {
    Map<String, String> artifacts = new HashMap<>();
    for (String ours : new String[] {"local", "jdbc", "rest", "in-memory", "custom"}) {
      artifacts.put(ours, ARTIFACT);
    }
    return Providers.load(
            CatalogProvider.class, "catalog provider", CatalogProvider::name, artifacts)
        .named(name);
  }
}
