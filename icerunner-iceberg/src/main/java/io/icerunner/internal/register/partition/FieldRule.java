package io.icerunner.internal.register.partition;

import static io.icerunner.internal.register.partition.Finding.proven;
import static io.icerunner.internal.register.partition.Finding.unproven;

import io.icerunner.internal.register.partition.Finding.Proven;
import io.icerunner.internal.register.partition.Finding.Unproven;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one value that a transform gives for all rows of a file. Thread-safe.
 *
 * @param name the column's full name
 * @param column the source column, in the table's type
 * @param recorded whether the spec has the column itself too, so that a reader finds the value of a
 *     column that is not in the file
 */
record FieldRule(
    String name, Types.NestedField column, BoundTransform transform, boolean recorded) {

  /** In bytes or characters. */
  private static final int SHORTEST_CUT = 16;

  static FieldRule of(
      String name, Types.NestedField column, Transform<?, ?> transform, boolean recorded) {
    return new FieldRule(name, column, BoundTransform.of(transform, column.type()), recorded);
  }

  Finding find(FileEvidence file, @Nullable ColumnValues reads) {
    if (transform.isVoid()) {
      return proven(Evidence.VOID, null);
    }
    if (!file.columnsInFile().contains(column.fieldId())) {
      return fromPath(file);
    }
    if (file.rows() == 0) {
      return unproven("it has no rows, so column %s has no value".formatted(name));
    }
    ColumnStatistics statistics = ColumnStatistics.of(file, column);
    Finding finding = fromStatistics(statistics);
    return finding instanceof Unproven unproven && isWorthReading(statistics)
        ? new ColumnReading(this, unproven).find(file, reads)
        : finding;
  }

  boolean isTopLevel() {
    return name.equals(column.name());
  }

  private Finding fromPath(FileEvidence file) {
    HivePath.Entry entry = isTopLevel() ? file.path().find(name) : null;
    if (entry == null) {
      return unproven("column %s is neither in the file nor in its path".formatted(name));
    }
    if (!recorded) {
      return unproven(
          "column %s is in its path only, and only a partition by %s itself would keep the value"
              .formatted(name, name));
    }
    Object value = HiveColumns.value(file.location(), column, entry.value());
    return proven(Evidence.PATH, transform.apply(value));
  }

  private Finding fromStatistics(ColumnStatistics statistics) {
    if (statistics.isAllNull()) {
      return proven(Evidence.NULL, null);
    }
    if (statistics.isMixed()) {
      return unproven(
          "column %s has %d nulls in %d rows, which are not in one partition of %s"
              .formatted(name, statistics.nulls(), statistics.rows(), transform.text(name)));
    }
    if (!transform.preservesOrder()) {
      return unproven("%s cannot be told from bounds".formatted(transform.text(name)));
    }
    if (isFloating()) {
      return unproven("the bounds of %s %s do not tell of NaN".formatted(column.type(), name));
    }
    if (!statistics.isBounded()) {
      return unproven(
          "its footer has no %s of column %s"
              .formatted(statistics.nulls() < 0 ? "null count" : "trustworthy bounds", name));
    }
    return fromBounds(
        Objects.requireNonNull(statistics.lower()), Objects.requireNonNull(statistics.upper()));
  }

  private Finding fromBounds(Object lower, Object upper) {
    Object low = transform.apply(lower);
    Object high = transform.apply(upper);
    if (transform.isSame(low, high)) {
      return new Proven(Evidence.STATISTICS, lower, upper, low);
    }
    return new Unproven(
        "column %s spans %s to %s, from partition %s to %s of %s"
            .formatted(
                name,
                transform.sourceText(lower),
                transform.sourceText(upper),
                transform.resultText(low),
                transform.resultText(high),
                transform.text(name)),
        lower,
        upper);
  }

  /**
   * Exact bounds that differ and nulls beside values are an answer; all else a reading can tell.
   */
  private boolean isWorthReading(ColumnStatistics statistics) {
    if (statistics.isMixed()) {
      return false;
    }
    return !statistics.isBounded()
        || isFloating()
        || !transform.preservesOrder()
        || isCut(statistics.lower())
        || isCut(statistics.upper());
  }

  private boolean isFloating() {
    Type.TypeID id = column.type().typeId();
    return id == Type.TypeID.FLOAT || id == Type.TypeID.DOUBLE;
  }

  /** Whether a writer may have cut a bound; none cuts shorter than this. */
  private static boolean isCut(@Nullable Object bound) {
    return bound instanceof String text && text.length() >= SHORTEST_CUT
        || bound instanceof ByteBuffer bytes && bytes.remaining() >= SHORTEST_CUT;
  }
}
