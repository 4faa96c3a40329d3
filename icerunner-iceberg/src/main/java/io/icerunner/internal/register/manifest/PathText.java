package io.icerunner.internal.register.manifest;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.apache.iceberg.types.Type;

/** Values as writers of Hive paths spell them. */
final class PathText {
  private PathText() {}

  /** Whether all writers spell values of the type alike. */
  static boolean isPlain(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, STRING, DATE, UUID, DECIMAL -> true;
      default -> false;
    };
  }

  /**
   * @param value in Iceberg's internal representation, of a plain type
   */
  static String of(Type type, Object value) {
    return switch (type.typeId()) {
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      default -> value.toString();
    };
  }
}
