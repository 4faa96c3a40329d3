package io.icerunner.internal.duckdb.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.duckdb.sql.TableSql.Occurrence;
import io.icerunner.spi.SqlQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Leaving out files by a statement's conditions never changes its result. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PruningTest {
  private static final long SEED = 20261130;
  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final List<String> JOINS =
      List.of(
          "FROM l, r WHERE l.i = r.i AND @l AND @r",
          "FROM l JOIN r ON l.i = r.b AND @l AND @r WHERE @l",
          "FROM l LEFT JOIN r ON l.i = r.i AND @l AND @r WHERE @l AND @r",
          "FROM l RIGHT JOIN r ON l.i = r.i AND @l AND @r WHERE @l AND @r",
          "FROM l FULL JOIN r ON l.i = r.i AND @l AND @r WHERE @l AND @r",
          "FROM l SEMI JOIN r ON l.i = r.i AND @l AND @r WHERE @l",
          "FROM l ANTI JOIN r ON l.i = r.i AND @l AND @r WHERE @l",
          "FROM l WHERE @l AND EXISTS (FROM r WHERE r.i = l.i AND @r AND @l)",
          "FROM l WHERE @l OR l.i IN (SELECT r.i FROM r WHERE @r)",
          "FROM (SELECT * FROM l WHERE @l) x LEFT JOIN (r JOIN l ON l.i = r.i AND @r) ON x.i = l.b",
          "SELECT count(*), max(s), sum(i) FILTER (WHERE @l) FROM l WHERE @l",
          "SELECT count(*), sum(i) FROM l JOIN r USING (i) WHERE i > 3 AND @l",
          "SELECT count(*), sum(i) FROM l LEFT JOIN r USING (i) WHERE i IN (1, 2) AND @r",
          "SELECT count(*), sum(i) FROM l FULL JOIN r USING (i) WHERE i > 3",
          "FROM (SELECT * FROM l) AS l LEFT JOIN (FROM r WHERE r.i > 0) AS r ON l.i = r.i AND @r WHERE @l",
          "SELECT l.i, r.i FROM l ASOF JOIN r ON l.i >= r.i WHERE @l AND r.i IS NOT NULL",
          "(SELECT i FROM l WHERE @l) EXCEPT (SELECT i FROM r WHERE @r)");

  private final StatementPlanner planner = StatementPlanner.open("cat");
  private final MemoryTables tables =
      new MemoryTables()
          .add(TableIdentifier.of("main", "l"), FiledTable.SCHEMA)
          .add(TableIdentifier.of("main", "r"), FiledTable.SCHEMA);
  private final FiledTable left = new FiledTable("stored_l");
  private final FiledTable right = new FiledTable("stored_r");
  private final Random random = new Random(SEED);
  private final RandomConditions conditions = new RandomConditions(random);
  private Connection connection;
  private int compared;
  private int failed;

  @BeforeAll
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = '" + ZONE + "'");
    }
    left.create(connection, random);
    right.create(connection, random);
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
    planner.close();
  }

  @Test
  void keepsEveryRowThatMatches() throws SQLException {
    for (int n = 0; n < 250; n++) {
      compare("SELECT * FROM l WHERE " + conditions.condition("", 2));
    }
    assertThat(compared).as("statements that ran; %d did not", failed).isGreaterThan(failed * 5);
    assertThat(left.pruned).as("files left out, %d kept", left.kept).isGreaterThan(left.kept / 3);
  }

  @Test
  void keepsTheResultOfJoins() throws SQLException {
    for (int n = 0; n < 136; n++) {
      String sql = JOINS.get(n % JOINS.size());
      while (sql.contains("@l")) {
        sql = sql.replaceFirst("@l", literal(conditions.condition("l.", 1)));
      }
      while (sql.contains("@r")) {
        sql = sql.replaceFirst("@r", literal(conditions.condition("r.", 1)));
      }
      compare(sql);
    }
    assertThat(right.pruned).as("files left out").isPositive();
  }

  private static String literal(String condition) {
    return java.util.regex.Matcher.quoteReplacement("(" + condition + ")");
  }

  private void compare(String sql) throws SQLException {
    SqlQuery query = SqlQuery.of(sql, ZONE);
    Answer all;
    try {
      all = run(query, occurrence -> table(occurrence).everything());
    } catch (SQLException e) {
      failed++;
      return;
    }
    Answer some = run(query, occurrence -> table(occurrence).scan(occurrence));
    assertThat(some.rows()).as(sql).isEqualTo(all.rows());
    compared++;
  }

  private Answer run(SqlQuery query, Function<Occurrence, TableSql.Scan> scans)
      throws SQLException {
    return Answer.of(connection, planner.plan(query, tables, scans::apply).sql());
  }

  private FiledTable table(Occurrence occurrence) {
    return occurrence.table().identifier().name().equals("l") ? left : right;
  }
}
