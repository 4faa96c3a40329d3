package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.Finding.Proven;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Files to propose a spec by, and the partition that each has so far. */
final class ProposalSample {
  private final List<FileEvidence> files;
  private final List<List<@Nullable Object>> partitions = new ArrayList<>();

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if there is no file
   */
  ProposalSample(Collection<FileEvidence> files) {
    if (files.isEmpty()) {
      throw IceRunnerException.invalidArgument("Cannot propose partitions: there are no files");
    }
    this.files = List.copyOf(files);
    this.files.forEach(file -> partitions.add(new ArrayList<>()));
  }

  int size() {
    return files.size();
  }

  /** Statistics of a column, of the files that have rows. */
  Stream<ColumnStatistics> statistics(Types.NestedField column) {
    return files.stream().map(file -> ColumnStatistics.of(file, column));
  }

  boolean isKey(Types.NestedField column) {
    return files.stream()
        .allMatch(file -> file.path().find(column.name()) != null && !isIn(file, column));
  }

  /** Whether the column is in all files and their footers prove it, not all by being null. */
  boolean isProven(Types.NestedField column, Transform<?, ?> transform) {
    FieldRule rule = FieldRule.of(column.name(), column, transform, false);
    boolean hasValues = false;
    for (FileEvidence file : files) {
      if (!isIn(file, column) || !(rule.find(file, null) instanceof Proven proven)) {
        return false;
      }
      hasValues |= proven.evidence() == Evidence.STATISTICS;
    }
    return hasValues;
  }

  /** Whether a proven field gives more partitions than there are so far. */
  boolean tellsApart(Types.NestedField column, Transform<?, ?> transform) {
    List<@Nullable Object> values = values(column, transform);
    Set<List<@Nullable Object>> together = new HashSet<>();
    for (int file = 0; file < files.size(); file++) {
      List<@Nullable Object> partition = new ArrayList<>(partitions.get(file));
      partition.add(values.get(file));
      together.add(partition);
    }
    return together.size() > new HashSet<>(partitions).size();
  }

  /**
   * Adds a proven field to the partitions.
   *
   * @return how many values it has
   */
  int take(Types.NestedField column, Transform<?, ?> transform) {
    List<@Nullable Object> values = values(column, transform);
    for (int file = 0; file < files.size(); file++) {
      partitions.get(file).add(values.get(file));
    }
    return new HashSet<>(values).size();
  }

  private List<@Nullable Object> values(Types.NestedField column, Transform<?, ?> transform) {
    FieldRule rule = FieldRule.of(column.name(), column, transform, true);
    @Nullable Object[] values = new Object[files.size()];
    for (int file = 0; file < values.length; file++) {
      values[file] =
          rule.find(files.get(file), null) instanceof Proven proven ? proven.value() : null;
    }
    return Arrays.asList(values);
  }

  private static boolean isIn(FileEvidence file, Types.NestedField column) {
    return file.columnsInFile().contains(column.fieldId());
  }
}
