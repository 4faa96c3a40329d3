package io.icerunner.server;

import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.spi.TypeMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.Namespace;
import org.jspecify.annotations.Nullable;

/** What a builder was told, checked and copied. */
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

  /** An action of the host. */
  record HostAction(String name, String description, FlightActionHandler handler) {}
}
