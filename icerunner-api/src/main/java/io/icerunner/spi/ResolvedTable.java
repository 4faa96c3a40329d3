package io.icerunner.spi;

import java.util.OptionalLong;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;

/**
 * One table at one snapshot, or what was appended to it up to one. Immutable; safe for use by many
 * threads.
 */
public interface ResolvedTable {

  /** The table's name in the catalog, in the catalog's own spelling. */
  TableIdentifier identifier();

  /** The Iceberg schema that applies to the snapshot. */
  Schema schema();

  /** The Iceberg format version, 1 to 3. */
  int formatVersion();

  /**
   * The pinned snapshot, the last one of a range; empty for a table that has none yet, which has no
   * rows.
   */
  OptionalLong snapshotId();

  /** The exact number of rows by the metadata alone; empty if only reading can tell. */
  OptionalLong recordCount();

  /** The bytes of the live data files by the metadata alone; empty if not known. */
  OptionalLong totalBytes();

  /**
   * Plans the files that may hold rows matching the filter. The filter only prunes: the engine
   * still applies it.
   *
   * @param filter over the table's own column names; {@code Expressions.alwaysTrue()} for all
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED naming the table and the feature if
   *     the table has something that cannot be read right
   */
  ScanPlan plan(Expression filter);
}
