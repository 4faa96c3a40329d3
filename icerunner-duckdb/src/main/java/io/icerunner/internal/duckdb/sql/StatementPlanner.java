package io.icerunner.internal.duckdb.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableResolver;

/**
 * Turns a client's statement into one that DuckDB may run: one SELECT, nothing but tables of the
 * catalog, each replaced by a scan of the files that Iceberg planned for it.
 *
 * <p>A text is parsed and checked once and kept in a bounded cache. Used by many threads at once.
 */
public final class StatementPlanner implements AutoCloseable {
  /** A tree takes some fifty times the memory of its text. */
  private static final long CACHED_CHARACTERS = 1_000_000;

  private final String catalogName;
  private final SqlParser parser = SqlParser.open();
  private final StatementReader reader = new StatementReader(parser);
  private final Cache<String, AnalyzedStatement> analyzed =
      Caffeine.newBuilder()
          .maximumWeight(CACHED_CHARACTERS)
          .weigher((String sql, AnalyzedStatement statement) -> 100 + sql.length())
          .build();

  private StatementPlanner(String catalogName) {
    this.catalogName = catalogName;
  }

  /**
   * @param catalogName the name that may lead the parts of a table's name
   */
  public static StatementPlanner open(String catalogName) {
    return new StatementPlanner(catalogName);
  }

  /**
   * Plans a statement to run it.
   *
   * @param scans makes the text of every scan
   * @throws IceRunnerException INVALID_ARGUMENT with DuckDB's text if it cannot be parsed or the
   *     number of parameters is wrong, UNSUPPORTED if it is no query, NOT_FOUND if it names an
   *     unknown table
   */
  public PlannedStatement plan(SqlQuery query, TableResolver tables, TableSql scans) {
    AnalyzedStatement statement = analyze(query.sql());
    int expected = statement.text().parameterCount();
    if (query.parameters().size() != expected) {
      throw IceRunnerException.invalidArgument(
          "Cannot run the statement: it takes %d parameters but %d are given"
              .formatted(expected, query.parameters().size()));
    }
    return new Planning(statement, query, tables, catalogName).countByMetadata().plan(scans);
  }

  /**
   * Plans a statement to learn its types only; parameters are ignored.
   *
   * @param standIns makes the text of something empty with the types of the table
   * @throws IceRunnerException as {@link #plan}
   */
  public PlannedStatement describe(SqlQuery query, TableResolver tables, TableSql standIns) {
    return new Planning(analyze(query.sql()), query, tables, catalogName).plan(standIns);
  }

  private AnalyzedStatement analyze(String sql) {
    AnalyzedStatement known = analyzed.getIfPresent(sql);
    if (known != null) {
      return known;
    }
    try {
      AnalyzedStatement statement = reader.read(sql);
      analyzed.put(sql, statement);
      return statement;
    } catch (StackOverflowError e) {
      // The walk keeps no state that could be left half done; threads may have small stacks.
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot understand the statement: its expressions are nested too deeply",
          e);
    }
  }

  @Override
  public void close() {
    parser.close();
  }
}
