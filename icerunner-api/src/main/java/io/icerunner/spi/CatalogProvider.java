package io.icerunner.spi;

import java.util.Map;
import java.util.Set;
import org.apache.iceberg.catalog.Catalog;

/**
 * Opens an Iceberg catalog.
 *
 * <p>The properties are Iceberg's own ({@code uri}, {@code warehouse}, {@code io-impl}, …). A
 * provider that lists its {@link #properties() properties} has unknown keys refused before {@link
 * #open} is called.
 */
public interface CatalogProvider {

  /** The name by which the builder and the command line choose this provider, in lower case. */
  String name();

  /**
   * Opens the catalog. The server closes it when it is {@link AutoCloseable}. If the catalog is no
   * {@link org.apache.iceberg.catalog.SupportsNamespaces}, namespace actions are refused.
   *
   * @param properties as given by the host; immutable
   * @throws io.icerunner.error.IceRunnerException if a property is missing or wrong, or the catalog
   *     cannot be reached
   */
  Catalog open(Map<String, String> properties, ProviderContext context);

  /**
   * The property keys this provider knows; empty if it takes any key. A key that ends in {@code *}
   * stands for all keys that begin so.
   */
  default Set<String> properties() {
    return Set.of();
  }

  /** The property keys whose values are masked in messages. */
  default Set<String> secretProperties() {
    return Set.of();
  }
}
