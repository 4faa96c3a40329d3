package io.icerunner.internal.duckdb.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableVersion;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
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
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementPlannerTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Schema SCHEMA =
      new Schema(
          NestedField.optional(1, "id", Types.IntegerType.get()),
          NestedField.optional(2, "v", Types.StringType.get()));

  private final StatementPlanner planner = StatementPlanner.open("cat");
  private final MemoryTables tables =
      new MemoryTables()
          .add(TableIdentifier.of("main", "t"), SCHEMA, 1234)
          .add(TableIdentifier.of("main", "u"), SCHEMA)
          .add(TableIdentifier.of("ns", "t"), SCHEMA)
          .add(TableIdentifier.of("default", "d"), SCHEMA);

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
          SELECT count(*) FROM t | SELECT CAST(1234 AS BIGINT) AS "count_star()" FROM (SELECT NULL) AS "t"
          select COUNT(1) as n from t q(a, b) limit 1 | select CAST(1234 AS BIGINT) as n from (SELECT NULL) AS "q" limit 1
          SELECT count(1) FROM t | SELECT CAST(1234 AS BIGINT) AS "count(1)" FROM (SELECT NULL) AS "t"
          SELECT * FROM (SELECT count(*) AS n FROM t) | SELECT * FROM (SELECT CAST(1234 AS BIGINT) AS n FROM (SELECT NULL) AS "t")
          """)
  void countsRowsByMetadata(String sql, String planned) {
    tables.filters.clear();
    assertThat(plan(sql).sql()).isEqualTo(planned);
    assertThat(tables.filters).as("scans").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM default.d",
        "SELECT default.d.id FROM DEFAULT . d WHERE v <> 'default.d'",
        "SELECT d.* FROM cat.default.d",
        "SELECT d.id FROM \"default\".d -- default.d"
      })
  void theNamespaceDefaultNeedsNoQuotes(String sql) {
    assertThat(plan(sql).tables())
        .extracting(table -> table.identifier().toString())
        .containsExactly("default.d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT count(*) FROM u",
        "SELECT count(*) FROM t WHERE id = 1",
        "SELECT count(*) FROM t GROUP BY id",
        "SELECT count(*) FROM t GROUP BY ()",
        "SELECT count(*) FROM t HAVING count(*) > 1",
        "SELECT count(*) FROM t, u",
        "SELECT count(*), max(id) FROM t",
        "SELECT count(id) FROM t",
        "SELECT count(NULL) FROM t",
        "SELECT count(DISTINCT 1) FROM t",
        "SELECT count(*) FILTER (WHERE false) FROM t",
        "SELECT count(*) OVER () FROM t",
        "SELECT count(*) FROM t TABLESAMPLE 10%",
        "SELECT count(*) FROM t USING SAMPLE 10%",
        "SELECT DISTINCT count(*) FROM t",
        "SELECT 1 FROM t"
      })
  void countsByReadingWhatMetadataCannotTell(String sql) {
    tables.filters.clear();
    plan(sql);
    assertThat(tables.filters).as("scans").isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          t AT (VERSION => 42) | Snapshot[snapshotId=42]
          t AT (VERSION => 'main') | Ref[name=main]
          t AT (VERSION => '42') | Ref[name=42]
          t AS q AT (VERSION => 42) | Snapshot[snapshotId=42]
          ns.t AT (TIMESTAMP => TIMESTAMP '2020-01-02 00:00:00') | AsOf[time=2020-01-01T23:00:00Z]
          t AT (TIMESTAMP => '2020-01-02') | AsOf[time=2020-01-01T23:00:00Z]
          t AT (TIMESTAMP => DATE '2020-01-02') | AsOf[time=2020-01-01T23:00:00Z]
          t AT (TIMESTAMP => TIMESTAMPTZ '2020-01-02 00:00:00+00') | AsOf[time=2020-01-02T00:00:00Z]
          t FOR VERSION AS OF 42 | Snapshot[snapshotId=42]
          t FOR VERSION AS OF 'b' AS q WHERE q.id = 1 | Ref[name=b]
          t FOR SYSTEM_VERSION AS OF 42 q(a, b) WHERE q.a = 1 | Snapshot[snapshotId=42]
          t for timestamp as of '2020-01-02 00:00:00+00' where t.id = 1 | AsOf[time=2020-01-02T00:00:00Z]
          t FOR SYSTEM_TIME AS OF TIMESTAMP '2020-01-02' | AsOf[time=2020-01-01T23:00:00Z]
          t WHERE v = 'FOR VERSION AS OF 3' | Current[]
          """)
  void readsTheVersionOfATable(String from, String version) {
    tables.versions.clear();
    plan("SELECT * FROM " + from);
    assertThat(tables.versions).extracting(TableVersion::toString).containsExactly(version);
  }

  @Test
  void readsOneTableAtSeveralVersions() {
    tables.versions.clear();
    plan("FROM t a AT (VERSION => 1) JOIN t b AT (VERSION => 'b') USING (id) JOIN t c USING (id)");
    assertThat(tables.versions)
        .containsExactly(TableVersion.snapshot(1), TableVersion.ref("b"), TableVersion.current());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t AT (VERSION => 1.5)",
        "t AT (VERSION => 99999999999999999999)",
        "t AT (VERSION => id)",
        "t AT (TIMESTAMP => 5)",
        "t AT (TIMESTAMP => 'yesterday')",
        "t AT (TIMESTAMP => TIMESTAMP '2020-03-29 02:30:00')",
        "t AT (TIMESTAMP => now())",
        "t FOR VERSION AS OF (1 + 1)"
      })
  void refusesVersionsThatItCannotTell(String from) {
    assertThatThrownBy(() -> plan("SELECT * FROM " + from)).hasMessageStartingWith("Cannot ");
  }

  @Test
  void zoneOfTheSessionDecidesLocalTimes() {
    SqlQuery query = SqlQuery.of("FROM t AT (TIMESTAMP => '2020-01-02')", ZoneId.of("Asia/Tokyo"));
    tables.versions.clear();
    planner.plan(query, tables, tables);
    assertThat(tables.versions)
        .containsExactly(TableVersion.asOf(Instant.parse("2020-01-01T15:00:00Z")));
  }

  @Test
  void leavesTheClientsTextAroundTablesAlone() {
    String sql = "SELECT /* é */ id -- t\nFROM ns.t\tWHERE ns.t.v='x''' AND id IN ( 1 )";
    assertThat(plan(sql).sql())
        .isEqualTo(
            "SELECT /* é */ id -- t\nFROM (SELECT \"id\", \"v\" FROM store.\"ns.t\") AS \"t\"\tWHERE"
                + " \"t\".\"v\"='x''' AND id IN ( 1 )");
  }

  @Test
  void countsParameters() {
    assertThat(plan("SELECT ?, ? FROM t", 1, "a").parameterCount()).isEqualTo(2);
    assertThat(plan("SELECT $2, $1, $1 FROM t", 1, 2).parameterCount()).isEqualTo(2);
    assertThat(plan("SELECT '?', \"v\", 'x$1' FROM t").parameterCount()).isZero();
    SqlQuery query = SqlQuery.of("SELECT ? FROM t", ZONE);
    assertThat(planner.describe(query, tables, tables).parameterCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t",
        "SELECT id + 1, upper(v) FROM t WHERE id > 3 AND v LIKE 'a%'",
        "FROM t LIMIT 10"
      })
  void plainScansAreKnown(String sql) {
    assertThat(plan(sql).plainScan()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT sum(id) FROM t",
        "SELECT wavg(id, id) FROM t",
        "SELECT id FROM t ORDER BY id",
        "SELECT DISTINCT id FROM t",
        "SELECT id FROM t GROUP BY id",
        "SELECT row_number() OVER () FROM t",
        "SELECT * FROM t, u",
        "SELECT * FROM t WHERE id IN (SELECT id FROM u)",
        "WITH c AS (FROM u) SELECT * FROM t",
        "FROM t UNION ALL FROM u"
      })
  void otherStatementsUseAllThreads(String sql) {
    assertThat(plan(sql).plainScan()).isFalse();
  }

  @Test
  void tellsTheTablesOnce() {
    assertThat(plan("FROM t a, t b, u").tables())
        .extracting(table -> table.identifier().toString())
        .containsExactly("main.t", "main.u");
  }

  @Test
  void asksForAnAliasWhereANameCannotBeKept() {
    assertThatThrownBy(
            () -> plan("SELECT main.t.id, (SELECT ns.t.id + main.t.id FROM ns.t), t.* FROM t"))
        .hasMessage("Cannot use the column main.t.id here: give table t an alias and use that");
  }

  private PlannedStatement plan(String sql, @Nullable Object... parameters) {
    List<@Nullable Object> values = Arrays.asList(parameters);
    return planner.plan(new SqlQuery(sql, values, ZONE), tables, tables);
  }
}
