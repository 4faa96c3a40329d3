package io.icerunner.server;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.internal.lifecycle.ClosingStack;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/** Opens the catalog and the engine that a configuration chose. */
final class ServerParts {
  private final ServerConfig config;

  ServerParts(ServerConfig config) {
    this.config = config;
  }

  /** The catalog; registered to be closed if it was opened here. */
  Catalog openCatalog(ClosingStack owned) {
    CatalogChoice.Opened opened = config.catalog().open(context());
    if (opened.owned() && opened.catalog() instanceof AutoCloseable closeable) {
      owned.add(closeable);
    }
    return opened.catalog();
  }

  /** The engine; registered to be closed. */
  QueryEngine openEngine(ClosingStack owned) {
    EngineChoice choice = config.engine();
    return owned.add(choice.with(engineProperties(choice.properties())).open(context()));
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

  private ProviderContext context() {
    return Providers.context(config.catalogName());
  }
}
