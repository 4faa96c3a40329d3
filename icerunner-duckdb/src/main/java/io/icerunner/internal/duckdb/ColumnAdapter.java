package io.icerunner.internal.duckdb;

import org.apache.arrow.vector.FieldVector;

/**
 * Fills a vector of an announced field from the vector DuckDB exported for it. Used by one stream,
 * by one thread.
 */
interface ColumnAdapter {

  /**
   * Replaces what the target holds. Buffers of the source are shared where the layouts agree, so
   * nothing is copied; both vectors keep their own references.
   */
  void adapt(FieldVector source, FieldVector target);
}
