package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ParametersIT extends EngineTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(true, "BOOLEAN", "true"),
        Arguments.of(1, "INTEGER", "1"),
        Arguments.of(Long.MIN_VALUE, "BIGINT", "-9223372036854775808"),
        Arguments.of(1.5f, "FLOAT", "1.5"),
        Arguments.of(Double.NaN, "DOUBLE", "nan"),
        Arguments.of(new BigDecimal("-1.50"), "DECIMAL(3,2)", "-1.50"),
        Arguments.of(
            new BigDecimal("12345678901234567890123456789.123456789"),
            "DECIMAL(38,9)",
            "12345678901234567890123456789.123456789"),
        Arguments.of(new BigDecimal("1E+3"), "DECIMAL(4,0)", "1000"),
        Arguments.of("te'xt é", "VARCHAR", "te'xt é"),
        Arguments.of(new byte[] {1, (byte) 0xAB}, "BLOB", "\\x01\\xAB"),
        Arguments.of(LocalDate.of(2024, 2, 29), "DATE", "2024-02-29"),
        Arguments.of(LocalTime.of(1, 2, 3, 456_789_000), "TIME", "01:02:03.456789"),
        Arguments.of(
            LocalDateTime.of(1969, 2, 3, 4, 5, 6, 123_456_000),
            "TIMESTAMP",
            "1969-02-03 04:05:06.123456"),
        Arguments.of(
            OffsetDateTime.parse("2024-02-29T01:02:03.000004+02:00"),
            "TIMESTAMP WITH TIME ZONE",
            "2024-02-28 23:02:03.000004+00"),
        Arguments.of(ID, "UUID", ID.toString()),
        Arguments.of(Arrays.asList(1L, null, 3L), "BIGINT[]", "[1, NULL, 3]"),
        Arguments.of(List.of("a", "b"), "VARCHAR[]", "[a, b]"),
        Arguments.of(List.of(LocalDate.EPOCH), "DATE[]", "[1970-01-01]"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void bindsEveryTypeExactly(Object value, String type, String text) {
    assertThat(rows("SELECT typeof(x), x::VARCHAR FROM (SELECT ? AS x)", value))
        .hasToString("[[%s, %s]]".formatted(type, text));
  }

  @Test
  void bindsNull() {
    assertThat(rows("SELECT ? IS NULL, coalesce(?, 5)", null, null)).hasToString("[[true, 5]]");
  }

  @Test
  void announcesTheTypesOfTheValues() {
    SqlQuery query = new SqlQuery("SELECT coalesce($1, 1) AS a, $2 AS b", List.of(2.5, "x"), UTC);
    try (RecordBatchStream stream = engine.execute(query, tables, allocator)) {
      assertThat(engine.describe(query, tables).resultSchema()).isEqualTo(stream.schema());
      assertThat(stream.schema().getFields()).hasToString("[a: FloatingPoint(DOUBLE), b: Utf8]");
      assertThat(stream.loadNextBatch()).isTrue();
      assertThat(stream.root().getVector(0).getObject(0)).isEqualTo(2.5);
    }
  }

  @Test
  void runsAStatementAgainWithOtherValues() {
    for (int i = 0; i < 50; i++) {
      assertThat(value("SELECT ? + 1", i)).isEqualTo(i + 1);
      assertThat(value("SELECT ? + 1", (long) i)).isEqualTo(i + 1L);
    }
  }

  @Test
  void refusesAValueThatDuckDbDoesNotTake() {
    assertThatThrownBy(() -> rows("SELECT ?", java.time.Instant.EPOCH))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("$1");
  }
}
