package io.icerunner.internal.duckdb;

import com.google.auto.service.AutoService;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import java.util.Map;
import java.util.Set;

/** DuckDB, the engine a server uses unless told otherwise. */
@AutoService(QueryEngineProvider.class)
public final class DuckDbEngineProvider implements QueryEngineProvider {
  /** What one DuckDB instance may hold in memory, such as {@code 4GB}; default 80 % of the RAM. */
  public static final String MEMORY_LIMIT = DuckDbConfig.MEMORY_LIMIT;

  /** Threads of statements that sort, aggregate or join; default one per processor. */
  public static final String THREADS = DuckDbConfig.THREADS;

  /** Threads of statements that only read one table; default 1, which is fastest for streams. */
  public static final String SCAN_THREADS = DuckDbConfig.SCAN_THREADS;

  /**
   * A folder in which the engine makes its own for intermediate results that do not fit in memory,
   * and deletes it when it closes; default the system's temporary folder.
   */
  public static final String TEMP_DIRECTORY = DuckDbConfig.TEMP_DIRECTORY;

  /** What one DuckDB instance may write to its temporary folder; default {@code 10GB}. */
  public static final String MAX_TEMP_DIRECTORY_SIZE = DuckDbConfig.MAX_TEMP_DIRECTORY_SIZE;

  /** What a result may hold before its reader asks for it; default {@code 1MB}. */
  public static final String STREAMING_BUFFER_SIZE = DuckDbConfig.STREAMING_BUFFER_SIZE;

  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public Set<String> properties() {
    return DuckDbConfig.KEYS;
  }

  @Override
  public QueryEngine open(Map<String, String> properties, ProviderContext context) {
    return DuckDbEngine.open(DuckDbConfig.of(properties), context.catalogName());
  }
}
