package io.icerunner.internal.mirror.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.types.TypeMappers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorTypeTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "int|5||5",
        "int|-2147483648|1|-2147483649",
        "long|9223372036854775807||9223372036854775807",
        "long|-9223372036854775807|2|-9223372036854775808",
        "long|10|3|7",
        "decimal(38, 2)|99999999999999999999999999999999999.99||99999999999999999999999999999999999.99",
        "decimal(9, 2)|-1.50|0.5|-2.00",
        "decimal(9, 2)|1.50|0.005|1.49",
        "date|2024-02-29||DATE '2024-02-29'",
        "date|2024-03-01|1d|DATE '2024-02-29'",
        "date|2024-03-01|48h|DATE '2024-02-28'",
        "date|0001-01-02|5d|DATE '0001-01-01'",
        "timestamp|2024-02-29T23:59:59.999999||TIMESTAMP '2024-02-29 23:59:59.999999'",
        "timestamp|2024-03-01T00:00:00|1ms|TIMESTAMP '2024-02-29 23:59:59.999000'",
        "timestamp|1969-12-31T23:59:59.999999|1s|TIMESTAMP '1969-12-31 23:59:58.999999'",
        "timestamp|2024-01-01T00:00:00|99999999d|TIMESTAMP '0001-01-01 00:00:00.000000'",
        "timestamptz|2024-03-01T00:00:00Z|15m|"
            + "CAST('2024-02-29 23:45:00.000000+00:00' AS TIMESTAMP WITH TIME ZONE)",
        "timestamp_ns|2024-01-01T00:00:00.123456789||TIMESTAMP '2024-01-01 00:00:00.123456'",
        "timestamp_ns|1969-12-31T23:59:59.999999999||TIMESTAMP '1969-12-31 23:59:59.999999'",
        "timestamp_ns|2024-01-01T00:00:00|99999999d|TIMESTAMP '1677-09-21 00:12:43.145225'",
        "timestamptz_ns|2024-01-01T00:00:00.000000001Z|2d|'2023-12-30 00:00:00.000000+00:00'",
        "string|O'Brien||'O''Brien'"
      })
  void writesWhereToReadFromExactly(
      String type, String last, @Nullable String lookBack, String sql) {
    CursorType<?> cursor = CursorType.of("c", Types.fromPrimitiveString(type));
    assertThat(literal(cursor, new CursorPosition("c", type, last), lookBack)).isEqualTo(sql);
  }

  private static <V> String literal(
      CursorType<V> cursor, CursorPosition position, @Nullable String lookBack) {
    V last = Objects.requireNonNull(cursor.last(position));
    assertThat(cursor.position("c", last).last()).isEqualTo(cursor.text(last));
    assertThat(cursor.last(cursor.position("c", last))).isEqualTo(last);
    return cursor.literal(cursor.bound(last, lookBack));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "int|5|1h|a number is needed",
        "int|5|0.5|a whole number is needed",
        "date|2024-01-01|90m|whole days are needed",
        "date|2024-01-01|3|a time such as 90s",
        "timestamp|2024-01-01T00:00:00|3|a time such as 90s",
        "decimal(9, 2)|1.00|2d|a number is needed",
        "string|a|1|text has no distances"
      })
  void refusesADistanceThatDoesNotFit(String type, String last, String lookBack, String reason) {
    CursorType<?> cursor = CursorType.of("c", Types.fromPrimitiveString(type));
    assertThatThrownBy(() -> literal(cursor, new CursorPosition("c", type, last), lookBack))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContainingAll("Cannot look back by \"" + lookBack + "\"", reason);
  }

  @Test
  void refusesWhatCannotBeWritten() {
    assertThatThrownBy(
            () ->
                literal(
                    CursorType.of("c", Types.StringType.get()),
                    new CursorPosition("c", "string", "a\0"),
                    null))
        .hasMessageContaining("code 0");
    assertThatThrownBy(
            () ->
                literal(
                    CursorType.of("c", Types.DateType.get()),
                    new CursorPosition("c", "date", "+12024-01-01"),
                    null))
        .hasMessageContaining("years 1 to 9999");
  }

  @Test
  void refusesTypesWithoutASafeOrder() {
    for (Type type :
        List.of(
            Types.DoubleType.get(),
            Types.FloatType.get(),
            Types.BooleanType.get(),
            Types.UUIDType.get(),
            Types.BinaryType.get(),
            Types.TimeType.get())) {
      assertThatThrownBy(() -> CursorType.of("c", type))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("Cannot follow a table by column c: it is of type " + type);
    }
  }

  @Test
  void readsOnInAWidenedType() {
    widened("int", "5", Types.LongType.get(), "5");
    widened("decimal(9, 2)", "1.50", Types.DecimalType.of(18, 2), "1.50");
    CursorType<?> text = CursorType.of("c", Types.StringType.get());
    assertThatThrownBy(() -> text.last(new CursorPosition("c", "int", "5")))
        .hasMessageContainingAll("it was of type int and is now of type string", "resync");
    CursorType<?> zoned = CursorType.of("c", Types.TimestampType.withZone());
    assertThatThrownBy(
            () -> zoned.last(new CursorPosition("c", "timestamp", "2024-01-01T00:00:00")))
        .hasMessageContaining("it was of type timestamp");
  }

  private static void widened(String was, String last, Type type, String literal) {
    assertThat(literal(CursorType.of("c", type), new CursorPosition("c", was, last), null))
        .isEqualTo(literal);
  }

  @Test
  void positionsComeBack() {
    for (CursorPosition position :
        List.of(
            new CursorPosition("c \"q\"", "string", "x'\"\\é"),
            new CursorPosition("c", "int", null))) {
      assertThat(CursorPosition.parse(position.json())).isEqualTo(position);
    }
  }

  @Test
  void findsTheLargestDecimal() {
    List<String> numbers =
        List.of("-1.00", "0.00", "92233720368547758.08", "184467440737095516.16", "-5.00");
    Type type = Types.DecimalType.of(38, 2);
    try (FieldVector vector = vector(type)) {
      for (int i = 0; i < numbers.size(); i++) {
        ((DecimalVector) vector).setSafe(i, new BigDecimal(numbers.get(i)));
      }
      vector.setValueCount(numbers.size());
      assertThat(largest(CursorType.of("c", type), vector)).isEqualTo("184467440737095516.16");
    }
  }

  @Test
  void wideNumbersComeBack() {
    for (String number : List.of("0", "-1", "18446744073709551615", "-18446744073709551616")) {
      BigInteger value = new BigInteger(number);
      assertThat(WideValues.Wide.of(value).number()).isEqualTo(value);
    }
  }

  @Test
  void findsTheLastTextByItsBytes() {
    try (FieldVector vector = texts("b", "B", "\ud83d\ude00", "\uffee", "z")) {
      assertThat(largest(CursorType.of("c", Types.StringType.get()), vector))
          .isEqualTo("\ud83d\ude00");
    }
  }

  private static <V> String largest(CursorType<V> type, FieldVector vector) {
    CursorTracker<V> tracker = type.tracker("c", null, false);
    tracker.see(vector);
    return type.text(Objects.requireNonNull(tracker.last()));
  }

  @Test
  void anOrderThatWasAskedForIsChecked() {
    CursorTracker<?> tracker = CursorType.of("c", Types.StringType.get()).tracker("c", null, true);
    try (FieldVector inOrder = texts("a", "a", "b");
        FieldVector before = texts("a")) {
      tracker.see(inOrder);
      assertThatThrownBy(() -> tracker.see(before))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("does not give the rows in its order");
    }
  }

  @Test
  void nullIsRefused() {
    CursorTracker<?> tracker =
        CursorType.of("c", Types.IntegerType.get()).tracker("c", null, false);
    try (FieldVector vector = vector(Types.IntegerType.get())) {
      ((IntVector) vector).setSafe(0, 1);
      vector.setValueCount(2);
      assertThatThrownBy(() -> tracker.see(vector))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("Cannot follow the table by column c: a row has NULL there");
    }
  }

  private FieldVector texts(String... values) {
    VarCharVector vector = (VarCharVector) vector(Types.StringType.get());
    for (int i = 0; i < values.length; i++) {
      vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(values.length);
    return vector;
  }

  private FieldVector vector(Type type) {
    Schema schema = new Schema(Types.NestedField.optional(1, "c", type));
    return TypeMappers.canonical(schema).getFields().get(0).createVector(allocator);
  }
}
