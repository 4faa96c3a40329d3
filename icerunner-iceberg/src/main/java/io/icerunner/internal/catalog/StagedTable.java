package io.icerunner.internal.catalog;

import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table, or a new state of one, that exists for nobody else until it is committed. Files are
 * written into {@link #table()}; giving up needs no clean-up beyond those files.
 *
 * @param identifier its name
 * @param transaction uncommitted; holds the table
 */
public record StagedTable(TableIdentifier identifier, Transaction transaction) {

  /** The table to write files for. It must not be committed to. */
  public Table table() {
    return transaction.table();
  }
}
