package io.icerunner.internal.commit;

import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
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
    if (change.schema() != null) {
      UpdateSchema update = transaction.updateSchema();
      change.schema().accept(update);
      update.commit();
    }
    if (change.changesFiles()) {
      SnapshotUpdate<?> update = change.removed().isEmpty() ? append() : overwrite();
      DirectExecutor.prepare(update, change.summary()).commit();
    }
    if (change.changesProperties()) {
      UpdateProperties update = transaction.updateProperties();
      change.properties().forEach(update::set);
      change.removedProperties().forEach(update::remove);
      update.commit();
    }
    transaction.commitTransaction();
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
