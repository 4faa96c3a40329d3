package io.icerunner.internal.catalog;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** Rows that were read from a catalog file that is not opened: only for looking at. */
record RowsOnly(String catalogName, List<CatalogRow> rows) implements RepairTarget {

  @Override
  public @Nullable CatalogRow row(TableIdentifier table) {
    return rows.stream()
        .filter(row -> row.catalog().equals(catalogName) && row.identifier().equals(table))
        .findFirst()
        .orElse(null);
  }

  @Override
  public boolean insert(TableIdentifier table, String location, BooleanSupplier isWanted) {
    throw new UnsupportedOperationException("Cannot change a catalog that is only looked at");
  }

  @Override
  public boolean update(TableIdentifier table, String from, String to) {
    throw new UnsupportedOperationException("Cannot change a catalog that is only looked at");
  }
}
