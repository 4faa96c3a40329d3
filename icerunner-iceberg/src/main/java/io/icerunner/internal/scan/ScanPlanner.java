package io.icerunner.internal.scan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Plans scans of snapshots. What it learns of a snapshot is kept, as long as there is room: a
 * snapshot never changes.
 *
 * <p>Safe for use by many threads.
 */
final class ScanPlanner {
  private static final long LARGEST_CACHE_BYTES = 256L << 20;
  private static final int TOTALS = 10_000;

  private final PlanningThreads threads =
      new PlanningThreads(Math.max(2, Runtime.getRuntime().availableProcessors()));
  private final Footers footers = new Footers();
  private final Cache<SnapshotKey, SnapshotFiles> snapshots;
  private final Cache<SnapshotKey, SnapshotTotals> totals =
      Caffeine.newBuilder().maximumSize(TOTALS).build();
  private final long statisticsBytes;

  /**
   * @param cacheBytes how much is kept of the files of snapshots, roughly
   */
  ScanPlanner(long cacheBytes) {
    this.snapshots =
        Caffeine.newBuilder()
            .maximumWeight(cacheBytes)
            .<SnapshotKey, SnapshotFiles>weigher((key, files) -> files.weight())
            .build();
    this.statisticsBytes = cacheBytes / 4;
  }

  /** The planner of this process: files are immutable, whichever catalog names them. */
  static ScanPlanner shared() {
    return Shared.PLANNER;
  }

  SnapshotTotals totals(SnapshotSource source) {
    return totals.get(source.key(), key -> SnapshotTotalsReader.read(source, this));
  }

  ScanPlan plan(SnapshotSource source, Expression filter) {
    EncryptionRules.requirePlain(source);
    SnapshotFiles files = files(source);
    if (filter == Expressions.alwaysTrue()) {
      return files.planAll(source);
    }
    try {
      return files.plan(source, EngineComparison.widen(filter, source.schema()));
    } catch (ValidationException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot plan table %s: the filter %s does not fit its schema: %s"
              .formatted(source.identifier(), filter, e.getMessage()));
    }
  }

  /** Nothing of it is kept. */
  TableFiles wholeFiles(SnapshotSource source) {
    EncryptionRules.requirePlain(source);
    return new WholeFiles(source, threads, footers).list();
  }

  SnapshotFiles files(SnapshotSource source) {
    return snapshots.get(source.key(), key -> load(source));
  }

  private SnapshotFiles load(SnapshotSource source) {
    Schema schema = source.schema();
    return SnapshotFiles.load(
        source, threads, new FileLayouts(footers, threads, schema), statisticsBytes);
  }

  private static final class Shared {
    static final ScanPlanner PLANNER =
        new ScanPlanner(Math.min(LARGEST_CACHE_BYTES, Runtime.getRuntime().maxMemory() / 16));
  }
}
