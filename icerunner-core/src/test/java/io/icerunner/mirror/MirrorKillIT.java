package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.ChildJvm;
import io.icerunner.fixture.KillPoint;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a mirror is doing when it dies, the next one brings each row once. */
final class MirrorKillIT {
  /** How often a mirror of a growing source surely reaches each step. */
  private static final List<KillPoint> STEPS =
      Stream.of(
              MirrorStep.COMMITTED,
              MirrorStep.COMMITTING,
              MirrorStep.READING,
              MirrorStep.SOURCE_KNOWN,
              MirrorStep.TARGET_KNOWN,
              MirrorStep.FINISHED)
          .map(step -> new KillPoint(step.name(), 4))
          .toList();

  private static final List<KillPoint> STATEMENTS_AND_STEPS =
      Stream.concat(
              Stream.of(
                  new KillPoint(KillPoint.AFTER_STATEMENT, 6),
                  new KillPoint(KillPoint.BEFORE_STATEMENT, 6)),
              STEPS.stream())
          .toList();

  private static final boolean LONG = Boolean.getBoolean("icerunner.test.long");
  private static final long FIRST_SEED = Long.getLong("icerunner.test.seed", 0);
  private static final long SEEDS = Long.getLong("icerunner.test.seeds", LONG ? 200 : 4);
  private static final long STRIDE = LONG ? 1 : 2;

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
    return LongStream.range(0, SEEDS).map(i -> FIRST_SEED + i * STRIDE);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nextMirrorGoesOnWhereAKilledOneWas(long seed) throws Exception {
    Following kind = kind(seed);
    TableIdentifier table = TableIdentifier.of("default", "killed" + seed);
    try (KillSource rows = servers.rows(kind, table, seed)) {
      rows.grow();
      rows.grow();
      KillPoint point = point(seed, kind.isRemote() ? STEPS : STATEMENTS_AND_STEPS);
      try (ChildJvm killed = start(kind, table, point, seed / 2 % 2 == 0 ? "runs" : "handle")) {
        KillServers.growUntilKilled(rows, killed, kind + " until " + point);
      }
      rows.grow();

      Mirror mirror = kind.mirror(servers.sourceUri(kind), table.toString(), target(kind)).build();
      MirrorResult last = mirror.runOnce();
      assertThat(last.isComplete()).as("%s until %s: %s", kind, point, last).isTrue();

      Path warehouse = kind.isRemote() ? servers.targetWarehouse() : warehouse();
      KillServers.check(rows, warehouse, table);
      if (!kind.isStream()) {
        assertThat(mirror.runOnce().tables().get(0).outcome()).isEqualTo(TableOutcome.UNCHANGED);
      }
    }
  }

  private static Following kind(long seed) {
    return Following.values()[(int) (seed % Following.values().length)];
  }

  /** Of so many seeds as there are kinds and points each kind meets each point. */
  private static KillPoint point(long seed, List<KillPoint> latest) {
    int kinds = Following.values().length;
    return KillPoint.of(seed / kinds + seed % kinds, latest);
  }

  private ChildJvm start(Following kind, TableIdentifier table, KillPoint point, String how)
      throws Exception {
    return ChildJvm.start(
        folder,
        MirrorProgram.class,
        kind.name(),
        servers.sourceUri(kind),
        table.toString(),
        target(kind),
        point.toString(),
        how);
  }

  private String target(Following kind) {
    return kind.isRemote() ? servers.target().uri() : warehouse().toString();
  }

  private Path warehouse() {
    return folder.resolve("warehouse");
  }
}
