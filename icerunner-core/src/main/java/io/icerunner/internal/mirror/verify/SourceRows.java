package io.icerunner.internal.mirror.verify;

import io.icerunner.internal.mirror.source.CanonicalRows;
import java.util.Map;

/**
 * Rows of a source as a record tells of them.
 *
 * @param isExact whether they are the source's as it was at the record's position
 * @param names as which columns count in the target, by the names they have at the source
 */
record SourceRows(CanonicalRows rows, boolean isExact, Map<String, String> names)
    implements AutoCloseable {

  @Override
  public void close() {
    rows.close();
  }
}
