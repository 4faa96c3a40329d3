package io.icerunner.examples;

import io.icerunner.mirror.Mirror;
import io.icerunner.mirror.MirrorHandle;
import io.icerunner.mirror.MirrorListener;
import io.icerunner.mirror.MirrorResult;
import io.icerunner.mirror.TableMirrorResult;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Copies the tables of a server, then only what is new, then for as long as the program wishes. */
public final class MirrorTables {
  private MirrorTables() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    try (IceRunnerServer server =
            IceRunnerServer.builder().warehouse(folder.resolve("source")).port(0).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient client = FlightClient.builder(allocator, new Location(server.uri())).build()) {
      AppendRows.append(client, allocator, "Oslo", "Tromsø");
      copyOnce(server.uri(), folder.resolve("copy"));
      AppendRows.append(client, allocator, "Bergen");
      copyOnce(server.uri(), folder.resolve("copy"));

      CountDownLatch arrived = new CountDownLatch(1);
      try (MirrorHandle handle = follow(server.uri(), folder.resolve("copy"), arrived)) {
        AppendRows.append(client, allocator, "Bodø", "Narvik");
        arrived.await();
        System.out.println("the mirror is " + handle.state());
      }
    }
  }

  /** All tables that the server lists, each under its own name. */
  private static void copyOnce(String source, Path warehouse) {
    MirrorResult result = Mirror.builder().source(source).warehouse(warehouse).build().runOnce();
    result.tables().forEach(MirrorTables::print);
  }

  private static MirrorHandle follow(String source, Path warehouse, CountDownLatch arrived) {
    return Mirror.builder()
        .source(source + "/places.cities")
        .warehouse(warehouse)
        .listener(
            new MirrorListener() {
              @Override
              public void cycleDone(MirrorResult result) {
                result.tables().forEach(MirrorTables::print);
                if (result.tables().stream().anyMatch(table -> table.tableRows() == 5)) {
                  arrived.countDown();
                }
              }
            })
        .build()
        .start(Duration.ofMillis(200));
  }

  private static void print(TableMirrorResult table) {
    if (table.failure() != null) {
      System.out.printf("%s: %s%n", table.source(), table.failure().getMessage());
    } else {
      System.out.printf(
          "%s: %s, %s rows; the copy has %s%n",
          table.source(), table.outcome(), table.rows(), table.tableRows());
    }
  }
}
