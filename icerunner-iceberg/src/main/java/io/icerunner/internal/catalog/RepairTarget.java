package io.icerunner.internal.catalog;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** The catalog that a repair looks at and changes. */
interface RepairTarget {
  /** Under which its rows are kept. */
  String catalogName();

  /** All rows, those of other catalogs in the same database included. */
  List<CatalogRow> rows();

  /** The row of a table as it is now. */
  @Nullable CatalogRow row(TableIdentifier table);

  /**
   * Makes a row; false if there is one, or if it should not be made after all.
   *
   * @param isWanted is asked while nobody else changes rows
   */
  boolean insert(TableIdentifier table, String location, BooleanSupplier isWanted);

  /** Moves a row on; false if it does not name the first location any more. */
  boolean update(TableIdentifier table, String from, String to);
}
