package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.ChildJvm;
import io.icerunner.fixture.KillPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a run is doing when it dies, the next one finishes the work once. */
final class RegistrationKillIT {
  private static final int TILES = 8;
  private static final int MOST_TILES = 2_000;
  private static final Duration PACE = Duration.ofMillis(50);
  private static final boolean LONG = Boolean.getBoolean("icerunner.test.long");
  private static final long FIRST_SEED = Long.getLong("icerunner.test.seed", 0);

  /** How often a run in four batches reaches each step at least. */
  private static final List<KillPoint> LATEST =
      List.of(
          new KillPoint("UNITS_READ", 1),
          new KillPoint("WORK_KNOWN", 1),
          new KillPoint("TABLE_CREATED", 1),
          new KillPoint("BATCH_LISTED", 4),
          new KillPoint("FOOTERS_READ", 4),
          new KillPoint("FILES_CHECKED", 4),
          new KillPoint("COMMITTING", 4),
          new KillPoint("COMMITTED", 4),
          new KillPoint(KillPoint.BEFORE_STATEMENT, 5),
          new KillPoint(KillPoint.AFTER_STATEMENT, 5),
          new KillPoint("EXPIRED", 1),
          new KillPoint("FINISHED", 1));

  @TempDir private static Path shared;
  private static ProducedLake lake;

  @TempDir private Path folder;

  @BeforeAll
  static void produce() throws Exception {
    lake = new ProducedLake(Files.createDirectory(shared.resolve("lake")));
    lake.produce(TILES);
  }

  @AfterAll
  static void close() throws Exception {
    lake.close();
  }

  static LongStream seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + (LONG ? 200 : 6));
  }

  static LongStream someSeeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + (LONG ? 200 : 2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nextRunFinishesWhatAKilledOneLeft(long seed) throws Exception {
    KillPoint point = KillPoint.of(seed, LATEST);
    assertThat(start(lake, point.toString()).exitCode())
        .as("halts at %s", point)
        .isEqualTo(KillPoint.EXIT_CODE);

    RegistrationProgram.register(lake.folder(), warehouse());

    new RegisteredLake(warehouse()).check(lake);
  }

  @Test
  void twoRunsAtOnceRegisterEachUnitOnce() throws Exception {
    ChildJvm first = start(lake, "none");
    ChildJvm second = start(lake, "none");
    assertThat(first.exitCode()).as(first.output()).isZero();
    assertThat(second.exitCode()).as(second.output()).isZero();

    new RegisteredLake(warehouse()).check(lake);
  }

  @Test
  void runBesideAKilledOneRegistersEachUnitOnce() throws Exception {
    ChildJvm killed = start(lake, KillPoint.AFTER_STATEMENT + "@3");
    ChildJvm whole = start(lake, "none");
    assertThat(whole.exitCode()).as(whole.output()).isZero();
    assertThat(killed.exitCode()).as(killed.output()).isIn(0, KillPoint.EXIT_CODE);

    RegistrationProgram.register(lake.folder(), warehouse());

    new RegisteredLake(warehouse()).check(lake);
  }

  /** A job that registers again and again is killed somewhere, and started again. */
  @ParameterizedTest
  @MethodSource("someSeeds")
  void killsWhileTheProducerGoesOnLeaveNothingDouble(long seed) throws Exception {
    try (ProducedLake growing = new ProducedLake(Files.createDirectory(folder.resolve("lake")))) {
      KillPoint point = KillPoint.of(seed + 5, LATEST);
      ChildJvm job = start(growing, "again-until-" + point);
      for (int tiles = 1; !job.endsWithin(PACE) && tiles < MOST_TILES; tiles++) {
        growing.produce(tiles);
      }
      assertThat(job.exitCode()).as(job.output()).isEqualTo(KillPoint.EXIT_CODE);
      growing.produceTile();

      RegistrationProgram.register(growing.folder(), warehouse());

      new RegisteredLake(warehouse()).check(growing);
    }
  }

  private Path warehouse() {
    return folder.resolve("warehouse");
  }

  private ChildJvm start(ProducedLake lake, String when) throws Exception {
    return ChildJvm.start(
        folder, RegistrationProgram.class, lake.folder().toString(), warehouse().toString(), when);
  }
}
