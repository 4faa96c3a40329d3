package io.icerunner.internal.flight;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which FlightInfos have been cancelled, and the streams that run for the others. A cancelled one
 * is remembered for a day, at most a hundred thousand of them.
 */
public final class CancelledReads {
  private final Cache<UUID, Boolean> cancelled =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofDays(1)).maximumSize(100_000).build();
  private final Map<UUID, Set<RunningStream>> running = new ConcurrentHashMap<>();

  /**
   * Refuses the tickets of a FlightInfo that was cancelled.
   *
   * @throws IceRunnerException CANCELLED if the tickets of this FlightInfo are dead
   */
  public void check(UUID id) {
    if (isCancelled(id)) {
      throw reason();
    }
  }

  boolean isCancelled(UUID id) {
    return cancelled.getIfPresent(id) != null;
  }

  private static IceRunnerException reason() {
    return IceRunnerException.cancelled("Cannot read: the FlightInfo of this ticket was cancelled");
  }

  /** A stream runs for a ticket of this FlightInfo. */
  public void started(UUID id, RunningStream stream) {
    running.compute(
        id,
        (key, streams) -> {
          Set<RunningStream> all = streams == null ? ConcurrentHashMap.newKeySet() : streams;
          all.add(stream);
          return all;
        });
    if (isCancelled(id)) {
      stream.stop(reason());
    }
    stream.whenEnded(() -> ended(id, stream));
  }

  private void ended(UUID id, RunningStream stream) {
    running.computeIfPresent(
        id,
        (key, streams) -> {
          streams.remove(stream);
          return streams.isEmpty() ? null : streams;
        });
  }

  /**
   * Stops what runs and refuses the tickets from now on.
   *
   * @return false if it was cancelled before
   */
  public boolean cancel(UUID id) {
    boolean first = cancelled.asMap().putIfAbsent(id, Boolean.TRUE) == null;
    Set<RunningStream> streams = running.get(id);
    if (streams != null) {
      streams.forEach(stream -> stream.stop(reason()));
    }
    return first;
  }
}
