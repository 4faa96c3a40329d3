package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mirrors that go on, and of several tables. */
class MirrorHandleIT {
  private static final String TABLE = TwoLakes.TABLE;
  private static final Duration OFTEN = Duration.ofMillis(50);

  @TempDir private Path folder;
  private TwoLakes lakes;
  private Lake source;

  @BeforeEach
  void open() {
    lakes = new TwoLakes(folder);
    source = lakes.source;
  }

  @AfterEach
  void close() throws Exception {
    lakes.close();
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static long tableRows(MirrorHandle handle) {
    return handle.lastResult().tables().stream().mapToLong(TableMirrorResult::tableRows).sum();
  }

  @Test
  void followsUntilItIsClosed() throws Exception {
    source.put(TABLE, 0, 10);
    List<MirrorResult> cycles = new CopyOnWriteArrayList<>();
    MirrorHandle handle =
        lakes
            .mirror()
            .listener(
                new MirrorListener() {
                  @Override
                  public void cycleDone(MirrorResult result) {
                    cycles.add(result);
                  }
                })
            .build()
            .start(OFTEN);
    try (handle) {
      await(() -> tableRows(handle) == 10);
      source.put(TABLE, 10, 10);
      await(() -> tableRows(handle) == 20);
      assertThat(handle.lastError()).isNull();
      assertThat(handle.lag()).isLessThan(Duration.ofMinutes(1));
      assertThat(cycles.stream().mapToLong(MirrorResult::rows).sum()).isEqualTo(20);
    }
    assertThat(handle.state()).isEqualTo(MirrorState.STOPPED);
    assertThat(handle.reason()).contains("closed");
    handle.awaitStop();
    lakes.assertRows(LongStream.range(0, 20));
  }

  @Test
  void backsOffWhileTheSourceIsAwayAndGoesOn() throws Exception {
    source.put(TABLE, 0, 10);
    try (MirrorHandle handle = lakes.mirror().build().start(OFTEN)) {
      await(() -> tableRows(handle) == 10);
      source.stopServer();
      await(() -> handle.state() == MirrorState.BACKING_OFF);
      assertThat(handle.lastError()).isNotNull();
      assertThat(handle.reason()).isNotNull();
      source.restartServer();
      source.put(TABLE, 10, 10);
      await(() -> tableRows(handle) == 20);
      await(() -> handle.reason() == null);
    }
    lakes.assertRows(LongStream.range(0, 20));
  }

  @Test
  void stopsWhenItsTableDoes() throws Exception {
    source.put(TABLE, 0, 5);
    try (MirrorHandle handle = lakes.mirror().onRewrite(OnRewrite.STOP).build().start(OFTEN)) {
      await(() -> tableRows(handle) == 5);
      source.table(TABLE).newDelete().deleteFile(source.lastFiles(TABLE).get(0)).commit();
      handle.awaitStop();
      assertThat(handle.state()).isEqualTo(MirrorState.STOPPED);
      assertThat(handle.reason()).contains("resync");
      assertThat(handle.lastResult().tables().get(0).outcome()).isEqualTo(TableOutcome.STOPPED);
    }
    lakes.assertRows(LongStream.range(0, 5));
  }

  @Test
  void stopsWhenAnotherMirrorHasTakenOver() throws Exception {
    source.put(TABLE, 0, 5);
    try (MirrorHandle first = lakes.mirror().build().start(OFTEN)) {
      await(() -> tableRows(first) == 5);
      try (MirrorHandle second = lakes.mirror().build().start(OFTEN)) {
        await(() -> !second.lastResult().tables().isEmpty());
        long rows = 5;
        while (first.state() != MirrorState.STOPPED && second.state() != MirrorState.STOPPED) {
          source.put(TABLE, rows++, 1);
          LockSupport.parkNanos(20_000_000);
        }
        MirrorHandle left = first.state() == MirrorState.STOPPED ? second : first;
        long all = rows;
        await(() -> tableRows(left) == all);
        lakes.assertRows(LongStream.range(0, all));
      }
    }
  }

  @Test
  @Timeout(60)
  void endsWithinSecondsWhileRowsCome() throws Exception {
    source.put(TABLE, 0, 100_000);
    CountDownLatch reading = new CountDownLatch(1);
    MirrorHandle handle =
        lakes
            .mirror()
            .batchSize(1_000)
            .maxRowsPerSecond(1_000)
            .listener(
                new MirrorListener() {
                  @Override
                  public void progress(MirrorProgress progress) {
                    if (progress.commits() > 0) {
                      reading.countDown();
                    }
                  }
                })
            .build()
            .start(OFTEN);
    assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();
    long begin = System.nanoTime();
    handle.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    int rows = lakes.target.rows(TABLE).size();
    assertThat(rows).isPositive().isLessThan(100_000);
    assertThat(lakes.run().tableRows()).isEqualTo(100_000);
    lakes.assertRows(LongStream.range(0, 100_000));
  }

  @Test
  @Timeout(60)
  void aRunEndsWhenItsThreadIsInterrupted() throws Exception {
    source.put(TABLE, 0, 10_000);
    Thread runner = Thread.currentThread();
    MirrorListener interrupting =
        new MirrorListener() {
          @Override
          public void progress(MirrorProgress progress) {
            if (progress.step() == MirrorStep.COMMITTED) {
              runner.interrupt();
            }
          }
        };
    Mirror mirror =
        lakes.mirror().batchSize(100).maxRowsPerSecond(100).listener(interrupting).build();
    assertThatThrownBy(mirror::runOnce)
        .isInstanceOf(IceRunnerException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.CANCELLED);
    assertThat(Thread.interrupted()).isTrue();
    lakes.run();
    lakes.assertRows(LongStream.range(0, 10_000));
  }

  @Test
  void copiesAllTablesThoughOneFails() {
    source.put("a.x", 0, 1);
    source.put("a.y", 0, 2);
    source.put("b.z", 0, 3);
    source.put("b.left_out", 0, 3);
    lakes.target.put("copy.a_y", 50, 1);
    MirrorResult result =
        lakes
            .mirror("")
            .exclude("*.left_out")
            .nameTemplate("copy.{namespace}_{table}")
            .build()
            .runOnce();
    assertThat(result.isComplete()).isFalse();
    assertThat(result.tables().stream().map(TableMirrorResult::source))
        .containsExactly("a.x", "a.y", "b.z");
    assertThat(result.tables().stream().map(TableMirrorResult::outcome))
        .containsExactly(TableOutcome.UPDATED, TableOutcome.STOPPED, TableOutcome.UPDATED);
    assertThat(result.rows()).isEqualTo(4);
    assertThat(lakes.target.rows("copy.a_x")).hasSize(1);
    assertThat(lakes.target.rows("copy.b_z")).hasSize(3);
    assertThat(lakes.target.rows("copy.a_y")).isEqualTo(Lake.named(LongStream.of(50)));
  }

  @Test
  void findsTablesThatCome() throws Exception {
    source.put("a.x", 0, 1);
    try (MirrorHandle handle = lakes.mirror("").build().start(OFTEN)) {
      await(() -> tableRows(handle) == 1);
      source.put("a.y", 0, 2);
      await(
          () ->
              handle.lastResult().tables().stream()
                  .anyMatch(table -> table.target().equals("a.y")));
    }
    assertThat(lakes.target.rows("a.y")).hasSize(2);
  }

  @Test
  @Timeout(60)
  void aSlowTableHoldsUpNoOther() throws Exception {
    source.put("a.quick", 0, 1);
    source.put("a.slow", 0, 1);
    CountDownLatch gate = new CountDownLatch(1);
    List<MirrorResult> cycles = new CopyOnWriteArrayList<>();
    MirrorListener collecting =
        new MirrorListener() {
          @Override
          public void cycleDone(MirrorResult result) {
            cycles.add(result);
          }
        };
    try (GatedCatalog target = new GatedCatalog("slow", gate);
        MirrorHandle handle =
            Mirror.builder()
                .source(source.uri())
                .catalog(target)
                .listener(collecting)
                .build()
                .start(OFTEN);
        AutoCloseable opened = gate::countDown) {
      await(() -> copied(cycles, "a.quick") == 1);
      source.put("a.quick", 1, 1);
      await(() -> copied(cycles, "a.quick") == 2);
      assertThat(copied(cycles, "a.slow")).isZero();
      assertThat(handle.state()).isEqualTo(MirrorState.RUNNING);
      gate.countDown();
      await(() -> copied(cycles, "a.slow") == 1);
    }
  }

  @Test
  @Timeout(60)
  void aCycleIsToldThoughAnotherTableIsSlow() throws Exception {
    source.put("a.quick", 0, 1);
    source.put("a.slow", 0, 1);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    MirrorListener telling =
        new MirrorListener() {
          @Override
          public void cycleDone(MirrorResult result) {
            told.countDown();
          }
        };
    try (GatedCatalog target = new GatedCatalog("slow", gate);
        MirrorHandle handle =
            Mirror.builder()
                .source(source.uri())
                .catalog(target)
                .listener(telling)
                .build()
                .start(Duration.ofHours(1));
        AutoCloseable opened = gate::countDown) {
      assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(handle.lastResult().tables())
          .extracting(TableMirrorResult::source)
          .containsExactly("a.quick");
    }
  }

  private static long copied(List<MirrorResult> cycles, String table) {
    return cycles.stream()
        .flatMap(cycle -> cycle.tables().stream())
        .filter(result -> result.source().equals(table))
        .mapToLong(TableMirrorResult::rows)
        .sum();
  }

  /** A catalog that loads one table no sooner than its gate opens. */
  private static final class GatedCatalog extends InMemoryCatalog {
    private final String gated;
    private final CountDownLatch gate;

    GatedCatalog(String gated, CountDownLatch gate) {
      this.gated = gated;
      this.gate = gate;
      initialize("gated", Map.of());
    }

    @Override
    public Table loadTable(TableIdentifier identifier) {
      if (identifier.name().equals(gated)) {
        try {
          gate.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return super.loadTable(identifier);
    }
  }

  @Test
  void tellsEachStep() {
    source.put(TABLE, 0, 5);
    List<MirrorStep> steps = new ArrayList<>();
    lakes.run(
        builder ->
            builder.listener(
                new MirrorListener() {
                  @Override
                  public void progress(MirrorProgress progress) {
                    steps.add(progress.step());
                  }
                }));
    assertThat(steps)
        .containsSubsequence(
            MirrorStep.TARGET_KNOWN,
            MirrorStep.SOURCE_KNOWN,
            MirrorStep.COMMITTING,
            MirrorStep.COMMITTED,
            MirrorStep.FINISHED);
  }
}
