package io.icerunner.internal.register.partition;

import io.icerunner.internal.register.source.SourceFile;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a column of a file where its footer does not tell enough. Thread-safe. */
@FunctionalInterface
public interface ColumnValues {

  /**
   * The distinct values of a column in Iceberg's internal representation, null among them.
   *
   * @param column the table's name of a top-level column that is in the file
   * @param limit how many are given at most, at least 1
   * @throws io.icerunner.error.IceRunnerException if the file cannot be read
   */
  List<@Nullable Object> distinct(SourceFile file, String column, int limit);

  /**
   * Gives every distinct value at least once, for columns with more than a list should hold.
   *
   * @param value a consumer that throws ends the reading
   */
  default void forEach(SourceFile file, String column, Consumer<@Nullable Object> value) {
    distinct(file, column, Integer.MAX_VALUE).forEach(value);
  }
}
