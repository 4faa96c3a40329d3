package io.icerunner.internal.register;

import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/**
 * Describes files as data files of a table. Each spec has one builder for all files, since making a
 * builder takes longer than all else that is done for a file. Thread-safe.
 */
final class DataFileBuilders {
  private final Map<PartitionSpec, DataFiles.Builder> bySpec = new IdentityHashMap<>();

  /**
   * @param partition null if the spec has no fields
   */
  synchronized DataFile build(
      ReadFile read, PartitionSpec spec, @Nullable StructLike partition, Metrics metrics) {
    DataFiles.Builder file =
        bySpec
            .computeIfAbsent(spec, DataFiles::builder)
            .withPath(read.file().location())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(read.file().size())
            .withMetrics(metrics)
            .withSplitOffsets(read.footer().splitOffsets());
    if (spec.isPartitioned() && partition != null) {
      file.withPartition(partition);
    }
    return file.build();
  }
}
