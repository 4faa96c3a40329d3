package io.icerunner.server;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogOpening;
import io.icerunner.internal.discovery.ProviderProperties;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/** Opens the catalog and the engine that a configuration chose. */
final class ServerParts {
  private static final String ICEBERG = "io.icerunner:icerunner-iceberg";
  private static final String DUCKDB = "io.icerunner:icerunner-duckdb";

  private final ServerConfig config;

  ServerParts(ServerConfig config) {
    this.config = config;
  }

  /** The catalog; registered to be closed if it was opened here. */
  Catalog openCatalog(ClosingStack owned) {
    ServerConfig.CatalogChoice choice = config.catalog();
    if (choice.catalog() != null) {
      return choice.catalog();
    }
    CatalogProvider provider =
        choice.provider() != null ? choice.provider() : catalogProvider(choice.providerName());
    ProviderProperties.check(
        "catalog provider \"%s\"".formatted(provider.name()),
        choice.properties(),
        provider.properties());
    Catalog catalog = CatalogOpening.open(provider, choice.properties(), context());
    if (catalog instanceof AutoCloseable closeable) {
      owned.add(closeable);
    }
    return catalog;
  }

  private static CatalogProvider catalogProvider(String name) {
    Map<String, String> artifacts = new HashMap<>();
    for (String ours : new String[] {"local", "jdbc", "rest", "in-memory", "custom"}) {
      artifacts.put(ours, ICEBERG);
    }
    return Providers.load(
            CatalogProvider.class, "catalog provider", CatalogProvider::name, artifacts)
        .named(name);
  }

  /** The engine; registered to be closed. */
  QueryEngine openEngine(ClosingStack owned) {
    ServerConfig.EngineChoice choice = config.engine();
    QueryEngineProvider provider =
        choice.provider() != null ? choice.provider() : engineProvider(choice.providerName());
    Map<String, String> properties = engineProperties(choice.properties());
    ProviderProperties.check(
        "query engine \"%s\"".formatted(provider.name()), properties, provider.properties());
    return owned.add(provider.open(properties, context()));
  }

  /** What the builder's own setters say goes to the engine as properties. */
  private Map<String, String> engineProperties(Map<String, String> given) {
    Map<String, String> properties = new HashMap<>(given);
    put(properties, "memory-limit", config.engineMemoryLimit(), "B");
    put(properties, "threads", config.engineThreads(), "");
    put(properties, "temp-directory", config.tempDirectory(), "");
    return Map.copyOf(properties);
  }

  private static void put(
      Map<String, String> properties, String key, @Nullable Object value, String unit) {
    if (value != null && properties.putIfAbsent(key, value + unit) != null) {
      throw IceRunnerException.invalidArgument(
          "Cannot open the query engine: \"%s\" is given twice, by a setter of the builder and as a property"
              .formatted(key));
    }
  }

  private static QueryEngineProvider engineProvider(String name) {
    return Providers.load(
            QueryEngineProvider.class,
            "query engine",
            QueryEngineProvider::name,
            Map.of("duckdb", DUCKDB))
        .named(name);
  }

  private ProviderContext context() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new ProviderContext(
        config.catalogName(), loader != null ? loader : ServerParts.class.getClassLoader());
  }
}
