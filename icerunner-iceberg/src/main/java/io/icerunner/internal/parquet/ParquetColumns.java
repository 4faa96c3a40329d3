package io.icerunner.internal.parquet;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of a local Parquet file. Values are in Iceberg's internal representation (a date as
 * days, a timestamp as microseconds, text as a string).
 */
public interface ParquetColumns {

  /**
   * The top-level columns of a file in its order, with their Iceberg types; a column that cannot be
   * read is of unknown type.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming the file if it cannot be
   *     read
   */
  List<Types.NestedField> columns(Path file);

  /**
   * Reads whole columns.
   *
   * @param columns names of top-level columns
   * @param row gets the values of one row in the order of the columns; the array is used again
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming the file if it cannot be
   *     read or lacks a column
   */
  void forEach(Path file, List<String> columns, Consumer<@Nullable Object[]> row);

  /**
   * The distinct values of a column, null among them; at most so many, so that one more than the
   * limit tells there are too many.
   */
  List<@Nullable Object> distinct(Path file, String column, int limit);
}
