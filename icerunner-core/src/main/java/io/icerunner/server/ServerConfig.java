package io.icerunner.server;

import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.QueryEngineProvider;
import io.icerunner.spi.TypeMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * What a builder was told, checked and copied.
 *
 * @param catalog either an object, or a provider or its name with properties
 */
record ServerConfig(
    CatalogChoice catalog,
    String catalogName,
    EngineChoice engine,
    List<TypeMapper> typeMappers,
    String host,
    int port,
    @Nullable String publicUri,
    @Nullable BufferAllocator allocator,
    long memoryLimit,
    long callMemoryLimit,
    @Nullable Long engineMemoryLimit,
    @Nullable Integer engineThreads,
    @Nullable Path tempDirectory,
    int maxMessageBytes,
    boolean createTables,
    Namespace defaultNamespace,
    Duration setupTimeout,
    Duration putIdleTimeout,
    Duration drainTimeout,
    List<HostAction> actions) {

  /** Where the catalog comes from; the object, the provider or its name is given. */
  record CatalogChoice(
      @Nullable Catalog catalog,
      @Nullable CatalogProvider provider,
      String providerName,
      Map<String, String> properties) {}

  /** Where the engine comes from; the provider or its name is given. */
  record EngineChoice(
      @Nullable QueryEngineProvider provider,
      String providerName,
      Map<String, String> properties) {}

  /** An action of the host. */
  record HostAction(String name, String description, FlightActionHandler handler) {}
}
