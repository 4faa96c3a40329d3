package io.icerunner.internal.duckdb.sql;

import io.icerunner.internal.duckdb.sql.TableSql.Occurrence;
import io.icerunner.internal.duckdb.sql.TableSql.Scan;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.expressions.Expression;

/** The planning of one statement for one request: resolves its tables and puts scans in. */
final class Planning {
  private static final String ONE_ROW = "SELECT NULL";

  private final AnalyzedStatement statement;
  private final SqlQuery query;
  private final List<ResolvedTable> resolved = new ArrayList<>();
  private final Bindings bindings;
  private final Map<Integer, Long> counts = new HashMap<>();
  private final List<String> selects = new ArrayList<>();
  private final Set<String> setup = new LinkedHashSet<>();
  private final Set<String> roots = new HashSet<>();

  Planning(
      AnalyzedStatement statement, SqlQuery query, TableResolver resolver, String catalogName) {
    this.statement = statement;
    this.query = query;
    for (TableReference reference : statement.tables()) {
      resolved.add(
          resolver.resolve(reference.path(), VersionClause.version(reference, query.timeZone())));
    }
    this.bindings = new Bindings(statement, resolved, catalogName);
  }

  /** Answers from metadata what only counts the rows of a table. */
  Planning countByMetadata() {
    for (RowCount count : statement.rowCounts()) {
      bindings
          .get(count.table())
          .table()
          .recordCount()
          .ifPresent(rows -> counts.put(count.table().number(), rows));
    }
    return this;
  }

  PlannedStatement plan(TableSql scans) {
    List<Expression> filters = FilterExtractor.extract(statement, bindings, query);
    for (BoundTable table : bindings.tables()) {
      int number = table.reference().number();
      if (counts.containsKey(number)) {
        selects.add(ONE_ROW);
      } else {
        add(scans.scan(occurrence(table, filters.get(number))));
      }
    }
    return new PlannedStatement(
        new Rewriter(statement, bindings, counts).rewrite(selects),
        List.copyOf(setup),
        List.copyOf(new LinkedHashSet<>(resolved)),
        roots,
        statement.shape().plainScan(),
        statement.text().parameterCount());
  }

  private Occurrence occurrence(BoundTable table, Expression filter) {
    return new Occurrence(
        table.reference().number(),
        table.table(),
        filter,
        statement.shape().alone(),
        statement.shape().nestedAccess());
  }

  private void add(Scan scan) {
    selects.add(scan.select());
    setup.addAll(scan.setup());
    roots.addAll(scan.roots());
  }
}
