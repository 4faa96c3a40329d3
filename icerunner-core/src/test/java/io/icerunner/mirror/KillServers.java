package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.ChildJvm;
import io.icerunner.fixture.KillPoint;
import io.icerunner.fixture.StoredTable;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.catalog.TableIdentifier;

/** The servers of this JVM that mirrors read from and write to while something else dies. */
record KillServers(Path folder, IceRunnerServer source, IceRunnerServer target, StreamServer stream)
    implements AutoCloseable {
  private static final int MOST_GROWTH = 1_000;
  private static final Duration PACE = Duration.ofMillis(200);

  static KillServers start(Path folder) throws Exception {
    return new KillServers(
        folder,
        serve(folder.resolve("source"), 0),
        serve(folder.resolve("target"), 0),
        StreamServer.start(0, () -> {}));
  }

  /** Serves a warehouse in small batches. */
  static IceRunnerServer serve(Path warehouse, int port) {
    return IceRunnerServer.builder()
        .warehouse(warehouse)
        .queryEngine(new SmallBatches(HaltingServer.BATCH_ROWS, () -> {}), Map.of())
        .port(port)
        .drainTimeout(Duration.ofSeconds(1))
        .start();
  }

  /** What the source server serves, and what the target server. */
  Path sourceWarehouse() {
    return folder.resolve("source");
  }

  Path targetWarehouse() {
    return folder.resolve("target");
  }

  String sourceUri(Following kind) {
    return kind.isStream() ? uri(stream.port()) : source.uri();
  }

  static String uri(int port) {
    return "grpc://127.0.0.1:" + port;
  }

  /**
   * Rows to follow; those of a table come through the source server. Only a third of the seeds has
   * its source replaced now and then, since that hides what went wrong before.
   */
  KillSource rows(Following kind, TableIdentifier table, long seed) {
    return kind.isStream()
        ? new StreamSource()
        : new TableSource(
            sourceWarehouse(),
            source.port(),
            table,
            new Random(seed),
            kind.followsRewrites() && seed / Following.values().length % 3 == 1);
  }

  /** The source goes on until a JVM has been killed where it was to be. */
  static void growUntilKilled(KillSource rows, ChildJvm killed, String what) throws Exception {
    for (int i = 0; !killed.endsWithin(PACE) && i < MOST_GROWTH; i++) {
      rows.grow();
    }
    assertThat(killed.endsWithin(PACE)).as("%s ends", what).isTrue();
    assertThat(killed.exitCode())
        .as("%s: %s", what, killed.output())
        .isEqualTo(KillPoint.EXIT_CODE);
  }

  static void check(KillSource rows, Path warehouse, TableIdentifier table) throws Exception {
    try (StoredTable target = StoredTable.open(warehouse, table)) {
      rows.check(target);
    }
  }

  @Override
  public void close() throws Exception {
    stream.close();
    target.close();
    source.close();
  }
}
