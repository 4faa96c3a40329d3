package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.net.SocketException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WeatherTest {
  private final List<String> messages = new ArrayList<>();
  private final CallCounter counter = new CallCounter();
  private final WeatherPolicy policy =
      WeatherPolicy.DEFAULT
          .withDelays(Duration.ofMillis(1), Duration.ofMillis(4))
          .withListener(messages::add);
  private final Weather weather = new Weather(policy, counter);

  @Test
  void whatFailsInPassingIsRepeatedUntilItIsDone() {
    int[] attempts = {0};
    String result =
        weather.run(
            "read s3://lake/a",
            () -> {
              if (++attempts[0] < 5) {
                throw new SocketException("Connection reset");
              }
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThat(counter.calls().retries()).isEqualTo(4);
    assertThat(messages)
        .hasSize(4)
        .allMatch(m -> m.matches("Retrying in [1-4] ms to read s3://lake/a: Connection reset"));
  }

  @Test
  void thePatienceEndsAndTheLastReasonIsTold() {
    Weather impatient = new Weather(policy.withPatience(Duration.ofMillis(30)), counter);
    IceRunnerException e =
        catchThrowableOfType(
            IceRunnerException.class,
            () ->
                impatient.run(
                    "read s3://lake/a",
                    () -> {
                      throw new SocketException("Connection reset");
                    }));
    assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(e)
        .hasMessageMatching(
            "Cannot read s3://lake/a: [0-9]+ attempts failed within 0.[0-9] s, the last one because Connection reset");
    assertThat(messages).isNotEmpty();
  }

  @Test
  void aDenialIsToldAtOnceWithoutAStackTraceOfTheClient() {
    IceRunnerException e =
        catchThrowableOfType(
            IceRunnerException.class,
            () ->
                weather.run(
                    "read file:///a",
                    () -> {
                      throw new AccessDeniedException("/a");
                    }));
    assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(e).hasMessage("Cannot read file:///a: access is denied").hasNoCause();
    assertThat(messages).isEmpty();
  }

  @Test
  @Timeout(60)
  void anInterruptEndsTheWait() {
    Weather slow =
        new Weather(policy.withDelays(Duration.ofMinutes(1), Duration.ofMinutes(1)), counter);
    try {
      IceRunnerException e =
          catchThrowableOfType(
              IceRunnerException.class,
              () ->
                  slow.run(
                      "read s3://lake/a",
                      () -> {
                        Thread.currentThread().interrupt();
                        throw new SocketException("Closed by interrupt");
                      }));
      assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aListingThatBreaksOffGivesEachFileOnce() {
    int[] given = {0};
    Storage breaking =
        new FixedStorage(
            IntStream.range(0, 100).mapToObj(i -> new SourceFile("s3://lake/" + i, i, 0)).toList(),
            () -> Set.of(20, 70).contains(++given[0]));
    List<SourceFile> files = new ArrayList<>();
    new ResumedListing(breaking, "s3://lake/", weather, counter).forEachRemaining(files::add);
    assertThat(files).hasSize(100).doesNotHaveDuplicates();
    assertThat(counter.calls()).isEqualTo(new StoreCalls(3, 0, 0, 2));
  }

  /** Breaks off while it lists. */
  private record FixedStorage(List<SourceFile> files, BooleanSupplier breaks) implements Storage {

    @Override
    public Iterator<SourceFile> list(String folder) {
      return files.stream()
          .peek(
              file -> {
                if (breaks.getAsBoolean()) {
                  throw new IllegalStateException(new SocketException("Connection reset"));
                }
              })
          .iterator();
    }

    @Override
    public SourceFile stat(String location) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] read(String location, long offset, int length) {
      throw new UnsupportedOperationException();
    }
  }
}
