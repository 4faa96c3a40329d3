package io.icerunner.internal.scan;

import io.icerunner.spi.ScanPlan;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a file become those of the table. Compared by identity: {@link FileLayouts}
 * makes equal ones once.
 */
final class FileLayout {
  private final Schema fileSchema;
  private final boolean current;
  private final Map<Integer, @Nullable Object> constants;

  FileLayout(Schema fileSchema, boolean current, Map<Integer, @Nullable Object> constants) {
    this.fileSchema = fileSchema;
    this.current = current;
    this.constants = constants;
  }

  ScanPlan.Group group(List<ScanPlan.File> files) {
    return new ScanPlan.Group(fileSchema, current, constants, files);
  }
}
