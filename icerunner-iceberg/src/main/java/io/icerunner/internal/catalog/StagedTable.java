package io.icerunner.internal.catalog;

import java.util.List;
import org.apache.iceberg.BaseTransaction;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;

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

  /**
   * Gives the table another partition spec beside the one it has, for files to come.
   *
   * @param spec with all fields that the table has already, and more
   */
  StagedTable partitionedBy(PartitionSpec spec) {
    List<PartitionField> added =
        spec.fields().stream().filter(field -> !isIn(table().spec(), field)).toList();
    if (added.isEmpty()) {
      return this;
    }
    UpdatePartitionSpec update = transaction.updateSpec();
    for (PartitionField field : added) {
      String column = spec.schema().findColumnName(field.sourceId());
      Term term =
          field.transform().isIdentity()
              ? Expressions.ref(column)
              : Expressions.transform(column, field.transform());
      update.addField(field.name(), term);
    }
    update.commit();
    return this;
  }

  private static boolean isIn(PartitionSpec spec, PartitionField field) {
    return spec.getFieldsBySourceId(field.sourceId()).stream()
        .anyMatch(present -> present.transform().equals(field.transform()));
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
