package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.EngineCapability;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryDescription;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableScan;
import io.icerunner.testkit.QueryEngineContract;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/** An engine that says what it cannot do, and refuses it, keeps the contract too. */
class LimitedEngineContractIT implements QueryEngineContract {
  @Override
  public QueryEngineProvider provider() {
    return new LimitedProvider();
  }

  private static final class LimitedProvider implements QueryEngineProvider {
    @Override
    public String name() {
      return "limited";
    }

    @Override
    public QueryEngine open(Map<String, String> properties, ProviderContext context) {
      return new LimitedEngine(new DuckDbEngineProvider().open(properties, context));
    }
  }

  private record LimitedEngine(QueryEngine engine) implements QueryEngine {
    @Override
    public Set<EngineCapability> capabilities() {
      return EnumSet.of(EngineCapability.STREAMING);
    }

    @Override
    public QueryDescription describe(SqlQuery query, TableResolver tables) {
      return engine.describe(limited(query), tables);
    }

    @Override
    public RecordBatchStream execute(
        SqlQuery query, TableResolver tables, BufferAllocator allocator) {
      return engine.execute(limited(query), tables, allocator);
    }

    @Override
    public RecordBatchStream scan(TableScan scan, BufferAllocator allocator) {
      return engine.scan(scan, allocator);
    }

    @Override
    public void close() {
      engine.close();
    }

    private static SqlQuery limited(SqlQuery query) {
      if (query.sql().contains("?") || query.sql().contains(" AT (")) {
        throw IceRunnerException.unsupported("Cannot run the statement: parameters and AT are not");
      }
      return query;
    }
  }
}
