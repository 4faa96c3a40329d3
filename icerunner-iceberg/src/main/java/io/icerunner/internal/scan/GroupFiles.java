package io.icerunner.internal.scan;

import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The files of one group while it is put together. */
final class GroupFiles {
  private final List<ScanPlan.File> files = new ArrayList<>();
  private final List<Map<Integer, @Nullable Object>> constants = new ArrayList<>();
  private Map<Integer, @Nullable Object> common = Map.of();

  /**
   * @param ownConstants of the same fields for all files
   */
  void add(ScanPlan.File file, Map<Integer, @Nullable Object> ownConstants) {
    if (files.isEmpty()) {
      common = new HashMap<>(ownConstants);
    } else {
      common
          .entrySet()
          .removeIf(entry -> !Objects.equals(entry.getValue(), ownConstants.get(entry.getKey())));
    }
    files.add(file);
    constants.add(ownConstants);
  }

  /** The constants that are the same for all files. */
  Map<Integer, @Nullable Object> common() {
    return Collections.unmodifiableMap(common);
  }

  /** The files in the order in which they were added, each with the constants that differ. */
  List<ScanPlan.File> files() {
    List<ScanPlan.File> result = new ArrayList<>(files.size());
    for (int i = 0; i < files.size(); i++) {
      result.add(withOwn(files.get(i), constants.get(i)));
    }
    return result;
  }

  private ScanPlan.File withOwn(ScanPlan.File file, Map<Integer, @Nullable Object> all) {
    if (all.size() == common.size()) {
      return file;
    }
    Map<Integer, @Nullable Object> own = new HashMap<>(all);
    own.keySet().removeAll(common.keySet());
    return new ScanPlan.File(
        file.path(), file.recordCount(), file.sizeInBytes(), Collections.unmodifiableMap(own));
  }
}
