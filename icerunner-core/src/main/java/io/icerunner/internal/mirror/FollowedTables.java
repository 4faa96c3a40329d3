package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables of a mirror that goes on. For use by one thread. */
final class FollowedTables {
  private final MirrorContext context;
  private final Duration interval;
  private final TablePairs pairs;
  private final String run = UUID.randomUUID().toString();
  private final long start;
  private final Backoff backoff;
  private final Set<TablePair> begun = new HashSet<>();
  private Map<TablePair, FollowedTable> tables = new LinkedHashMap<>();
  private long listed;
  private long listingDue;
  private @Nullable IceRunnerException unlisted;

  /**
   * @param start when the mirror was started, as {@link System#nanoTime()}
   */
  FollowedTables(MirrorContext context, Duration interval, long start) {
    this.context = context;
    this.interval = interval;
    this.pairs = new TablePairs(context.settings().tables());
    this.start = start;
    this.listed = start;
    this.listingDue = start;
    this.backoff =
        new Backoff(context.settings().pace().longestPause(), ThreadLocalRandom.current());
  }

  /**
   * Finds tables that have come and leaves those that are gone, if it is time to.
   *
   * @return what failed in passing, or while tables are copied; null if nothing did
   * @throws IceRunnerException what failed for good
   */
  @Nullable IceRunnerException refresh() {
    long now = System.nanoTime();
    if (listingDue - now > 0 || pairs.isNamed() && !tables.isEmpty()) {
      return null;
    }
    try {
      take(pairs.find(context.source()));
      backoff.reset();
      unlisted = null;
      listed = now;
      listingDue = now + interval.toNanos();
    } catch (IceRunnerException e) {
      if (!Failures.isPassing(e) && !isRunning()) {
        throw e;
      }
      unlisted = e;
      Duration pause = backoff.next();
      listingDue = System.nanoTime() + pause.toNanos();
      context.listener().retrying(context.source().address(), e.getMessage(), pause);
    }
    return unlisted;
  }

  private void take(List<TablePair> found) {
    Map<TablePair, FollowedTable> now = new LinkedHashMap<>();
    for (TablePair pair : found) {
      FollowedTable known = tables.get(pair);
      now.put(pair, known == null ? begin(pair) : known);
    }
    // A cycle that runs is not begun a second time if its table comes back.
    tables.forEach(
        (pair, table) -> {
          if (table.isRunning()) {
            now.putIfAbsent(pair, table);
          }
        });
    tables = now;
  }

  private FollowedTable begin(TablePair pair) {
    // A table that was gone for a while is not replaced once more.
    boolean resync = begun.add(pair) && context.settings().follow().resync();
    return new FollowedTable(
        new MirroredTable(pair, run, resync), context.settings().pace().longestPause(), start);
  }

  /** Those that are to be looked at now. */
  List<FollowedTable> due() {
    long now = System.nanoTime();
    return tables.values().stream()
        .filter(table -> table.isWaiting() && table.due() - now <= 0)
        .toList();
  }

  /** One of those that were due. */
  FollowedTable of(MirroredTable table) {
    return Objects.requireNonNull(tables.get(table.pair()));
  }

  /** Whether a cycle of some table runs. */
  boolean isRunning() {
    return tables.values().stream().anyMatch(FollowedTable::isRunning);
  }

  /** How long there is nothing to begin. */
  Duration untilDue() {
    long now = System.nanoTime();
    long next = pairs.isNamed() ? Long.MAX_VALUE : listingDue - now;
    for (FollowedTable table : tables.values()) {
      if (table.isWaiting()) {
        next = Math.min(next, table.due() - now);
      }
    }
    return Duration.ofNanos(Math.max(0, next));
  }

  /** How those that have stopped did so. */
  List<TableReport> stopped() {
    List<TableReport> stopped = new ArrayList<>();
    tables.values().stream()
        .map(FollowedTable::stopped)
        .filter(Objects::nonNull)
        .forEach(stopped::add);
    return stopped;
  }

  boolean isAllStopped() {
    return !tables.isEmpty() && stopped().size() == tables.size();
  }

  /** Whether something failed in passing. */
  boolean isFailing() {
    return unlisted != null || tables.values().stream().anyMatch(FollowedTable::isFailing);
  }

  /** The start of the last cycle after which every table was complete. */
  long completeSince() {
    return tables.values().stream().mapToLong(FollowedTable::completeSince).min().orElse(listed);
  }

  /** What keeps tables from being complete; null if nothing does. */
  @Nullable String reason() {
    List<String> reasons = new ArrayList<>();
    if (unlisted != null) {
      reasons.add(unlisted.getMessage());
    }
    tables.values().stream()
        .map(FollowedTable::failure)
        .filter(Objects::nonNull)
        .forEach(reasons::add);
    return reasons.isEmpty() ? null : reasons.stream().collect(Collectors.joining("; "));
  }
}
