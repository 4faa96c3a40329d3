package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.spi.EngineCapability;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.TableVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/** Statements: what they answer, and which are refused. */
public interface QueryStatementContract extends QueryEngineUnderTest {

  @Test
  default void theNameIsLowerCase() {
    String name = provider().name();
    assertThat(name).isNotBlank().isEqualTo(name.toLowerCase(Locale.ROOT));
  }

  @Test
  default void filtersAndOrders() {
    try (EngineSession session = EngineSession.open(this)) {
      assertThat(
              session.rows(
                  "SELECT id, name FROM numbers WHERE id >= 2 AND id < 5 ORDER BY id DESC"))
          .containsExactly(
              Arrays.asList(4L, "name-4"), Arrays.asList(3L, null), Arrays.asList(2L, "name-2"));
    }
  }

  @Test
  default void aggregatesAndTreatsNullsAsSqlDoes() {
    try (EngineSession session = EngineSession.open(this)) {
      assertThat(session.rows("SELECT count(*), count(name), min(id), max(price) FROM numbers"))
          .containsExactly(List.of(1_000L, 900L, 0L, 499.5));
      assertThat(session.rows("SELECT flag, count(*) FROM numbers GROUP BY flag ORDER BY flag"))
          .containsExactly(List.of(false, 500L), List.of(true, 500L));
    }
  }

  @Test
  default void joinsTables() {
    try (EngineSession session = EngineSession.open(this)) {
      assertThat(
              session.rows(
                  "SELECT count(*) FROM numbers a JOIN numbers b ON a.id = b.id + 1"
                      + " WHERE a.id < 11"))
          .containsExactly(List.of(10L));
    }
  }

  @Test
  default void namesMayHaveMoreParts() {
    try (EngineSession session = EngineSession.open(this)) {
      assertThat(session.rows("SELECT count(*) FROM \"default\".numbers"))
          .containsExactly(List.of(1_000L));
    }
  }

  @Test
  default void aTableWithoutFilesIsEmpty() {
    try (EngineSession session = EngineSession.open(this)) {
      assertThat(session.rows("SELECT * FROM empty")).isEmpty();
      assertThat(session.rows("SELECT count(*) FROM empty")).containsExactly(List.of(0L));
    }
  }

  @Test
  default void columnsOfOneNameStayApart() {
    try (EngineSession session = EngineSession.open(this);
        RecordBatchStream stream = session.execute("SELECT 1 AS x, 2 AS x")) {
      assertThat(stream.schema().getFields()).extracting(Field::getName).containsExactly("x", "x");
      assertThat(stream.loadNextBatch()).isTrue();
      assertThat(stream.root().getVector(0).getObject(0)).hasToString("1");
      assertThat(stream.root().getVector(1).getObject(0)).hasToString("2");
    }
  }

  @Test
  default void theStreamHasTheDescribedSchema() {
    try (EngineSession session = EngineSession.open(this)) {
      for (String sql :
          List.of(
              "SELECT * FROM numbers",
              "SELECT * FROM types",
              "SELECT sum(id) s, avg(price) a, max(\"at\") FROM numbers",
              "SELECT id + 1, name || 'x' FROM numbers WHERE id = 1")) {
        try (RecordBatchStream stream = session.execute(sql)) {
          assertThat(stream.schema()).as(sql).isEqualTo(session.describe(sql).resultSchema());
        }
      }
    }
  }

  @Test
  default void anUnknownTableIsNotFound() {
    try (EngineSession session = EngineSession.open(this)) {
      session.assertRefused("SELECT * FROM nothing_of_this_name", ErrorCode.NOT_FOUND);
      EngineSession.assertRefused(
          () -> session.describe("SELECT * FROM nothing_of_this_name"), ErrorCode.NOT_FOUND);
    }
  }

  @Test
  default void aWrongStatementIsAnInvalidArgument() {
    try (EngineSession session = EngineSession.open(this)) {
      session.assertRefused("SELEC 1", ErrorCode.INVALID_ARGUMENT);
      session.assertRefused("SELECT no_such_column FROM numbers", ErrorCode.INVALID_ARGUMENT);
      session.assertRefused("SELECT no_such_function(1)", ErrorCode.INVALID_ARGUMENT);
      assertThat(session.rows("SELECT 1")).hasSize(1);
    }
  }

  @Test
  default void aValueThatFailsIsAnInvalidArgument() {
    try (EngineSession session = EngineSession.open(this)) {
      session.assertRefused(
          "SELECT CAST(name AS INTEGER) FROM numbers", ErrorCode.INVALID_ARGUMENT);
      assertThat(session.rows("SELECT 1")).hasSize(1);
    }
  }

  @Test
  default void onlyQueriesAreRun() {
    try (EngineSession session = EngineSession.open(this)) {
      for (String sql :
          List.of(
              "INSERT INTO numbers VALUES (1, 'x', 1.0, NULL, true)",
              "DELETE FROM numbers",
              "UPDATE numbers SET id = 1",
              "DROP TABLE numbers",
              "CREATE TABLE t (a INTEGER)")) {
        session.assertRefused(sql, ErrorCode.UNSUPPORTED);
      }
    }
  }

  @Test
  default void onlyOneStatementIsRun() {
    try (EngineSession session = EngineSession.open(this)) {
      session.assertRefused(
          "SELECT 1; SELECT 2", ErrorCode.INVALID_ARGUMENT, ErrorCode.UNSUPPORTED);
    }
  }

  @Test
  default void filesThatNoPlanNamesAreNotRead() {
    try (EngineSession session = EngineSession.open(this)) {
      String path = session.tables().file("numbers", 1).path();
      for (String sql :
          List.of(
              "SELECT * FROM '" + path + "'",
              "SELECT * FROM \"" + path + "\"",
              "SELECT * FROM read_parquet('" + path + "')",
              "SELECT * FROM parquet.`" + path + "`")) {
        session.assertRefused(
            sql,
            ErrorCode.INVALID_ARGUMENT,
            ErrorCode.NOT_FOUND,
            ErrorCode.UNSUPPORTED,
            ErrorCode.PERMISSION_DENIED);
      }
    }
  }

  @Test
  default void travelsInTimeOrRefusesTo() {
    try (EngineSession session = EngineSession.open(this)) {
      String sql = "SELECT count(*) FROM " + atSnapshot("numbers", 42);
      if (!session.can(EngineCapability.TIME_TRAVEL)) {
        session.assertRefused(sql, ErrorCode.UNSUPPORTED, ErrorCode.INVALID_ARGUMENT);
        return;
      }
      assertThat(session.rows(sql)).containsExactly(List.of(1_000L));
      assertThat(session.tables().versions())
          .isNotEmpty()
          .allMatch(version -> version.equals(TableVersion.snapshot(42)));
    }
  }
}
