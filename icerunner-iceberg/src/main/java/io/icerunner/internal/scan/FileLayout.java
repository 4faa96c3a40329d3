package io.icerunner.internal.scan;

import io.icerunner.spi.ScanPlan;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of files become those of the table. Compared by identity: {@link FileLayouts}
 * makes equal ones once.
 */
final class FileLayout {
  private final Schema fileSchema;
  private final boolean current;

  FileLayout(Schema fileSchema, boolean current) {
    this.fileSchema = fileSchema;
    this.current = current;
  }

  ScanPlan.Group group(Map<Integer, @Nullable Object> constants, List<ScanPlan.File> files) {
    return new ScanPlan.Group(fileSchema, current, constants, files);
  }

  /**
   * A file of this layout.
   *
   * @param constants values of the table's fields that the file lacks, by field id; of the same
   *     fields for all files of a layout
   */
  record Of(FileLayout layout, Map<Integer, @Nullable Object> constants) {}
}
