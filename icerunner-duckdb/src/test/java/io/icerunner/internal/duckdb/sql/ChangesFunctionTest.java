package io.icerunner.internal.duckdb.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableVersion;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangesFunctionTest {
  private static final Schema SCHEMA =
      new Schema(NestedField.optional(1, "id", Types.IntegerType.get()));
  private static final String SCAN = "(SELECT \"id\" FROM store.\"main.t\") AS ";

  private final StatementPlanner planner = StatementPlanner.open("cat");
  private final MemoryTables tables =
      new MemoryTables()
          .add(TableIdentifier.of("main", "t"), SCHEMA)
          .add(TableIdentifier.of("main", "counted"), SCHEMA, 7)
          .add(TableIdentifier.of("default", "d"), SCHEMA)
          .add(TableIdentifier.of("main", "changes"), SCHEMA)
          .add(TableIdentifier.of("n.s", "T able"), SCHEMA);

  @AfterAll
  void close() {
    planner.close();
  }

  @BeforeEach
  void forget() {
    tables.versions.clear();
    tables.filters.clear();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          changes('t', 1, 2) | main.t | 1 | 2
          changes('main.t', 9223372036854775807) | main.t | 9223372036854775807 |
          changes('cat.main.t', NULL, 3) | main.t | | 3
          changes(t, null, null) | main.t | |
          CHANGES ( main . t , -5 ) | main.t | -5 |
          "Changes"('t', 1) | main.t | 1 |
          changes('"n.s"."T able"', 1) | n.s.T able | 1 |
          changes("n.s"."T able", 1) | n.s.T able | 1 |
          changes('default.d', 1) | default.d | 1 |
          changes(default.d, 1) | default.d | 1 |
          changes($$t$$, 1) | main.t | 1 |
          changes('changes', 1) | main.changes | 1 |
          """)
  void readsTheTableAndTheRange(String call, String table, Long from, Long to) {
    PlannedStatement planned = plan("SELECT id FROM " + call);

    assertThat(planned.tables())
        .extracting(resolved -> resolved.identifier().toString())
        .containsExactly(table);
    assertThat(tables.versions).containsExactly(TableVersion.changes(from, to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          SELECT changes.id FROM changes('t', 1) | SELECT changes.id FROM @"changes"
          SELECT x.a FROM changes('t', 1) AS x(a) WHERE x.a > 3 | SELECT x.a FROM @"x"("a") WHERE x.a > 3
          FROM changes(t, 1) TABLESAMPLE 10% | FROM @"changes" TABLESAMPLE 10%
          FROM changes('t', 1) a JOIN changes('t', 2) b USING (id) | FROM @"a" JOIN @"b" USING (id)
          WITH c AS (FROM /* é */ changes('t', 1)) FROM c | WITH c AS (FROM /* é */ @"changes") FROM c
          SELECT (SELECT max(id) FROM changes('t', 1)) AS m | SELECT (SELECT max(id) FROM @"changes") AS m
          SELECT t.id FROM t, changes('t', 1) | SELECT t.id FROM @"t", @"changes"
          FROM changes | FROM (SELECT "id" FROM store."main.changes") AS "changes"
          """)
  void putsAScanInItsPlace(String sql, String planned) {
    assertThat(plan(sql).sql()).isEqualTo(planned.replace("@", SCAN));
  }

  @Test
  void aColumnKeepsTheNameThatTheStatementGivesIt() {
    assertThat(plan("SELECT (SELECT max(id) FROM changes('t', 1))").sql())
        .contains("changes('t', 1)");
  }

  @Test
  void conditionsPruneItsFiles() {
    plan("SELECT * FROM changes('t', 1) c WHERE c.id > 3");
    assertThat(tables.filters).hasSize(1);
    assertThat(tables.filters.get(0)).hasToString("ref(name=\"id\") > 3");
  }

  @Test
  void metadataCountsItsRows() {
    assertThat(plan("SELECT count(*) FROM changes('counted', 1)").sql())
        .isEqualTo(
            "SELECT CAST(7 AS BIGINT) AS \"count_star()\" FROM (SELECT NULL) AS \"changes\"");
    assertThat(tables.filters).as("scans").isEmpty();
  }

  @Test
  void aStatementThatOnlyReadsItIsAPlainScan() {
    assertThat(plan("SELECT * FROM changes('t', 1)").plainScan()).isTrue();
  }

  @Test
  void oneTableMayBeReadInSeveralRanges() {
    plan("FROM changes('t', 1, 2) a, changes('t', 2) b, t");
    assertThat(tables.versions)
        .containsExactly(
            TableVersion.changes(1L, 2L), TableVersion.changes(2L, null), TableVersion.current());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          changes() | two or three arguments
          changes('t') | two or three arguments
          changes('t', 1, 2, 3) | two or three arguments
          changes('t', 1, "to" := 2) | without names
          changes('a b', 1) | no table's name
          changes('', 1) | no table's name
          changes(7, 1) | no table's name
          changes(concat('a', 'b'), 1) | no table's name
          changes((SELECT 't'), 1) | no table's name
          changes('t', '1') | written as a number
          changes('t', 1.5) | written as a number
          changes('t', 99999999999999999999) | written as a number
          changes('t', 1 + 1) | written as a number
          changes('t', id) | written as a number
          changes('t', 1::INTEGER) | written as a number
          changes('t', (SELECT 1)) | written as a number
          changes('t', getenv('HOME')) | written as a number
          ns.changes('t', 1) | takes no schema
          changes('t', 1) WITH ORDINALITY | WITH ORDINALITY
          """)
  void refusesOtherArguments(String call, String reason) {
    assertThatThrownBy(() -> plan("SELECT * FROM " + call))
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .satisfies(e -> assertThat(e.getMessage()).contains("Cannot call changes: ", reason));
  }

  @Test
  void aParameterIsNoSnapshot() {
    assertThatThrownBy(
            () ->
                planner.plan(
                    new SqlQuery("FROM changes('t', ?)", List.of(1L), ZoneOffset.UTC),
                    tables,
                    tables))
        .hasMessageContaining("written as a number");
  }

  @Test
  void anUnknownTableIsNotFound() {
    assertThatThrownBy(() -> plan("FROM changes('nothing', 1)"))
        .hasMessageContaining("Cannot find table nothing");
    assertThatThrownBy(() -> plan("FROM changes('information_schema.tables', 1)"))
        .hasMessageContaining("there are no system tables");
  }

  private PlannedStatement plan(String sql) {
    return planner.plan(SqlQuery.of(sql, ZoneOffset.UTC), tables, tables);
  }
}
