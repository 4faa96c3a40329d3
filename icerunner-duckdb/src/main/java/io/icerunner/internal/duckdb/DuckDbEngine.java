package io.icerunner.internal.duckdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.DuckDbInstances.Lease;
import io.icerunner.internal.duckdb.sql.PlannedStatement;
import io.icerunner.internal.duckdb.sql.StatementPlanner;
import io.icerunner.internal.duckdb.sql.TableSql;
import io.icerunner.spi.QueryDescription;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableScan;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** Runs statements and scans in DuckDB, over the files that Iceberg planned. */
final class DuckDbEngine implements QueryEngine {
  private static final InstanceKey NO_FILES = new InstanceKey(Set.of(), true);

  /** Threads that read a large table for one client. */
  private static final int SCAN_READERS = 2;

  private static final long DESCRIBED_CHARACTERS = 4_000_000;

  private final SpillDirectory spill;
  private final DuckDbInstances instances;
  private final Sessions sessions;
  private final StatementPlanner planner;
  private final Canceller canceller = new Canceller();
  private final ScanPlanner scanPlanner;
  private final ExecutorService readers = DaemonThreads.named("icerunner-duckdb-read");
  private final TableSql scans = new ScanSql();
  private final TableSql standIns = new EmptySql();
  private final Set<DuckDbStream> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** By the text over stand-ins, which says the columns of all tables. */
  private final Cache<DescriptionKey, QueryDescription> descriptions =
      Caffeine.newBuilder()
          .maximumWeight(DESCRIBED_CHARACTERS)
          .weigher((DescriptionKey key, QueryDescription value) -> 500 + key.sql().length())
          .build();

  private record DescriptionKey(String sql, ZoneId zone) {}

  private DuckDbEngine(DuckDbConfig config, SpillDirectory spill, StatementPlanner planner) {
    this.spill = spill;
    this.instances = new DuckDbInstances(config, spill.path());
    this.sessions = new Sessions(instances);
    this.planner = planner;
    this.scanPlanner = new ScanPlanner(planner, new RowGroups(instances));
  }

  static DuckDbEngine open(DuckDbConfig config, String catalogName) {
    SpillDirectory spill = SpillDirectory.create(config.tempDirectory());
    try {
      DuckDbEngine engine = new DuckDbEngine(config, spill, StatementPlanner.open(catalogName));
      engine.instances.lease(NO_FILES).close();
      return engine;
    } catch (SQLException e) {
      spill.close();
      throw DuckDbErrors.of(e, Set.of());
    } catch (RuntimeException e) {
      spill.close();
      throw e;
    }
  }

  @Override
  public QueryDescription describe(SqlQuery query, TableResolver tables) {
    checkOpen();
    PlannedStatement planned = planner.describe(query, tables, standIns);
    if (!query.parameters().isEmpty()) {
      return describe(planned, query);
    }
    DescriptionKey key = new DescriptionKey(planned.sql(), query.timeZone());
    QueryDescription known = descriptions.getIfPresent(key);
    if (known == null) {
      known = describe(planned, query);
      descriptions.put(key, known);
    }
    return known;
  }

  private QueryDescription describe(PlannedStatement planned, SqlQuery query) {
    ZoneId zone = query.timeZone();
    try (Lease lease = instances.lease(NO_FILES);
        DuckDBConnection connection = lease.instance().connect(zone);
        PreparedStatement statement = connection.prepareStatement(planned.sql())) {
      Schema parameters = PreparedQuery.parameterSchema(statement, zone);
      if (!query.parameters().isEmpty()) {
        Schema result =
            PreparedQuery.resultSchema(connection, planned.sql(), query.parameters(), zone);
        return new QueryDescription(result, parameters, false);
      }
      if (PreparedQuery.dependsOnParameters(statement)) {
        return new QueryDescription(new Schema(List.of()), parameters, true);
      }
      Schema result = PreparedQuery.resultSchema(statement.getMetaData(), zone);
      return new QueryDescription(result, parameters, false);
    } catch (SQLException e) {
      throw DuckDbErrors.of(e, planned.roots());
    }
  }

  @Override
  public RecordBatchStream execute(
      SqlQuery query, TableResolver tables, BufferAllocator allocator) {
    checkOpen();
    PlannedStatement planned = planner.plan(query, tables, scans);
    return stream(planned, query.parameters(), query.timeZone(), null, allocator);
  }

  @Override
  public RecordBatchStream scan(TableScan scan, BufferAllocator allocator) {
    checkOpen();
    List<PlannedStatement> segments = scanPlanner.plan(scan, hasIdleProcessors());
    Schema schema = scan.resultSchema();
    if (segments.size() == 1) {
      return segment(segments.get(0), schema, allocator);
    }
    return OrderedScan.open(
        segments.size(),
        number -> segment(segments.get(number), schema, allocator),
        SCAN_READERS,
        readers,
        schema,
        allocator);
  }

  private boolean hasIdleProcessors() {
    return open.size() + SCAN_READERS <= Runtime.getRuntime().availableProcessors();
  }

  private RecordBatchStream segment(
      PlannedStatement planned, Schema schema, BufferAllocator allocator) {
    return stream(planned, List.of(), ZoneOffset.UTC, schema, allocator);
  }

  private RecordBatchStream stream(
      PlannedStatement planned,
      List<@Nullable Object> parameters,
      ZoneId zone,
      @Nullable Schema announced,
      BufferAllocator allocator) {
    StatementRun run = StatementRun.prepare(sessions, planned, parameters, zone);
    try {
      Schema schema = announced == null ? run.resultSchema(zone) : announced;
      List<ResolvedTable> tables = planned.tables();
      int batchRows = BatchRows.of(schema.getFields(), tables);
      DuckDbStream stream =
          new DuckDbStream(run, schema, batchRows, allocator, canceller, open::remove);
      open.add(stream);
      if (closed.get()) {
        stream.cancel();
      }
      return stream;
    } catch (RuntimeException e) {
      run.close(false);
      throw e;
    }
  }

  private void checkOpen() {
    if (closed.get()) {
      throw IceRunnerException.cancelled("Cannot run the statement: the engine is closed");
    }
  }

  /** Ends running statements; their readers get CANCELLED and still close their streams. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    open.forEach(DuckDbStream::cancel);
    sessions.close();
    instances.close();
    planner.close();
    canceller.close();
    readers.shutdown();
    spill.close();
  }
}
