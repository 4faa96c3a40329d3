package io.icerunner.internal.flight;

import io.icerunner.spi.QueryEngine;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.Catalog;

/**
 * What the calls of one server share. Owned by the server.
 *
 * @param catalog as opened or handed over
 * @param allocator parent of the allocators of calls
 * @param executor for work that blocks; has as many threads as there is work
 */
public record ServerContext(
    Catalog catalog,
    QueryEngine engine,
    BufferAllocator allocator,
    ExecutorService executor,
    FlightStreamWriter streams,
    ServerSettings settings) {}
