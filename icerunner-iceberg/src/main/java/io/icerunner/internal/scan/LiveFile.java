package io.icerunner.internal.scan;

import io.icerunner.spi.ScanPlan;
import org.apache.iceberg.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * A data file of a snapshot.
 *
 * @param file with its statistics, or without them when too many are kept
 * @param target what the engine is told; null if the file cannot be read
 * @param refusal why the file cannot be read; null if it can
 */
record LiveFile(DataFile file, ScanPlan.@Nullable File target, @Nullable String refusal) {

  static LiveFile of(DataFile file, boolean hasDeletes) {
    String refusal = FileRules.refusal(file, hasDeletes);
    if (refusal != null) {
      return new LiveFile(file, null, refusal);
    }
    String path = FileRules.localPath(file.location());
    ScanPlan.File target = new ScanPlan.File(path, file.recordCount(), file.fileSizeInBytes());
    return new LiveFile(file, target, null);
  }

  LiveFile withoutStatistics() {
    return new LiveFile(file.copyWithoutStats(), target, refusal);
  }
}
