package io.icerunner.internal.scan;

import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.jspecify.annotations.Nullable;

/** All files of a snapshot, and the plan that reads them all. Safe for use by many threads. */
final class SnapshotFiles {
  private static final int BYTES_PER_FILE = 1_000;

  private final List<LiveFile> files;
  private final Set<String> roots;
  private final boolean hasStatistics;
  private final int weight;
  private final PlanningThreads threads;
  private final FileLayouts layouts;
  private volatile @Nullable ScanPlan all;

  private SnapshotFiles(
      List<LiveFile> files,
      Set<String> roots,
      boolean hasStatistics,
      int weight,
      PlanningThreads threads,
      FileLayouts layouts) {
    this.files = List.copyOf(files);
    this.roots = roots;
    this.hasStatistics = hasStatistics;
    this.weight = weight;
    this.threads = threads;
    this.layouts = layouts;
  }

  /**
   * Reads the manifests.
   *
   * @param statisticsBytes statistics are kept in memory if they are not larger, roughly
   */
  static SnapshotFiles load(
      SnapshotSource source, PlanningThreads threads, FileLayouts layouts, long statisticsBytes) {
    List<LiveFile> files = new FileListing(source, threads).list(Expressions.alwaysTrue());
    Set<String> roots = FileRoots.of(source.table().location(), files);
    StatisticsPool pool = new StatisticsPool();
    List<LiveFile> kept = withStatistics(source, files, pool, statisticsBytes);
    boolean hasStatistics = kept != null;
    if (kept == null) {
      kept = files.stream().map(LiveFile::withoutStatistics).toList();
    }
    long weight =
        (long) files.size() * BYTES_PER_FILE + (hasStatistics ? pool.bytes() : 0) + BYTES_PER_FILE;
    int capped = (int) Math.min(Integer.MAX_VALUE, weight);
    return new SnapshotFiles(kept, roots, hasStatistics, capped, threads, layouts);
  }

  /** Null if the statistics are too large. */
  private static @Nullable List<LiveFile> withStatistics(
      SnapshotSource source, List<LiveFile> files, StatisticsPool pool, long mostBytes) {
    Map<Integer, PartitionSpec> specs = source.specs();
    List<LiveFile> pooled = new ArrayList<>(files.size());
    for (LiveFile live : files) {
      pooled.add(pool.pooled(live, source.spec(specs, live.file().specId())));
      if (pool.bytes() > mostBytes) {
        return null;
      }
    }
    return pooled;
  }

  int weight() {
    return weight;
  }

  SnapshotTotals totals() {
    long records = 0;
    long bytes = 0;
    for (LiveFile live : files) {
      records += live.file().recordCount();
      bytes += live.file().fileSizeInBytes();
    }
    return SnapshotTotals.of(records, bytes);
  }

  ScanPlan planAll(SnapshotSource source) {
    ScanPlan plan = all;
    if (plan == null) {
      plan = PlanGroups.plan(source, files, roots, layouts);
      all = plan;
    }
    return plan;
  }

  ScanPlan plan(SnapshotSource source, Expression filter) {
    return PlanGroups.plan(source, matching(source, filter), roots, layouts);
  }

  private List<LiveFile> matching(SnapshotSource source, Expression filter) {
    if (!hasStatistics) {
      return new FileListing(source, threads).list(filter);
    }
    FileFilter matches = new FileFilter(source.schema(), source.specs(), filter);
    return files.stream().filter(live -> matches.mayMatch(live.file())).toList();
  }
}
