package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiveValuesTest {

  @ParameterizedTest
  @CsvSource({
    "boolean, true, true",
    "boolean, FALSE, false",
    "int, -2147483648, -2147483648",
    "int, 007, 7",
    "long, 9223372036854775807, 9223372036854775807",
    "float, 1.23, 1.23",
    "double, -1E-3, -0.001",
    "double, NaN, NaN",
    "float, -Infinity, -Infinity",
    "'decimal(18, 11)', 1E-11, 1E-11",
    "'decimal(18, 11)', 0E-11, 0E-11",
    "'decimal(9, 4)', 1.2, 1.2000",
    "'decimal(38, 0)', 99999999999999999999999999999999999999, 99999999999999999999999999999999999999",
    "date, 1969-12-31, -1",
    "date, -0001-01-01, -719893",
    "date, 12024-01-01, 3672148",
    "time, 23:59:59.999999, 86399999999",
    "time, 12:30, 45000000000",
    "timestamp, 1969-12-31 23:59:59.999999, -1",
    "timestamp, 1970-01-01T00:00:01, 1000000",
    "timestamptz, 1970-01-01T02:00:00+02:00, 0",
    "timestamptz, 1970-01-01 00:00:00.5Z, 500000",
    "timestamptz, 1970-01-01 00:00:00+00, 0",
    "timestamp_ns, 1969-12-31T23:59:59.999999999, -1",
    "string, a b, a b",
    "uuid, F79C3E09-677C-4bbd-a479-3f349cb785e7, f79c3e09-677c-4bbd-a479-3f349cb785e7"
  })
  void readsAValueExactly(String type, String text, String value) {
    assertThat(parse(type, text)).hasToString(value);
  }

  @ParameterizedTest
  @CsvSource({
    "boolean, 1",
    "int, 2147483648",
    "int, +1",
    "int, 1.0",
    "int, ١",
    "long, 9223372036854775808",
    "float, 1e39",
    "double, 1e309",
    "double, 0x1p3",
    "double, 1d",
    "double, ' 1'",
    "'decimal(9, 2)', 1.234",
    "'decimal(9, 2)', 12345678.00",
    "'decimal(9, 2)', 1E9999",
    "date, 2023-02-29",
    "date, 2024-1-1",
    "date, 20240101",
    "date, 2024-01-01 00:00:00",
    "time, 24:00:00",
    "time, 00:00:00.0000001",
    "timestamp, 2024-01-01",
    "timestamp, 2024-01-01T00:00:00Z",
    "timestamp, 2024-01-01T00:00:00.0000001",
    "timestamptz, 2024-01-01T00:00:00",
    "timestamptz, 2024-01-01T00:00:00+19:00",
    "timestamp_ns, 2300-01-01T00:00:00",
    "uuid, f79c3e09"
  })
  void refusesTextThatIsNotExactlyAValue(String type, String text) {
    assertThatThrownBy(() -> parse(type, text))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("f.parquet")
        .hasMessageContaining("k=" + text)
        .hasMessageContaining("no " + type)
        .hasMessageContaining("declared as string");
  }

  @Test
  void refusesTypesWhoseTextIsNotAgreedUpon() {
    assertThatThrownBy(() -> parse("binary", "AQID"))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("k=AQID");
  }

  @Test
  void nullIsNullForAnyType() {
    assertThat(value(Types.BinaryType.get(), null)).isNull();
    assertThat(value(Types.IntegerType.get(), null)).isNull();
  }

  private static @Nullable Object parse(String type, String text) {
    return value(Types.fromPrimitiveString(type), text);
  }

  private static @Nullable Object value(Type type, @Nullable String text) {
    return HiveColumns.value("f.parquet", Types.NestedField.optional(1, "k", type), text);
  }
}
