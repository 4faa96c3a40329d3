package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.UnreadableFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A column named {@code a.b} and the field b of a column a are the same name to Iceberg. */
final class DottedNames {
  private DottedNames() {}

  /**
   * @throws UnreadableFile naming the column
   */
  static void check(List<Types.NestedField> fields) throws UnreadableFile {
    String clash = clash(fields);
    if (clash != null) {
      throw new UnreadableFile(
          "column %s could be two: one of that name, and a field of another column"
              .formatted(clash));
    }
  }

  /** A name that two fields have; null if there is none. */
  static @Nullable String clash(List<Types.NestedField> fields) {
    return hasDots(fields) ? clash(fields, "", new HashSet<>()) : null;
  }

  private static boolean hasDots(List<Types.NestedField> fields) {
    return fields.stream()
        .anyMatch(
            field ->
                field.name().indexOf('.') >= 0
                    || (field.type().isNestedType()
                        && hasDots(field.type().asNestedType().fields())));
  }

  private static @Nullable String clash(
      List<Types.NestedField> fields, String path, Set<String> seen) {
    for (Types.NestedField field : fields) {
      String name = path + field.name();
      if (!seen.add(name)) {
        return name;
      }
      String nested =
          field.type().isNestedType()
              ? clash(field.type().asNestedType().fields(), name + ".", seen)
              : null;
      if (nested != null) {
        return nested;
      }
    }
    return null;
  }
}
