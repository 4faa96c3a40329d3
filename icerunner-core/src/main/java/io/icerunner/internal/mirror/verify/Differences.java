package io.icerunner.internal.mirror.verify;

import io.icerunner.internal.mirror.digest.ColumnDigest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the columns in which two sides differ. */
final class Differences {
  private final Side source;
  private final Side target;

  Differences(Side source, Side target) {
    this.source = source;
    this.target = target;
  }

  /** In the order of the source, then those that only the target has. */
  List<VerifiedColumn> columns() {
    Set<String> names = new LinkedHashSet<>(source.columns().keySet());
    names.addAll(target.columns().keySet());
    List<VerifiedColumn> differences = new ArrayList<>();
    for (String name : names) {
      ColumnDigest one = source.columns().get(name);
      ColumnDigest other = target.columns().get(name);
      if (!isSame(one, other)) {
        differences.add(
            new VerifiedColumn(
                name,
                one == null ? "" : one.text(),
                other == null ? "" : other.text(),
                nulls(one, source),
                nulls(other, target)));
      }
    }
    return differences;
  }

  private boolean isSame(@Nullable ColumnDigest one, @Nullable ColumnDigest other) {
    if (one == null || other == null) {
      return nulls(one, source) == source.rows() && nulls(other, target) == target.rows();
    }
    return one.text().equals(other.text()) && one.nulls() == other.nulls();
  }

  /** A column that is missing counts as one of nulls. */
  private static long nulls(@Nullable ColumnDigest column, Side side) {
    return column == null ? side.rows() : column.nulls();
  }
}
