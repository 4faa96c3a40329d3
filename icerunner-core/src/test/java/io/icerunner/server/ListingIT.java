package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Context;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listings of many tables are sent as they are found, and given up with their call. */
@Timeout(120)
class ListingIT {
  private static final int TABLES = Boolean.getBoolean("icerunner.test.long") ? 10_000 : 1_000;
  private static final int AT_ONCE = 20;

  /** Loads a few tables at once, and the others slowly when it is told to go on. */
  private static final class HesitantCatalog extends InMemoryCatalog {
    final AtomicInteger loads = new AtomicInteger(Integer.MIN_VALUE);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    protected TableOperations newTableOps(TableIdentifier table) {
      if (loads.incrementAndGet() > AT_ONCE) {
        try {
          goOn.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException(e);
        }
        LockSupport.parkNanos(10_000_000);
      }
      return super.newTableOps(table);
    }
  }

  private static HesitantCatalog catalog() {
    HesitantCatalog catalog = new HesitantCatalog();
    catalog.initialize("many", Map.of());
    catalog.createNamespace(Namespace.of("default"));
    Schema schema = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
    for (int i = 0; i < TABLES; i++) {
      catalog.createTable(TableIdentifier.of("default", "t" + i), schema);
    }
    catalog.loads.set(0);
    return catalog;
  }

  @Test
  void theFirstTableComesBeforeTheLastIsLoadedAndAnAbandonedListingEnds() throws Exception {
    HesitantCatalog catalog = catalog();
    try (BufferAllocator memory = new RootAllocator();
        BufferAllocator serverMemory = new RootAllocator()) {
      try (IceRunnerServer server =
              IceRunnerServer.builder().catalog(catalog).allocator(serverMemory).port(0).start();
          FlightClient client =
              FlightClient.builder(memory, Location.forGrpcInsecure("127.0.0.1", server.port()))
                  .build()) {
        Context.CancellableContext call = Context.current().withCancellation();
        Iterator<FlightInfo> listing = call.call(() -> client.listFlights(Criteria.ALL).iterator());
        FlightInfo first = listing.next();
        assertThat(catalog.loads.get()).isLessThan(TABLES / 2);

        call.cancel(null);
        catalog.goOn.countDown();

        try (FlightStream stream = client.getStream(first.getEndpoints().get(0).getTicket())) {
          assertThat(stream.next()).isFalse();
        }
      }
      // The server has ended all its calls.
      assertThat(catalog.loads.get()).isLessThan(TABLES / 2);
    }
  }
}
