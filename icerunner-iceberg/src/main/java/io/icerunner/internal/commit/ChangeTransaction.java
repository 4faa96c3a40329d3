package io.icerunner.internal.commit;

import java.util.function.Consumer;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.expressions.Expressions;
import org.jspecify.annotations.Nullable;

/** Puts all parts of a change into one transaction: schema, then files, then properties. */
final class ChangeTransaction {
  private final Transaction transaction;
  private final TableChange change;

  ChangeTransaction(Transaction transaction, TableChange change) {
    this.transaction = transaction;
    this.change = change;
  }

  void commit() {
    for (Consumer<UpdateSchema> step : change.schema()) {
      UpdateSchema update = transaction.updateSchema();
      step.accept(update);
      update.commit();
    }
    if (change.changesFiles()) {
      DirectExecutor.prepare(files(), change.summary()).commit();
    }
    if (change.changesProperties()) {
      UpdateProperties update = transaction.updateProperties();
      change.properties().forEach(update::set);
      change.removedProperties().forEach(update::remove);
      update.commit();
    }
    transaction.commitTransaction();
  }

  private SnapshotUpdate<?> files() {
    if (change.replacesAll()) {
      return replacement();
    }
    return change.removed().isEmpty() ? append() : overwrite();
  }

  /** Nothing can come in between: the transaction is on exactly one version. */
  private OverwriteFiles replacement() {
    OverwriteFiles overwrite =
        transaction.newOverwrite().overwriteByRowFilter(Expressions.alwaysTrue());
    change.added().forEach(overwrite::addFile);
    return overwrite;
  }

  private AppendFiles append() {
    AppendFiles append =
        Appends.isMergeDue(transaction.table())
            ? transaction.newAppend()
            : transaction.newFastAppend();
    change.added().forEach(append::appendFile);
    return append;
  }

  /** The validation makes Iceberg refuse the removal of a file that is not there. */
  private OverwriteFiles overwrite() {
    OverwriteFiles overwrite = transaction.newOverwrite().validateNoConflictingData();
    @Nullable Snapshot head = transaction.table().currentSnapshot();
    if (head != null) {
      overwrite.validateFromSnapshot(head.snapshotId());
    }
    change.removed().forEach(overwrite::deleteFile);
    change.added().forEach(overwrite::addFile);
    return overwrite;
  }
}
