package io.icerunner.internal.types;

import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Arrow types in messages, as pyarrow prints them. */
final class ArrowText {
  private ArrowText() {}

  static String of(Field field) {
    ArrowType type = ArrowKind.storage(field);
    String name = TypeTable.row(ArrowKind.of(field)).arrow();
    if (type instanceof ArrowType.Decimal decimal) {
      return "decimal%s(%s, %s)"
          .formatted(decimal.getBitWidth(), decimal.getPrecision(), decimal.getScale());
    }
    if (type instanceof ArrowType.Timestamp timestamp && name.endsWith("tz]")) {
      return name.replace("tz]", "tz=" + timestamp.getTimezone() + "]");
    }
    if (type instanceof ArrowType.FixedSizeBinary fixed) {
      return name.replace("(L)", "(" + fixed.getByteWidth() + ")");
    }
    if (field.getChildren().isEmpty()) {
      return ArrowKind.of(field) == ArrowKind.OTHER ? type.toString() : name;
    }
    return name + children(field);
  }

  private static String children(Field field) {
    return field.getChildren().stream()
        .map(child -> child.getName() + ": " + of(child))
        .collect(Collectors.joining(", ", "<", ">"));
  }
}
