package io.icerunner.internal.flight;

import java.time.Duration;
import org.apache.iceberg.catalog.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * What the calls need to know of the server's configuration.
 *
 * @param publicUri where clients reach this server, for endpoints; null to advertise no location
 * @param defaultNamespace of names with one part
 * @param createTables whether a put creates a missing table and its namespace
 * @param callMemory bytes of Arrow memory that one call may hold
 * @param maxMessageBytes size of the largest message that comes in
 * @param setupTimeout how long a call that streams in may take to say what it is
 * @param putIdleTimeout how long a put may send no batch before it ends
 */
public record ServerSettings(
    @Nullable String publicUri,
    Namespace defaultNamespace,
    boolean createTables,
    long callMemory,
    int maxMessageBytes,
    Duration setupTimeout,
    Duration putIdleTimeout) {}
