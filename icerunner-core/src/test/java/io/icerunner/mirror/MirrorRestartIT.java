package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mirrors that end before their work is done, and those that go on after them. */
class MirrorRestartIT {
  private static final String TABLE = TwoLakes.TABLE;

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

  private static final class Halt extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Throws at a step. */
  private static MirrorListener haltAt(MirrorStep step, int times) {
    AtomicInteger left = new AtomicInteger(times);
    return new MirrorListener() {
      @Override
      public void progress(MirrorProgress progress) {
        if (progress.step() == step && left.decrementAndGet() == 0) {
          throw new Halt();
        }
      }
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = MirrorStep.class,
      names = {"TARGET_KNOWN", "SOURCE_KNOWN", "COMMITTING", "COMMITTED", "FINISHED"})
  void goesOnAfterAnEndAtAnyStep(MirrorStep step) {
    source.put(TABLE, 0, 10);
    for (int cycle = 0; cycle < 2; cycle++) {
      assertThatThrownBy(() -> lakes.run(builder -> builder.listener(haltAt(step, 1))))
          .isInstanceOf(Halt.class);
      lakes.run();
      lakes.assertEqual();
      source.put(TABLE, 10, 10);
    }
    lakes.run();
    lakes.assertRows(LongStream.concat(LongStream.range(0, 20), LongStream.range(10, 20)));
  }

  @Test
  void goesOnWithinASnapshotThatIsCommittedInBatches() {
    source.put(TABLE, 0, 20_000);
    assertThatThrownBy(
            () ->
                lakes.run(
                    builder -> builder.batchSize(5_000).listener(haltAt(MirrorStep.COMMITTED, 2))))
        .isInstanceOf(Halt.class);
    int begun = lakes.target.rows(TABLE).size();
    assertThat(begun).isPositive().isLessThan(20_000);
    source.put(TABLE, 20_000, 10);
    TableMirrorResult rest = lakes.run(builder -> builder.batchSize(5_000));
    assertThat(rest.rows()).isEqualTo(20_010 - begun);
    lakes.assertRows(LongStream.range(0, 20_010));
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
  }

  @Test
  void goesOnWithinARangeThatIsCommittedInBatches() {
    source.put(TABLE, 0, 1);
    lakes.run();
    source.put(TABLE, 1, 20_000);
    assertThatThrownBy(
            () ->
                lakes.run(
                    builder -> builder.batchSize(5_000).listener(haltAt(MirrorStep.COMMITTED, 1))))
        .isInstanceOf(Halt.class);
    int begun = lakes.target.rows(TABLE).size();
    assertThat(begun).isGreaterThan(1).isLessThan(20_001);
    source.put(TABLE, 20_001, 9);
    // The rest needs no batches.
    assertThat(lakes.run().rows()).isEqualTo(20_010 - begun);
    lakes.assertRows(LongStream.range(0, 20_010));
  }

  @Test
  void fencesTheMirrorThatBeganFirst() {
    source.put(TABLE, 0, 10);
    lakes.run();
    source.put(TABLE, 10, 10);
    TableMirrorResult fenced =
        lakes.attempt(
            builder ->
                builder.listener(
                    new MirrorListener() {
                      private boolean overtaken;

                      @Override
                      public void progress(MirrorProgress progress) {
                        if (progress.step() == MirrorStep.COMMITTING && !overtaken) {
                          overtaken = true;
                          lakes.run();
                        }
                      }
                    }));
    assertThat(fenced.outcome()).isEqualTo(TableOutcome.STOPPED);
    assertThat(fenced.failure()).extracting("code").isEqualTo(ErrorCode.FENCED);
    lakes.assertRows(LongStream.range(0, 20));
  }

  @Test
  void waitsForASourceThatRestarts() throws Exception {
    source.put(TABLE, 0, 10);
    lakes.run();
    source.put(TABLE, 10, 10);
    source.stopServer();
    AtomicInteger retries = new AtomicInteger();
    TableMirrorResult result =
        lakes.run(
            builder ->
                builder.listener(
                    new MirrorListener() {
                      @Override
                      public void retrying(String table, String message, Duration pause) {
                        assertThat(table).isEqualTo(TABLE);
                        if (retries.incrementAndGet() == 2) {
                          source.restartServer();
                        }
                      }
                    }));
    assertThat(retries.get()).isGreaterThanOrEqualTo(2);
    assertThat(result.rows()).isEqualTo(10);
    lakes.assertRows(LongStream.range(0, 20));
  }

  @Test
  void goesOnAfterASourceThatEndsWhileRowsCome() throws Exception {
    source.put(TABLE, 0, 50_000);
    AtomicInteger batches = new AtomicInteger();
    TableMirrorResult result =
        lakes.run(
            builder ->
                builder
                    .batchSize(5_000)
                    .listener(
                        new MirrorListener() {
                          @Override
                          public void progress(MirrorProgress progress) {
                            if (progress.step() == MirrorStep.COMMITTED
                                && batches.incrementAndGet() == 2) {
                              stop();
                            }
                          }

                          private void stop() {
                            try {
                              source.stopServer();
                            } catch (InterruptedException e) {
                              throw new IllegalStateException(e);
                            }
                          }

                          @Override
                          public void retrying(String table, String message, Duration pause) {
                            source.restartServer();
                          }
                        }));
    assertThat(result.tableRows()).isEqualTo(50_000);
    lakes.assertRows(LongStream.range(0, 50_000));
  }

  @Test
  void failsWhenThePatienceIsOver() throws Exception {
    source.put(TABLE, 0, 10);
    source.stopServer();
    try {
      TableMirrorResult failed = lakes.attempt(builder -> builder.patience(Duration.ZERO));
      assertThat(failed.outcome()).isEqualTo(TableOutcome.FAILED);
      assertThat(failed.failure()).extracting("code").isEqualTo(ErrorCode.UNAVAILABLE);
    } finally {
      source.restartServer();
    }
  }
}
