package io.icerunner.internal.catalog;

import org.apache.iceberg.BaseTransaction;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table, or a new state of one, that exists for nobody else until it is committed. Files are
 * written into {@link #table()}; giving up needs no clean-up beyond those files.
 *
 * @param identifier its name
 * @param transaction uncommitted; holds the table
 */
public record StagedTable(TableIdentifier identifier, Transaction transaction) {

  static StagedTable toCreate(TableIdentifier identifier, Catalog.TableBuilder builder) {
    BaseTransaction started = operated(identifier, builder.createTransaction());
    return new StagedTable(
        identifier,
        Transactions.createTableTransaction(
            identifier.toString(),
            GuardedOperations.guard(started.underlyingOps()),
            started.currentMetadata()));
  }

  static StagedTable toReplace(TableIdentifier identifier, Catalog.TableBuilder builder) {
    BaseTransaction started = operated(identifier, builder.createOrReplaceTransaction());
    return new StagedTable(
        identifier,
        Transactions.createOrReplaceTableTransaction(
            identifier.toString(),
            GuardedOperations.guard(started.underlyingOps()),
            started.currentMetadata()));
  }

  private static BaseTransaction operated(TableIdentifier identifier, Transaction transaction) {
    if (transaction instanceof BaseTransaction operated) {
      return operated;
    }
    throw CatalogErrors.notOperable(identifier.toString());
  }

  /** The table to write files for. It must not be committed to. */
  public Table table() {
    return transaction.table();
  }
}
