package io.icerunner.internal.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InsistenceTest {
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  @Timeout(60)
  void endsWhenNobodyWaitsForIt() {
    Insistence insistence = new Insistence(Duration.ofHours(1), closed::get);
    IceRunnerException thrown =
        catchThrowableOfType(
            IceRunnerException.class,
            () ->
                insistence.run(
                    () -> {
                      closed.set(attempts.incrementAndGet() == 3);
                      throw new IceRunnerException(
                          attempts.get() == 1 ? ErrorCode.COMMIT_UNKNOWN : ErrorCode.UNAVAILABLE,
                          "Cannot reach the catalog");
                    }));
    assertThat(attempts).hasValue(3);
    assertThat(Objects.requireNonNull(thrown).code()).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
  }

  @Test
  @Timeout(60)
  void repeatsWhatMayPassUntilItGoesWell() {
    Insistence insistence = new Insistence(Duration.ofHours(1), closed::get);
    String result =
        insistence.run(
            () -> {
              if (attempts.incrementAndGet() < 3) {
                throw new IceRunnerException(ErrorCode.UNAVAILABLE, "Cannot reach the catalog");
              }
              return "committed";
            });
    assertThat(result).isEqualTo("committed");
    assertThat(insistence.isInDoubt()).isFalse();
  }
}
