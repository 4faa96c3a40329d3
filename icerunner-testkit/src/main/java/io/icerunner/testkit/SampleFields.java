package io.icerunner.testkit;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** Arrow fields of the sample tables, and the values of the first row of {@code types}. */
final class SampleFields {
  static final Field ID = required("id");
  static final Field NAME = string("name");

  static final List<Field> TYPES =
      List.of(
          field("b", ArrowType.Bool.INSTANCE),
          field("i", new ArrowType.Int(32, true)),
          field("l", new ArrowType.Int(64, true)),
          field("f", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
          field("d", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
          field("dt", new ArrowType.Date(DateUnit.DAY)),
          field("t", new ArrowType.Time(TimeUnit.MICROSECOND, 64)),
          field("ts", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
          field("tz", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
          string("s"),
          new Field(
              "u",
              new FieldType(
                  true,
                  new ArrowType.FixedSizeBinary(16),
                  null,
                  Map.of("ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", "")),
              List.of()),
          field("fx", new ArrowType.FixedSizeBinary(4)),
          field("bin", ArrowType.Binary.INSTANCE),
          field("dec", new ArrowType.Decimal(20, 3, 128)),
          field(
              "st",
              ArrowType.Struct.INSTANCE,
              field("x", new ArrowType.Int(32, true)),
              string("y")),
          field("li", ArrowType.List.INSTANCE, field("element", new ArrowType.Int(64, true))),
          field(
              "m",
              new ArrowType.Map(false),
              new Field(
                  "entries",
                  FieldType.notNullable(ArrowType.Struct.INSTANCE),
                  List.of(
                      Field.notNullable("key", ArrowType.Utf8.INSTANCE),
                      field(
                          "value", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE))))));

  /** As {@link #text} writes them. */
  static final List<String> VALUES =
      List.of(
          "true",
          "2147483647",
          "-9223372036854775808",
          "1.5",
          "-0.25",
          "19782",
          "86399999999",
          "1969-12-31T23:59:59.000001",
          "1709208000000000",
          "süß 🧊",
          "00112233445566778899aabbccddeeff",
          "01020304",
          "00ff",
          "-12345678901234567.890",
          "{\"x\":7}",
          "[1,null,3]",
          "[{\"key\":\"a\",\"value\":1.0},{\"key\":\"b\"}]");

  private SampleFields() {}

  static Field required(String name) {
    return Field.notNullable(name, new ArrowType.Int(64, true));
  }

  static Field string(String name) {
    return field(name, ArrowType.Utf8.INSTANCE);
  }

  private static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  static String text(@Nullable Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
  }
}
