package io.icerunner.internal.register;

import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * The record of a table without parsing it again when it is the one that was written last. For one
 * thread.
 */
final class RecordCache {
  private @Nullable String text;
  private UnitRecord record = UnitRecord.EMPTY;

  UnitRecord of(Table table) {
    @Nullable String now = table.properties().get(UnitRecord.PROPERTY);
    if (now == null) {
      return UnitRecord.EMPTY;
    }
    if (!now.equals(text)) {
      record = UnitRecordText.read(now, table.name());
      text = now;
    }
    return record;
  }

  /** The text of a record that is about to be written. */
  String text(UnitRecord next) {
    String written = UnitRecordText.write(next);
    text = written;
    record = next;
    return written;
  }
}
