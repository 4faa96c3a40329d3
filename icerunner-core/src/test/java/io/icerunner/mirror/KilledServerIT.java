package io.icerunner.mirror;

import io.icerunner.fixture.ChildJvm;
import io.icerunner.fixture.KillPoint;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A mirror goes on by itself when the server that it reads from or writes to dies. */
final class KilledServerIT {
  private static final List<Following> FROM =
      List.of(
          Following.PER_BATCH,
          Following.APPEND,
          Following.CURSOR,
          Following.FULL,
          Following.SNAPSHOT,
          Following.REMOTE_PER_BATCH);
  private static final List<Following> TO =
      List.of(Following.REMOTE_PER_BATCH, Following.REMOTE, Following.REMOTE_CURSOR);
  private static final int LATEST_BATCH = 16;
  private static final List<KillPoint> STATEMENTS =
      List.of(
          new KillPoint(KillPoint.AFTER_STATEMENT, 6),
          new KillPoint(KillPoint.BEFORE_STATEMENT, 6));
  private static final Duration INTERVAL = Duration.ofMillis(10);

  private static final boolean LONG = Boolean.getBoolean("icerunner.test.long");
  private static final long FIRST_SEED = Long.getLong("icerunner.test.seed", 0);
  private static final long SEEDS = Long.getLong("icerunner.test.seeds", LONG ? 200 : 2);

  @TempDir private static Path shared;
  private static KillServers servers;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    servers = KillServers.start(shared);
  }

  @AfterAll
  static void stop() throws Exception {
    servers.close();
  }

  static LongStream seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void mirrorOutlivesASourceThatIsKilledInMidStream(long seed) throws Exception {
    Following kind = FROM.get((int) (seed % FROM.size()));
    KillPoint point =
        new KillPoint(HaltingServer.BATCH, 1 + new Random(seed).nextInt(LATEST_BATCH));
    TableIdentifier table = TableIdentifier.of("default", "source" + seed);
    int port = freePort();
    String served = kind.isStream() ? HaltingServer.STREAM : servers.sourceWarehouse().toString();
    try (KillSource rows = servers.rows(kind, table, seed)) {
      rows.grow();
      try (ChildJvm killed = serve(served, port, point);
          MirrorHandle mirror =
              kind.mirror(KillServers.uri(port), table.toString(), target(kind))
                  .build()
                  .start(INTERVAL)) {
        KillServers.growUntilKilled(rows, killed, kind + " until " + point);
        rows.grow();
        try (AutoCloseable again = serveAgain(kind, servers.sourceWarehouse(), port)) {
          rows.grow();
          CaughtUp.await(mirror);
        }
      }
      KillServers.check(rows, targetWarehouse(kind), table);
    }
  }

  static LongStream fewerSeeds() {
    return seeds().limit((SEEDS + 1) / 2);
  }

  @ParameterizedTest
  @MethodSource("fewerSeeds")
  void mirrorOutlivesATargetThatIsKilledInACommit(long seed) throws Exception {
    Following kind = TO.get((int) (seed % TO.size()));
    KillPoint point = KillPoint.of(seed, STATEMENTS);
    TableIdentifier table = TableIdentifier.of("default", "target" + seed);
    int port = freePort();
    try (KillSource rows = servers.rows(kind, table, seed)) {
      rows.grow();
      try (ChildJvm killed = serve(warehouse().toString(), port, point);
          MirrorHandle mirror =
              kind.mirror(servers.sourceUri(kind), table.toString(), KillServers.uri(port))
                  .build()
                  .start(INTERVAL)) {
        KillServers.growUntilKilled(rows, killed, kind + " until " + point);
        rows.grow();
        try (AutoCloseable again = serveAgain(kind, warehouse(), port)) {
          rows.grow();
          CaughtUp.await(mirror);
        }
      }
      KillServers.check(rows, warehouse(), table);
    }
  }

  private ChildJvm serve(String what, int port, KillPoint point) throws Exception {
    return ChildJvm.start(folder, HaltingServer.class, what, "" + port, point.toString());
  }

  private static AutoCloseable serveAgain(Following kind, Path warehouse, int port)
      throws Exception {
    return kind.isStream()
        ? StreamServer.start(port, () -> {})
        : KillServers.serve(warehouse, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private String target(Following kind) {
    return kind.isRemote() ? servers.target().uri() : warehouse().toString();
  }

  private Path targetWarehouse(Following kind) {
    return kind.isRemote() ? servers.targetWarehouse() : warehouse();
  }

  private Path warehouse() {
    return folder.resolve("warehouse");
  }
}
