package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Context;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PlanningTest {
  private static String forever() {
    try {
      new CountDownLatch(1).await();
      return "ended";
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Test
  void endsWhenTheCallIsCancelled() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (Context.CancellableContext call = Context.current().withCancellation()) {
      CountDownLatch started = new CountDownLatch(1);
      Supplier<String> work =
          () -> {
            started.countDown();
            return forever();
          };
      Future<String> planned = executor.submit(call.wrap(() -> Planning.run(work)));
      started.await();
      call.cancel(null);

      assertThatThrownBy(planned::get)
          .hasCauseInstanceOf(IceRunnerException.class)
          .cause()
          .satisfies(
              e -> assertThat(((IceRunnerException) e).code()).isEqualTo(ErrorCode.CANCELLED));
      assertThat(executor.submit(Thread::interrupted).get()).isFalse();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void errorsOfTheWorkAreItsOwn() {
    assertThatThrownBy(
            () ->
                Planning.run(
                    () -> {
                      throw IceRunnerException.notFound("gone");
                    }))
        .hasMessage("gone");
    assertThat(Planning.run(() -> "done")).isEqualTo("done");
  }
}
