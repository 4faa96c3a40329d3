package io.icerunner.internal.commit;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;

/** Files that were written for a commit which surely did not take place. */
final class RejectedFiles {
  private RejectedFiles() {}

  /** Deletes them; what cannot be deleted is told with the failure and stays as an orphan. */
  static void delete(Table table, List<DataFile> files, RuntimeException failure) {
    for (DataFile file : files) {
      try {
        table.io().deleteFile(file.location());
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
