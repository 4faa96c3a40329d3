package io.icerunner.internal.register.partition;

import org.jspecify.annotations.Nullable;

/** The outcome for one partition field and file. */
sealed interface Finding {

  /**
   * All rows have this partition value.
   *
   * @param lower a bound of the source column; null where none was needed
   */
  record Proven(
      Evidence evidence, @Nullable Object lower, @Nullable Object upper, @Nullable Object value)
      implements Finding {}

  /**
   * The rows are not proven to have one partition value.
   *
   * @param reason naming the column
   */
  record Unproven(String reason, @Nullable Object lower, @Nullable Object upper)
      implements Finding {}

  static Proven proven(Evidence evidence, @Nullable Object value) {
    return new Proven(evidence, null, null, value);
  }

  static Unproven unproven(String reason) {
    return new Unproven(reason, null, null);
  }
}
