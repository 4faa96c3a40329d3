package io.icerunner.internal.sql;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.spi.QueryDescription;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableResolver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** Plans and runs statements: the engine over the catalog, one snapshot per table. */
final class Statements {
  private final CatalogTables tables;
  private final QueryEngine engine;

  Statements(CatalogTables tables, QueryEngine engine) {
    this.tables = tables;
    this.engine = engine;
  }

  /**
   * Plans a statement at the current snapshots.
   *
   * @throws io.icerunner.error.IceRunnerException as {@link QueryEngine#describe}
   */
  Statement plan(String sql, Session session, List<@Nullable Object> parameters) {
    SnapshotResolver resolver = new SnapshotResolver(tables, session.namespace(), Map.of());
    AtomicBoolean readsTables = new AtomicBoolean();
    TableResolver watched =
        (name, version) -> {
          readsTables.set(true);
          return resolver.resolve(name, version);
        };
    SqlQuery query = new SqlQuery(sql, parameters, session.timeZone());
    QueryDescription description = engine.describe(query, watched);
    return new Statement(sql, session, description, readsTables.get(), resolver.pins());
  }

  /**
   * Runs a statement once per parameter row.
   *
   * @param pins snapshots to read; tables that are not among them are read as they are now
   */
  RecordBatchStream run(
      String sql,
      Session session,
      Parameters parameters,
      Map<TableIdentifier, Long> pins,
      BufferAllocator allocator) {
    if (parameters.rows().size() == 1) {
      return run(sql, session, parameters.rows().get(0), pins, allocator);
    }
    // All runs read what the first one read.
    SnapshotResolver resolver = new SnapshotResolver(tables, session.namespace(), pins);
    Schema schema = engine.describe(first(sql, session, parameters), resolver).resultSchema();
    Map<TableIdentifier, Long> pinned = resolver.pins();
    return new ConcatenatedStream(
        schema,
        parameters.rows().size(),
        row -> run(sql, session, parameters.rows().get(row), pinned, allocator),
        allocator);
  }

  private RecordBatchStream run(
      String sql,
      Session session,
      List<@Nullable Object> values,
      Map<TableIdentifier, Long> pins,
      BufferAllocator allocator) {
    SnapshotResolver resolver = new SnapshotResolver(tables, session.namespace(), pins);
    return engine.execute(new SqlQuery(sql, values, session.timeZone()), resolver, allocator);
  }

  private static SqlQuery first(String sql, Session session, Parameters parameters) {
    List<@Nullable Object> values =
        parameters.rows().isEmpty() ? List.of() : parameters.rows().get(0);
    return new SqlQuery(sql, values, session.timeZone());
  }
}
