package io.icerunner.internal.duckdb.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.SqlQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilterTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Schema T =
      new Schema(
          NestedField.optional(1, "Id", Types.IntegerType.get()),
          NestedField.optional(2, "v", Types.StringType.get()),
          NestedField.optional(3, "x", Types.DoubleType.get()),
          NestedField.optional(4, "d", Types.DateType.get()),
          NestedField.optional(5, "ts", Types.TimestampType.withoutZone()),
          NestedField.optional(6, "tz", Types.TimestampType.withZone()),
          NestedField.optional(7, "flag", Types.BooleanType.get()),
          NestedField.optional(8, "dec", Types.DecimalType.of(9, 2)),
          NestedField.optional(9, "big", Types.LongType.get()),
          NestedField.optional(
              10, "s", Types.StructType.of(NestedField.optional(11, "f", Types.LongType.get()))));
  private static final Schema U =
      new Schema(
          NestedField.optional(1, "id", Types.IntegerType.get()),
          NestedField.optional(2, "k", Types.IntegerType.get()));

  private final StatementPlanner planner = StatementPlanner.open("cat");

  @AfterAll
  void close() {
    planner.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          id = 5 | ref(name="Id") == 5
          5 < Id | ref(name="Id") > 5
          id <> 5 | ref(name="Id") != 5
          t.id >= -5 | ref(name="Id") >= -5
          main.t.id = 1 AND cat.main.t.id = 2 | (ref(name="Id") == 1 and ref(name="Id") == 2)
          id = 5 AND v = 'x' AND s.f = 3 | (ref(name="Id") == 5 and ref(name="v") == "x")
          id = 5 OR v = 'x' | (ref(name="Id") == 5 or ref(name="v") == "x")
          id = 5 OR s.f = 3 | true
          id IN (1, 2, NULL) | ref(name="Id") in (1, 2)
          id NOT IN (1, 2) | ref(name="Id") not in (1, 2)
          id IN (1, big) | true
          id BETWEEN 1 AND 3 | (ref(name="Id") >= 1 and ref(name="Id") <= 3)
          id NOT BETWEEN 1 AND 3 | (ref(name="Id") < 1 or ref(name="Id") > 3)
          NOT (id > 3 AND v IS NULL) | (ref(name="Id") <= 3 or not_null(ref(name="v")))
          NOT (id > 3 OR s.f = 1) | ref(name="Id") <= 3
          NOT (id > 3 AND s.f = 1) | true
          v IS NULL | is_null(ref(name="v"))
          v IS NOT NULL | not_null(ref(name="v"))
          s IS NULL | true
          v LIKE 'ab%' | ref(name="v") startsWith ""ab""
          v LIKE 'ab_d%' | ref(name="v") startsWith ""ab""
          v LIKE 'ab' | ref(name="v") == "ab"
          v LIKE '%ab' | true
          v NOT LIKE 'ab%' | ref(name="v") notStartsWith ""ab""
          v NOT LIKE 'ab%c' | true
          v ILIKE 'ab%' | true
          v LIKE 'ab%' ESCAPE 'b' | true
          v ^@ 'ab' | ref(name="v") startsWith ""ab""
          starts_with(v, 'ab') | ref(name="v") startsWith ""ab""
          id > 2.5 | ref(name="Id") >= 3
          id < 2.5 | ref(name="Id") <= 2
          id = 2.5 | true
          id = 3e0 | ref(name="Id") == 3
          id = '3' | ref(name="Id") == 3
          id = 99999999999999999999 | true
          x > 5 | (ref(name="x") > 5.0 or is_nan(ref(name="x")))
          x < 5 | ref(name="x") < 5.0
          x = 0 | (ref(name="x") >= -0.0 and ref(name="x") <= 0.0)
          NOT x < 5 | (ref(name="x") >= 5.0 or is_nan(ref(name="x")))
          dec = 1.5 | ref(name="dec") == 1.50
          dec > 1.555 | ref(name="dec") >= 1.56
          dec = 1.555 | true
          d = DATE '2020-01-02' | ref(name="d") == 18263
          d >= '2020-01-02' | ref(name="d") >= 18263
          d > TIMESTAMP '2020-01-02 10:00:00' | ref(name="d") >= 18264
          d < TIMESTAMP '2020-01-02 00:00:00' | ref(name="d") < 18263
          d = 'yesterday' | true
          ts >= '2020-01-02' | ref(name="ts") >= 1577923200000000
          ts < TIMESTAMP '2020-01-02 00:00:01.5' | ref(name="ts") < 1577923201500000
          ts = '2020-01-02 00:00:00+02' | true
          tz >= '2020-01-02' | ref(name="tz") >= 1577919600000000
          tz = TIMESTAMPTZ '2020-01-02 00:00:00+00' | ref(name="tz") == 1577923200000000
          tz = '2020-03-29 02:30:00' | true
          flag | ref(name="flag") == true
          NOT flag | ref(name="flag") == false
          flag = false | ref(name="flag") == false
          flag IS TRUE | ref(name="flag") == true
          flag IS NOT TRUE | true
          id = big | true
          id + 1 = 5 | true
          1 = 0 | false
          false | false
          id = 5 OR true | true
          id = (SELECT 5) | true
          list_contains([1], id) AND id = 1 | ref(name="Id") == 1
          """)
  void readsConditionsOfOneTable(String condition, String expected) {
    assertThat(filters("SELECT * FROM t WHERE " + condition)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          t, u WHERE t.id = 1 AND k = 2 | ref(name="Id") == 1; ref(name="k") == 2
          t, u WHERE id = 1 | true; true
          t JOIN u ON t.id = u.id AND k = 2 WHERE v = 'x' | ref(name="v") == "x"; ref(name="k") == 2
          t JOIN u USING (id) WHERE id = 1 AND k = 2 | ref(name="Id") == 1; ref(name="k") == 2
          u LEFT JOIN t USING (id) WHERE id = 1 | ref(name="id") == 1; true
          t RIGHT JOIN u USING (id) WHERE id = 1 | true; true
          t FULL JOIN u USING (id) WHERE id = 1 | true; true
          (SELECT 1 AS id) q JOIN t USING (id) WHERE id = 1 | true
          (SELECT * FROM t WHERE v = 'x') q WHERE q.id = 1 AND v = 'y' | ((ref(name="Id") == 1 and ref(name="v") == "y") and ref(name="v") == "x")
          (FROM t) AS q, u WHERE id = 1 AND q.v = 'y' AND t.v = 'z' | ref(name="v") == "y"; true
          (FROM t) AS q(a) WHERE q.a = 1 | true
          (FROM t LIMIT 3) AS q WHERE q.id = 1 | true
          (SELECT DISTINCT * FROM t) AS q WHERE q.id = 1 | true
          (SELECT * REPLACE (1 AS id) FROM t) AS q WHERE q.id = 1 | true
          (FROM t) AS q POSITIONAL JOIN u WHERE q.id = 1 | true; true
          t NATURAL JOIN u WHERE id = 1 AND u.k = 2 | true; ref(name="k") == 2
          t LEFT JOIN u ON t.id = u.id WHERE v = 'x' AND k = 2 | ref(name="v") == "x"; true
          t LEFT JOIN u ON t.id = u.id AND k = 2 AND v = 'x' | true; ref(name="k") == 2
          t RIGHT JOIN u ON t.id = u.id AND k = 2 AND v = 'x' WHERE k = 3 | ref(name="v") == "x"; ref(name="k") == 3
          t FULL JOIN u ON t.id = u.id AND k = 2 WHERE v = 'x' AND k = 2 | true; true
          t SEMI JOIN u ON t.id = u.id AND k = 2 WHERE v = 'x' | ref(name="v") == "x"; ref(name="k") == 2
          t ANTI JOIN u ON t.id = u.id AND k = 2 AND v = 'y' WHERE v = 'x' | ref(name="v") == "x"; ref(name="k") == 2
          t ASOF JOIN u ON t.id >= u.id WHERE v = 'x' AND k = 2 | ref(name="v") == "x"; true
          t POSITIONAL JOIN u WHERE v = 'x' AND k = 2 | true; true
          t a, t b WHERE a.v = 'x' AND b.v = 'y' | ref(name="v") == "x"; ref(name="v") == "y"
          t a(p) WHERE p = 1 AND id = 2 | ref(name="Id") == 1
          t a WHERE t.v = 'x' | true
          t TABLESAMPLE 100% WHERE v = 'x' | true
          t WHERE EXISTS (FROM u WHERE k = 1 AND v = 'x') | true; ref(name="k") == 1
          t, (SELECT 1 AS v) q WHERE t.v = 'x' | ref(name="v") == "x"
          u LEFT JOIN (t JOIN u w ON w.k = 3 AND t.v = 'x') ON true | true; ref(name="v") == "x"; ref(name="k") == 3
          t UNION ALL FROM t WHERE v = 'x' | true; ref(name="v") == "x"
          """)
  void pushesConditionsOnlyWhereRowsCanBeLeftOut(String from, String expected) {
    assertThat(filters("FROM " + from)).isEqualTo(expected);
  }

  @Test
  void usesParameters() {
    String sql = "FROM t WHERE id = ? AND v LIKE ? AND dec < ? AND d = ? AND x = ? AND big > ?";
    assertThat(filters(sql, 7, "ab%", new BigDecimal("1.5"), LocalDate.of(2020, 1, 2), 2.5, null))
        .isEqualTo(
            "((((ref(name=\"Id\") == 7 and ref(name=\"v\") startsWith \"\"ab\"\") and"
                + " ref(name=\"dec\") < 1.50) and ref(name=\"d\") == 18263) and"
                + " ref(name=\"x\") == 2.5)");
  }

  @Test
  void leavesOutParametersThatMayBeCast() {
    String sql = "FROM t WHERE id < $1 AND dec < $2 AND d = $3 AND id = $3";
    assertThat(filters(sql, new BigDecimal("1.5"), new BigDecimal("1.555"), "2020-01-02"))
        .isEqualTo("true");
  }

  private String filters(String sql, @Nullable Object... parameters) {
    MemoryTables tables =
        new MemoryTables()
            .add(TableIdentifier.of("main", "t"), T)
            .add(TableIdentifier.of("main", "u"), U);
    List<@Nullable Object> values = Arrays.asList(parameters);
    planner.plan(new SqlQuery(sql, values, ZONE), tables, tables);
    return tables.filters.stream().map(Object::toString).collect(Collectors.joining("; "));
  }
}
