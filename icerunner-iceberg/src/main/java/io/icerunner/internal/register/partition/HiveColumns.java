package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.HivePath.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Columns that the paths of files have and the files themselves do not.
 *
 * <p>A key is a column of exactly its name. A key that differs only in case from a column or from a
 * key of another file is refused: whether both are one column cannot be told.
 */
public final class HiveColumns {
  private HiveColumns() {}

  /**
   * The columns for the keys of all paths, except those that are in the files; optional, with ids
   * from 1, in the order of the path.
   *
   * <p>A column has its declared type. Otherwise, if all of its values are canonical integers (no
   * leading zeros, no plus sign), it is an int, or a long when one of them needs it; if all are ISO
   * dates of four-digit years, a date; else, and when all are null, a string.
   *
   * @param declared types by column name; may name other columns
   * @param fileColumns names of the top-level columns that are in files
   * @throws IceRunnerException INVALID_ARGUMENT if some paths lack a key of others, keys differ
   *     only in case, or a value does not fit its declared type
   */
  public static List<Types.NestedField> infer(
      Collection<HivePath> paths, Map<String, Type> declared, Set<String> fileColumns) {
    KeyCase names = new KeyCase(fileColumns, "the files");
    declared.keySet().forEach(name -> names.add(name, "the declared schema"));
    Map<String, KeyValues> keys = new LinkedHashMap<>();
    for (HivePath path : paths) {
      for (Entry entry : path.entries()) {
        names.check(path.location(), entry.key());
        if (!fileColumns.contains(entry.key())) {
          keys.computeIfAbsent(entry.key(), key -> new KeyValues(path)).add(path, entry.value());
        }
      }
    }
    checkComplete(paths, keys);
    return fields(keys, declared);
  }

  /**
   * The value of a key in Iceberg's internal representation: a date as days, a timestamp as
   * microseconds. Text of an int or long column may have leading zeros.
   *
   * @param column the table's
   * @param text from the path; null gives null
   * @throws IceRunnerException INVALID_ARGUMENT naming file, key, text and type if the text is not
   *     exactly a value of the type; UNSUPPORTED if values of the type have no text that writers
   *     agree on
   */
  public static @Nullable Object value(
      String location, Types.NestedField column, @Nullable String text) {
    return text == null ? null : HiveValues.parse(location, column, text);
  }

  private static void checkComplete(Collection<HivePath> paths, Map<String, KeyValues> keys) {
    for (Map.Entry<String, KeyValues> key : keys.entrySet()) {
      if (key.getValue().paths() == paths.size()) {
        continue;
      }
      for (HivePath path : paths) {
        if (path.find(key.getKey()) == null) {
          throw Refusals.of(
              path.location(),
              "its path has no key %s, which is in the path of %s; register them as tables of their own"
                  .formatted(key.getKey(), key.getValue().first().location()));
        }
      }
    }
  }

  private static List<Types.NestedField> fields(
      Map<String, KeyValues> keys, Map<String, Type> declared) {
    List<Types.NestedField> fields = new ArrayList<>();
    keys.forEach(
        (key, values) -> {
          Type type = declared.get(key);
          Types.NestedField field =
              Types.NestedField.optional(
                  fields.size() + 1, key, type == null ? values.inferred() : type);
          if (type != null) {
            values.check(field);
          }
          fields.add(field);
        });
    return fields;
  }
}
