package io.icerunner.internal.register.manifest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a manifest. For one thread. */
public interface ManifestTable {

  /** The names of all columns, in the manifest's own spelling. */
  List<String> columns();

  /**
   * Reads some columns of all rows.
   *
   * @param columns among {@link #columns()}
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming the manifest, the place
   *     and the column of a value that is neither text, a number, a truth value, a date nor a list
   *     of such
   */
  void forEach(List<String> columns, Row row);

  /** Where a row is, for messages: {@code line 5} or {@code row 3}. */
  String place(long number);

  /** Gets one row after another. */
  @FunctionalInterface
  interface Row {
    /**
     * @param number for {@link ManifestTable#place}
     * @param values in the order of the columns: null, a {@link String}, or a {@link List} of
     *     strings; the array is used again
     */
    void accept(long number, @Nullable Object[] values);
  }
}
