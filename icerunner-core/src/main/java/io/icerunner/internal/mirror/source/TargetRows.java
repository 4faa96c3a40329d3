package io.icerunner.internal.mirror.source;

import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** Reads rows of targets as they are now. Safe for use by many threads. */
public interface TargetRows {

  /**
   * Begins to read.
   *
   * @param columns names; those that the table lacks are left out; null for all
   * @param filter a predicate in SQL; null for all rows
   * @param allocator parent of what is allocated; closed after the rows
   * @return rows that the caller closes
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if it has none of the columns
   */
  CanonicalRows read(
      TableIdentifier table,
      @Nullable List<String> columns,
      @Nullable String filter,
      BufferAllocator allocator);

  /** The names of a table's columns by their field ids. */
  Map<Integer, String> columnNames(TableIdentifier table);
}
