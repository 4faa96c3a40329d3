package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelReadsTest {
  private static final int OPEN = 8;

  private final SourceStore store =
      SourceStore.open(Map.of(), WeatherPolicy.DEFAULT.withOpenReads(OPEN));

  @AfterEach
  void close() {
    store.close();
  }

  private static List<SourceFile> files(int count) {
    return IntStream.range(0, count).mapToObj(i -> new SourceFile("s3://lake/" + i, i, 0)).toList();
  }

  @Test
  void resultsAreInOrderAndAsManyRunAsMay() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier all = new CyclicBarrier(OPEN);
    List<Long> sizes =
        store.parallel(
            files(10 * OPEN),
            file -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              await(all);
              running.decrementAndGet();
              return file.size();
            });
    assertThat(sizes).isEqualTo(IntStream.range(0, 10 * OPEN).mapToObj(Long::valueOf).toList());
    assertThat(most).hasValue(OPEN);
  }

  @Test
  void theFirstFailureInterruptsTheOthersAndNoMoreBegin() throws InterruptedException {
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch interrupted = new CountDownLatch(OPEN - 1);
    CyclicBarrier all = new CyclicBarrier(OPEN);
    IceRunnerException e =
        catchThrowableOfType(
            IceRunnerException.class,
            () ->
                store.parallel(
                    files(1_000),
                    file -> {
                      begun.incrementAndGet();
                      await(all);
                      if (file.size() == 3) {
                        throw new IllegalStateException("it is broken");
                      }
                      return waitForInterrupt(interrupted);
                    }));
    assertThat(e).hasMessage("Cannot read s3://lake/3: it is broken");
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(begun).hasValue(OPEN);
  }

  @Test
  void aWaitingThreadMayBeInterrupted() {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    IceRunnerException e =
        catchThrowableOfType(
            IceRunnerException.class,
            () -> store.parallel(files(3), file -> waitForInterrupt(interrupted)));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
  }

  private static boolean waitForInterrupt(CountDownLatch interrupted) {
    try {
      return new CountDownLatch(1).await(50, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted.countDown();
      return false;
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(50, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
