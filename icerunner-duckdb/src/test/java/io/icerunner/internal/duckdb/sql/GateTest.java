package io.icerunner.internal.duckdb.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.SqlQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GateTest {
  private static final Set<ErrorCode> REFUSALS =
      Set.of(ErrorCode.INVALID_ARGUMENT, ErrorCode.UNSUPPORTED, ErrorCode.NOT_FOUND);
  private static final Schema SCHEMA =
      new Schema(
          NestedField.optional(1, "id", Types.IntegerType.get()),
          NestedField.optional(2, "v", Types.StringType.get()));

  private final StatementPlanner planner = StatementPlanner.open("cat");
  private final MemoryTables tables =
      new MemoryTables()
          .add(TableIdentifier.of("main", "t"), SCHEMA)
          .add(TableIdentifier.of("main", "u"), SCHEMA);

  @AfterAll
  void close() {
    planner.close();
  }

  static List<String> refused() {
    return Corpus.resource("refused.sql").lines().filter(l -> !l.startsWith("#")).toList();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refuses(String sql) {
    assertThat(refusal(sql).code()).isIn(REFUSALS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          COPY t TO 'x' | UNSUPPORTED | This kind of statement is not supported here: COPY
          SET threads = 1 | UNSUPPORTED | This kind of statement is not supported here: SET
          attach 'x' as y | UNSUPPORTED | This kind of statement is not supported here: ATTACH
          INSERT INTO ns.t VALUES (1) | UNSUPPORTED | Cannot run INSERT on table ns.t: statements that change data are not supported yet
          DROP TABLE IF EXISTS "My t" | UNSUPPORTED | Cannot run DROP on table My t: statements that change data are not supported yet
          WITH c AS (SELECT 1) DELETE FROM t | UNSUPPORTED | Cannot run DELETE on table t: statements that change data are not supported yet
          WITH c AS (DELETE FROM t) SELECT 1 | UNSUPPORTED | Cannot run the statement: a statement inside WITH must be a query, not DELETE
          DESCRIBE t | UNSUPPORTED | This kind of statement is not supported here: DESCRIBE; the metadata calls of Flight SQL list tables and their columns
          SELECT * FROM read_csv('x') | INVALID_ARGUMENT | The function read_csv is not available; name a table
          SELECT current_setting('x') | INVALID_ARGUMENT | The function current_setting is not available
          FROM '/etc/passwd' | NOT_FOUND | Cannot find table /etc/passwd
          SELECT 1; SELECT 2 | INVALID_ARGUMENT | Only one statement is allowed in a request; a second one starts (at character 11)
          SELECT ? + $1 | INVALID_ARGUMENT | Cannot take the parameters: ? and $1 are mixed in one statement
          SELECT $3 + $1 | INVALID_ARGUMENT | Cannot take the parameters: they go up to $3 but 2 of them are used; leave none out
          SELECT $name | INVALID_ARGUMENT | Cannot take the parameter $name: parameters are written ? or $1, $2, … (at character 8)
          SELECT ? | INVALID_ARGUMENT | Cannot run the statement: it takes 1 parameters but 0 are given
          SELEC 1 | INVALID_ARGUMENT | Cannot understand the statement: Parser Error: syntax error at or near "SELEC" (at character 1)
          SELECT 'é' FROMM t x | INVALID_ARGUMENT | Cannot understand the statement: Parser Error: syntax error at or near "t" (at character 18)
          """)
  void saysWhy(String sql, ErrorCode code, String message) {
    IceRunnerException refusal = refusal(sql);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal).hasMessage(message);
  }

  @Test
  void refusesAnEmptyStatement() {
    assertThat(refusal(" -- nothing")).hasMessage("Cannot run the statement: it is empty");
  }

  @Test
  void refusesExpressionsThatNestTooDeeply() {
    String sql = "SELECT " + "(1 + ".repeat(5000) + "1" + ")".repeat(5000);
    assertThat(refusal(sql).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refusal("SELECT " + "1 + ".repeat(900) + "1").code())
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void refusesWhatASmallStackCannotWalk() throws InterruptedException {
    AtomicReference<Throwable> outcome = new AtomicReference<>();
    String sql = "SELECT " + "1 + ".repeat(250) + "1";
    Runnable plan = () -> outcome.set(refusal(sql));
    Thread thread = new Thread(null, plan, "small stack", 200_000);
    thread.setUncaughtExceptionHandler((t, e) -> outcome.set(e));
    thread.start();
    thread.join();
    assertThat(outcome.get()).isNotInstanceOf(StackOverflowError.class);
  }

  /** When DuckDB brings new functions, decide in {@link Functions} and list them here. */
  @Test
  void everyFunctionOfThisDuckDbWasLookedAt() throws SQLException {
    Set<String> known = new TreeSet<>(Corpus.resource("functions.txt").lines().toList());
    Set<String> present = new TreeSet<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet functions =
            statement.executeQuery(
                "SELECT DISTINCT function_name || ' ' || function_type FROM duckdb_functions()"
                    + " WHERE NOT regexp_matches(function_name, '^(icu_)?collate_')")) {
      while (functions.next()) {
        String[] function = functions.getString(1).split(" (?=[a-z_]+$)");
        present.add(function[0] + " " + function[1] + " " + decision(function[0], function[1]));
      }
    }
    assertThat(present).isEqualTo(known);
  }

  private static String decision(String name, String type) {
    boolean inFrom = type.startsWith("table");
    boolean refused =
        type.equals("pragma")
            || (inFrom ? !Functions.isAllowedInFrom(name) : Functions.isDenied(name));
    return refused ? "refused" : "allowed";
  }

  private IceRunnerException refusal(String sql) {
    SqlQuery query = SqlQuery.of(sql, ZoneOffset.UTC);
    return catchThrowableOfType(
        IceRunnerException.class, () -> planner.plan(query, tables, tables));
  }
}
