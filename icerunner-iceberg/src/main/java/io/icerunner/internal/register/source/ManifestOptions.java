package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a manifest is and what its columns mean.
 *
 * @param location a path or a URI of a Parquet, CSV or JSON file
 * @param keyColumns the columns that identify a unit; empty to take those that are named like the
 *     Hive keys of the paths
 * @param rowsColumn the column with the unit's row count
 * @param filesColumn the column with the unit's files, relative to the source or absolute, as a
 *     list or as one for each row; null if all data files in a unit's folder are the unit's
 */
public record ManifestOptions(
    String location, List<String> keyColumns, String rowsColumn, @Nullable String filesColumn) {
  /** The column of row counts unless another is named. */
  public static final String DEFAULT_ROWS_COLUMN = "rows";

  public ManifestOptions {
    keyColumns = List.copyOf(keyColumns);
    if (location.isBlank()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read a manifest without a location: give a path or a URI");
    }
  }

  /** A manifest whose columns have the usual names. */
  public static ManifestOptions of(String location) {
    return new ManifestOptions(location, List.of(), DEFAULT_ROWS_COLUMN, null);
  }
}
