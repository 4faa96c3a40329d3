package io.icerunner.internal.register;

import io.icerunner.internal.commit.TableChange;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * The version of the source of truth that a table follows completely: while it is the same there is
 * nothing to do, and the source of truth need not be read.
 */
final class SeenVersion {
  private static final String PROPERTY = "icerunner.register.seen";

  private SeenVersion() {}

  static boolean isSeen(Table table, String version) {
    return version.equals(table.properties().get(PROPERTY));
  }

  /**
   * @param version that the change completes; null if something is left to do after it
   */
  static void record(TableChange.Builder change, @Nullable String version) {
    if (version == null) {
      change.removeProperty(PROPERTY);
    } else {
      change.property(PROPERTY, version);
    }
  }
}
