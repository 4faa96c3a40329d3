package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.spi.QueryEngine;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What the calls of one server share. Owned by the server.
 *
 * @param allocator parent of the allocators of calls
 * @param executor for work that blocks; has as many threads as there is work
 */
public record ServerContext(
    CatalogTables tables,
    QueryEngine engine,
    TypeMappers typeMappers,
    BufferAllocator allocator,
    ExecutorService executor,
    FlightStreamWriter streams,
    CancelledReads cancelledReads,
    ServerSettings settings) {

  /** Resolves the tables of one statement in the default namespace. */
  public SnapshotResolver resolver(Map<TableIdentifier, Long> pins) {
    return new SnapshotResolver(tables, settings.defaultNamespace(), pins);
  }

  /** Memory for one call, with the call's limit. */
  public CallAllocator openCall(String name) {
    return CallAllocator.open(allocator, name, settings.callMemory());
  }

  /** The Iceberg format version of tables that are created here. */
  public int newTableFormatVersion() {
    return Integer.parseInt(
        CatalogTables.DEFAULT_TABLE_PROPERTIES.getOrDefault("format-version", "2"));
  }

  /** An endpoint for a ticket: where the client connected to, or the public URI if there is one. */
  public FlightEndpoint endpoint(byte[] ticket) {
    return FlightEndpoint.builder(new Ticket(ticket), locations()).build();
  }

  /** As {@link #endpoint(byte[])}, with metadata for the application. */
  public FlightEndpoint endpoint(byte[] ticket, byte[] metadata) {
    return FlightEndpoint.builder(new Ticket(ticket), locations()).setAppMetadata(metadata).build();
  }

  private Location[] locations() {
    String uri = settings.publicUri();
    try {
      return uri == null ? new Location[0] : new Location[] {new Location(uri)};
    } catch (URISyntaxException e) {
      throw IceRunnerException.internal("Cannot advertise " + uri + ": it is no URI", e);
    }
  }
}
