package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import java.time.ZoneId;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultTypesIT extends EngineTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "true | Bool | true",
        "1::TINYINT | Int(8, true) | 1",
        "1::SMALLINT | Int(16, true) | 1",
        "1 | Int(32, true) | 1",
        "1::BIGINT | Int(64, true) | 1",
        "255::UTINYINT | Int(32, true) | 255",
        "65535::USMALLINT | Int(32, true) | 65535",
        "4294967295::UINTEGER | Int(64, true) | 4294967295",
        "18446744073709551615::UBIGINT | Decimal(20, 0, 128) | 18446744073709551615",
        "99999999999999999999999999999999999999::HUGEINT | Decimal(38, 0, 128) | 99999999999999999999999999999999999999",
        "-99999999999999999999999999999999999999::HUGEINT | Decimal(38, 0, 128) | -99999999999999999999999999999999999999",
        "1.5::FLOAT | FloatingPoint(SINGLE) | 1.5",
        "1.5::DOUBLE | FloatingPoint(DOUBLE) | 1.5",
        "1.50 | Decimal(3, 2, 128) | 1.50",
        "-1.5::DECIMAL(38, 10) | Decimal(38, 10, 128) | -1.5000000000",
        "'text' | Utf8 | text",
        "'{}'::JSON | Utf8 | {}",
        "'b'::ENUM('a', 'b') | Utf8 | b",
        "NULL::ENUM('a', 'b') | Utf8 | null",
        "NULL | Null | null",
        "DATE '2024-02-29' | Date(DAY) | 19782",
        "TIME '10:11:12.123456' | Time(MICROSECOND, 64) | 36672123456",
        "TIMESTAMP '2024-02-29 10:11:12.123456' | Timestamp(MICROSECOND, null) | 2024-02-29T10:11:12.123456",
        "'2024-02-29 10:11:12'::TIMESTAMP_S | Timestamp(SECOND, null) | 2024-02-29T10:11:12",
        "'2024-02-29 10:11:12.123'::TIMESTAMP_MS | Timestamp(MILLISECOND, null) | 2024-02-29T10:11:12.123",
        "'2024-02-29 10:11:12.123456789'::TIMESTAMP_NS | Timestamp(NANOSECOND, null) | 2024-02-29T10:11:12.123456789",
        "'1970-01-01 00:00:01+00'::TIMESTAMPTZ | Timestamp(MICROSECOND, UTC) | 1000000",
        "['a'::ENUM('a', 'b')] | List<element: Utf8> | `[\"a\"]`",
        "[1, NULL]::INTEGER[2] | FixedSizeList(2)<element: Int(32, true)> | [1,null]",
        "{'a b': 1::UBIGINT} | Struct<a b: Decimal(20, 0, 128)> | {\"a b\":1}",
        "MAP {'k': 3::HUGEINT} | Map(false)<entries: Struct<key: Utf8 not null, value: Decimal(38, 0, 128)> not null> | [{\"key\":\"k\",\"value\":3}]",
        "[] | List<element: Null> | []",
      })
  void hasTheAnnouncedTypeAndTheValue(String expression, String type, String value) {
    String sql = "SELECT " + expression + " AS x";
    try (RecordBatchStream stream = execute(sql)) {
      assertThat(describe(sql).resultSchema()).isEqualTo(stream.schema());
      assertThat(stream.schema().getFields().get(0)).hasToString("x: " + type);
      assertThat(stream.loadNextBatch()).isTrue();
      Object actual = stream.root().getVector(0).getObject(0);
      assertThat(String.valueOf(actual)).isEqualTo(value);
      assertThat(stream.loadNextBatch()).isFalse();
    }
  }

  @Test
  void givesUuidsAsMarkedBytes() {
    String sql = "SELECT '00112233-4455-6677-8899-aAbBcCdDeEfF'::UUID AS x, [NULL, uuid()] AS y";
    Field field = describe(sql).resultSchema().findField("x");
    assertThat(field.getMetadata()).containsEntry("ARROW:extension:name", "arrow.uuid");
    byte[] bytes = (byte[]) rows(sql).get(0).get(0);
    assertThat(bytes)
        .isEqualTo(java.util.HexFormat.of().parseHex("00112233445566778899aabbccddeeff"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1::UHUGEINT",
        "'101'::BIT",
        "'10:00:00+02'::TIMETZ",
        "'1'::BIGNUM",
        "union_value(k := 1)",
        "{'a': 1}::VARIANT",
        "'POINT(1 2)'::GEOMETRY",
        "[{'a': '1'::BIGNUM}]"
      })
  void refusesTypesWithoutExactArrowType(String expression) {
    String sql = "SELECT 1 AS a, " + expression + " AS \"the column\"";
    for (Runnable call : List.<Runnable>of(() -> describe(sql), () -> execute(sql))) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
          .hasMessageContaining("the column")
          .hasMessageContaining("CAST(");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "100000000000000000000000000000000000000::HUGEINT",
        "-100000000000000000000000000000000000000::HUGEINT",
        "(-170141183460469231731687303715884105727::HUGEINT - 1)"
      })
  void refusesNumbersOfMoreThanThirtyEightDigits(String expression) {
    assertThatThrownBy(() -> rows("SELECT " + expression + " AS big"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("column big");
  }

  @Test
  void refusesATimeZoneThatHasNoName() {
    SqlQuery query = SqlQuery.of("SELECT now()", ZoneId.of("-03:30"));
    assertThatThrownBy(() -> engine.execute(query, tables, allocator))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("-03:30");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "+02:00", "Z", "Asia/Kolkata"})
  void castsAndShowsInTheSessionsTimeZone(String zone) {
    SqlQuery query =
        SqlQuery.of(
            "SELECT TIMESTAMPTZ '2024-01-01 00:00:00+00' AS t,"
                + " TIMESTAMPTZ '2024-01-01 00:00:00+00'::VARCHAR AS s",
            ZoneId.of(zone));
    try (RecordBatchStream stream = engine.execute(query, tables, allocator)) {
      assertThat(engine.describe(query, tables).resultSchema()).isEqualTo(stream.schema());
      stream.loadNextBatch();
      assertThat(stream.root().getVector(0).getObject(0)).isEqualTo(1704067200000000L);
      String text = String.valueOf(stream.root().getVector(1).getObject(0));
      String expected =
          java.time.Instant.ofEpochSecond(1704067200)
              .atZone(ZoneId.of(zone))
              .toLocalDateTime()
              .toString()
              .replace('T', ' ');
      assertThat(text).startsWith(expected);
    }
  }
}
