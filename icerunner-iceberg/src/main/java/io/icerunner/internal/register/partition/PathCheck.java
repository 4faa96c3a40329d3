package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.Finding.Proven;
import io.icerunner.internal.register.partition.Finding.Unproven;
import io.icerunner.internal.register.partition.HivePath.Entry;
import io.icerunner.internal.register.partition.PartitionPolicy.Conflict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Compares what a path says with the file and the table. Thread-safe. */
final class PathCheck {
  private final Set<Integer> recorded = new HashSet<>();
  private final Conflict conflict;
  private final @Nullable ColumnValues reads;
  private final Map<String, FieldRule> columns = new HashMap<>();
  private final Map<String, String> lowerCase = new HashMap<>();

  PathCheck(PartitionSpec spec, Schema schema, Conflict conflict, @Nullable ColumnValues reads) {
    spec.fields().stream()
        .filter(field -> field.transform().isIdentity())
        .forEach(field -> recorded.add(field.sourceId()));
    this.conflict = conflict;
    this.reads = reads;
    for (Types.NestedField column : schema.columns()) {
      lowerCase.put(column.name().toLowerCase(Locale.ROOT), column.name());
      if (column.type().isPrimitiveType()) {
        columns.put(column.name(), SpecRules.identity(column));
      }
    }
  }

  /**
   * Checks all keys of the path.
   *
   * @return why the spec cannot take the file: its path has a column that would be lost; or null
   * @throws IceRunnerException INVALID_ARGUMENT if the path contradicts the file or the table
   */
  @Nullable Unproven check(FileEvidence file) {
    Unproven lost = null;
    for (Entry entry : file.path().entries()) {
      FieldRule column = columns.get(entry.key());
      if (column == null) {
        checkCase(file, entry.key());
      } else if (!file.columnsInFile().contains(column.column().fieldId())) {
        lost = lost == null ? lost(column) : lost;
      } else if (conflict == Conflict.REFUSE) {
        checkSame(file, column, entry.value());
      }
    }
    return lost;
  }

  private void checkCase(FileEvidence file, String key) {
    String column = lowerCase.get(key.toLowerCase(Locale.ROOT));
    if (key.equals(column) && conflict == Conflict.REFUSE) {
      throw Refusals.of(
          file.location(),
          "its path has a value for column %s, which has fields of its own; rename the folder, or let files win over their path"
              .formatted(key));
    }
    if (column != null && !column.equals(key)) {
      throw Refusals.of(
          file.location(),
          "key %s of its path differs only in case from column %s of the table; keys match columns by their exact name, so rename the folder or the column"
              .formatted(key, column));
    }
  }

  /** A reader finds the value of a column that is not in the file in an identity partition only. */
  private @Nullable Unproven lost(FieldRule column) {
    return recorded.contains(column.column().fieldId())
        ? null
        : Finding.unproven(
            "column %s is in its path only, and the table would lose the value unless it is partitioned by %s itself"
                .formatted(column.name(), column.name()));
  }

  private void checkSame(FileEvidence file, FieldRule column, @Nullable String text) {
    Finding finding = whole(file, column);
    if (finding instanceof Unproven unproven) {
      throw conflict(file, column, text, "is not known to have one value: " + unproven.reason());
    }
    Object actual = ((Proven) finding).value();
    if (!isSpelled(file, column, text, actual)) {
      throw conflict(file, column, text, "is " + column.transform().sourceText(actual));
    }
  }

  private static boolean isSpelled(
      FileEvidence file, FieldRule column, @Nullable String text, @Nullable Object actual) {
    if (text != null && actual instanceof ByteBuffer bytes) {
      return text.equals(column.transform().sourceText(bytes))
          || bytes.equals(StandardCharsets.UTF_8.encode(text));
    }
    try {
      return column
          .transform()
          .isSame(HiveColumns.value(file.location(), column.column(), text), actual);
    } catch (IceRunnerException e) {
      return false;
    }
  }

  /** The one value of a column; NaN beside it is no matter for a check. */
  private Finding whole(FileEvidence file, FieldRule column) {
    ColumnStatistics statistics = ColumnStatistics.of(file, column.column());
    return statistics.isBounded()
            && column.transform().isSame(statistics.lower(), statistics.upper())
        ? Finding.proven(Evidence.STATISTICS, statistics.lower())
        : column.find(file, reads);
  }

  private static IceRunnerException conflict(
      FileEvidence file, FieldRule column, @Nullable String text, String reality) {
    return Refusals.of(
        file.location(),
        "its path says %s=%s, but column %s in the file %s; move the file, or let files win over their path"
            .formatted(
                column.name(),
                Objects.requireNonNullElse(text, HivePath.NULL),
                column.name(),
                reality));
  }
}
