package io.icerunner.internal.commit;

import java.util.List;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/**
 * Appends that cost the same however long the table lives: each adds one small manifest, and as
 * soon as there are a hundred (Iceberg's {@code commit.manifest.min-count-to-merge}), they are
 * merged.
 */
final class Appends {
  private Appends() {}

  static AppendFiles of(Table table, List<DataFile> files) {
    AppendFiles append = isMergeDue(table) ? table.newAppend() : table.newFastAppend();
    files.forEach(append::appendFile);
    return append;
  }

  static boolean isMergeDue(Table table) {
    @Nullable Snapshot current = table.currentSnapshot();
    int mergeAt =
        PropertyUtil.propertyAsInt(
            table.properties(),
            TableProperties.MANIFEST_MIN_MERGE_COUNT,
            TableProperties.MANIFEST_MIN_MERGE_COUNT_DEFAULT);
    return current != null && current.allManifests(table.io()).size() >= mergeAt;
  }
}
