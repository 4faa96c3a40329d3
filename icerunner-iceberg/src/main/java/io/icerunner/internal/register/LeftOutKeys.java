package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.HivePath;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * Keys of paths that were left out of a table when it was made, by its partition spec. Any other
 * key that is no column came later, and its values would be lost without a word.
 */
final class LeftOutKeys {
  /** Names, separated by commas. A table that registration did not make has no such property. */
  static final String PROPERTY = "icerunner.register.left-out-keys";

  private final String table;
  private final @Nullable Set<String> keys;

  private LeftOutKeys(String table, @Nullable Set<String> keys) {
    this.table = table;
    this.keys = keys;
  }

  static LeftOutKeys of(Table table) {
    @Nullable String text = table.properties().get(PROPERTY);
    return new LeftOutKeys(
        table.name(), text == null ? null : new HashSet<>(Arrays.asList(text.split(",", -1))));
  }

  static String text(Collection<String> keys) {
    return String.join(",", keys);
  }

  /**
   * @param schema that the table has with the file
   * @throws IceRunnerException INVALID_ARGUMENT naming the file and the key
   */
  void check(String location, HivePath path, Schema schema) {
    if (keys == null) {
      return;
    }
    for (HivePath.Entry entry : path.entries()) {
      if (schema.findField(entry.key()) == null && !keys.contains(entry.key())) {
        throw IceRunnerException.invalidArgument(
            "Cannot register %s: its path has the key %s, which table %s has no column for and files before had not; register such files as a table of their own"
                .formatted(location, entry.key(), table));
      }
    }
  }
}
