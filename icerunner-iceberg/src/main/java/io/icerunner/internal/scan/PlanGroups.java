package io.icerunner.internal.scan;

import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Puts files that are read alike together. */
final class PlanGroups {

  private PlanGroups() {}

  /**
   * @param roots as in {@link ScanPlan}
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED naming the table and a file that
   *     cannot be read right
   */
  static ScanPlan plan(
      SnapshotSource source, List<LiveFile> files, Set<String> roots, FileLayouts layouts) {
    requireReadable(source, files);
    List<FileLayout.Of> layoutOf = layouts.of(source, files);
    Map<FileLayout, GroupFiles> byLayout = new LinkedHashMap<>();
    for (int i = 0; i < files.size(); i++) {
      FileLayout.Of file = layoutOf.get(i);
      byLayout
          .computeIfAbsent(file.layout(), layout -> new GroupFiles())
          .add(Objects.requireNonNull(files.get(i).target()), file.constants());
    }
    List<ScanPlan.Group> groups = new ArrayList<>();
    byLayout.forEach(
        (layout, members) ->
            groups.add(layout.group(members.common(), typicalFirst(members.files()))));
    groups.sort(Comparator.comparingLong(PlanGroups::rows).reversed());
    return new ScanPlan(source.schema(), groups, roots);
  }

  private static void requireReadable(SnapshotSource source, List<LiveFile> files) {
    for (LiveFile live : files) {
      String refusal = live.refusal();
      if (refusal != null) {
        throw TableRules.unsupported(source.identifier(), refusal);
      }
    }
  }

  private static long rows(ScanPlan.Group group) {
    return group.files().stream().mapToLong(ScanPlan.File::recordCount).sum();
  }

  /**
   * Moves a file with about the mean number of rows to the front: engines take the first file for
   * typical when they estimate sizes.
   */
  private static List<ScanPlan.File> typicalFirst(List<ScanPlan.File> files) {
    double mean = files.stream().mapToLong(ScanPlan.File::recordCount).average().orElse(0);
    int typical = 0;
    for (int i = 1; i < files.size() && !isTypical(files.get(typical), mean); i++) {
      if (distance(files.get(i), mean) < distance(files.get(typical), mean)) {
        typical = i;
      }
    }
    files.add(0, files.remove(typical));
    return files;
  }

  private static boolean isTypical(ScanPlan.File file, double mean) {
    return file.recordCount() >= mean / 2 && file.recordCount() <= mean * 2;
  }

  private static double distance(ScanPlan.File file, double mean) {
    return Math.abs(file.recordCount() - mean);
  }
}
