package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CancelIT extends EngineTest {
  /** Statements that would never end by themselves; a busy machine may take its time. */
  private static final long SOON = Duration.ofSeconds(20).toNanos();

  private static final String ENDLESS_SUM =
      "SELECT sum(a.i * b.i) FROM range(10000000) a(i), range(1000000) b(i)";
  private static final String ENDLESS_ROWS =
      "SELECT a.i AS x, b.i AS y, 'text ' || a.i AS z FROM range(10000000) a(i), range(1000000) b(i)";

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private static void assertCancelled(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
  }

  @Test
  void stopsBeforeTheStart() {
    try (RecordBatchStream stream = execute(ENDLESS_SUM)) {
      stream.cancel();
      assertCancelled(stream::loadNextBatch);
    }
  }

  @Test
  void stopsWhileTheFirstRowsAreMade() throws Exception {
    try (RecordBatchStream stream = execute(ENDLESS_SUM)) {
      CompletableFuture<Long> cancelledAt = cancelLater(stream, 500);
      assertCancelled(stream::loadNextBatch);
      assertThat(System.nanoTime() - cancelledAt.get()).isLessThan(SOON);
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void stopsBetweenBatches() throws Exception {
    try (RecordBatchStream stream = execute(ENDLESS_ROWS)) {
      CompletableFuture<Long> cancelledAt = cancelLater(stream, 500);
      assertCancelled(
          () -> {
            while (stream.loadNextBatch()) {
              assertThat(stream.root().getRowCount()).isPositive();
            }
          });
      assertThat(System.nanoTime() - cancelledAt.get()).isLessThan(SOON);
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  private CompletableFuture<Long> cancelLater(RecordBatchStream stream, long millis) {
    return CompletableFuture.supplyAsync(
        () -> {
          long now = System.nanoTime();
          stream.cancel();
          return now;
        },
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, threads));
  }

  @Test
  void hasNoEffectAfterTheEnd() {
    try (RecordBatchStream stream = execute("SELECT 1")) {
      assertThat(stream.loadNextBatch()).isTrue();
      assertThat(stream.loadNextBatch()).isFalse();
      stream.cancel();
      assertThat(stream.loadNextBatch()).isFalse();
    }
  }

  @Test
  void givesTheFirstBatchOfAnEndlessResultEarly() {
    long start = System.nanoTime();
    try (RecordBatchStream stream = execute(ENDLESS_ROWS)) {
      assertThat(stream.loadNextBatch()).isTrue();
      assertThat(System.nanoTime() - start).isLessThan(SOON);
      assertThat(allocator.getAllocatedMemory()).isLessThan(8_000_000);
    }
  }

  @Test
  void closesWhileAnotherThreadReads() throws Exception {
    RecordBatchStream stream = execute(ENDLESS_SUM);
    CompletableFuture<Boolean> reading =
        CompletableFuture.supplyAsync(stream::loadNextBatch, threads);
    CompletableFuture.runAsync(
            stream::close, CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS, threads))
        .get();
    assertThatThrownBy(reading::get).hasCauseInstanceOf(IceRunnerException.class);
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void endsStatementsWhenTheEngineCloses() throws Exception {
    RecordBatchStream stream = execute(ENDLESS_SUM);
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(
            engine::close, CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS, threads));
    assertCancelled(stream::loadNextBatch);
    stream.close();
    closing.get();
    assertCancelled(() -> execute("SELECT 1"));
  }

  @Test
  void survivesRacesOfReadingCancellingAndClosing() throws Exception {
    Random random = new Random(42);
    String[] statements = {
      ENDLESS_ROWS, ENDLESS_SUM, "SELECT i FROM range(200000) t(i)", "SELECT 1"
    };
    int races = Boolean.getBoolean("icerunner.test.long") ? 4_000 : 600;
    for (int i = 0; i < races; i++) {
      RecordBatchStream stream = execute(statements[i % statements.length]);
      CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> readAll(stream), threads);
      CompletableFuture<Void> cancelling =
          CompletableFuture.runAsync(
              i % 3 == 0 ? stream::close : stream::cancel,
              CompletableFuture.delayedExecutor(
                  random.nextInt(4000), TimeUnit.MICROSECONDS, threads));
      cancelling.get();
      reading.get();
      stream.close();
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
    assertThat(value("SELECT 42")).isEqualTo(42);
  }

  private static void readAll(RecordBatchStream stream) {
    try {
      while (stream.loadNextBatch()) {
        assertThat(stream.root().getRowCount()).isNotNegative();
      }
    } catch (IceRunnerException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
    }
  }
}
