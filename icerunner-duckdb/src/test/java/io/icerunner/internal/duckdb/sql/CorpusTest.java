package io.icerunner.internal.duckdb.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.spi.SqlQuery;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorpusTest {
  private final StatementPlanner planner = StatementPlanner.open("cat");
  private Corpus corpus;

  @BeforeAll
  void open() throws SQLException {
    corpus = new Corpus();
  }

  @AfterAll
  void close() throws SQLException {
    corpus.close();
    planner.close();
  }

  static List<String> statements() {
    return Corpus.statements();
  }

  @ParameterizedTest
  @MethodSource("statements")
  void plannedStatementGivesWhatTheTablesThemselvesGive(String line) throws SQLException {
    boolean namesMayDiffer = line.startsWith("~");
    String sql = namesMayDiffer ? line.substring(1) : line;
    Answer expected;
    try {
      expected = Answer.of(corpus.named, sql);
    } catch (SQLException e) {
      assertThatThrownBy(() -> planned(sql)).as("DuckDB says: %s", e.getMessage()).isNotNull();
      return;
    }
    Answer actual = planned(sql);
    assertThat(actual.rows()).isEqualTo(expected.rows());
    assertThat(actual.types()).isEqualTo(expected.types());
    if (!namesMayDiffer) {
      assertThat(actual.names()).isEqualTo(expected.names());
    }
  }

  private Answer planned(String sql) throws SQLException {
    SqlQuery query = SqlQuery.of(sql, ZoneOffset.UTC);
    PlannedStatement plan = planner.plan(query, corpus.tables, corpus.tables);
    return Answer.of(corpus.stored, plan.sql());
  }
}
