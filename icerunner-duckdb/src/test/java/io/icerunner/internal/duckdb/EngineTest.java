package io.icerunner.internal.duckdb;

import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryDescription;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An engine over a folder, with an allocator that is closed last so that a leak fails the test. */
abstract class EngineTest {
  static final ZoneId UTC = ZoneId.of("UTC");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  final BufferAllocator allocator = new RootAllocator();
  final TestTables tables = new TestTables();

  @SuppressWarnings("NullAway.Init")
  QueryEngine engine;

  @BeforeEach
  void openEngine() {
    engine =
        new DuckDbEngineProvider()
            .open(
                Map.of("memory-limit", "1GB"),
                new ProviderContext("icerunner", getClass().getClassLoader()));
  }

  @AfterEach
  void closeEngine() {
    engine.close();
    allocator.close();
  }

  RecordBatchStream execute(String sql, @Nullable Object... parameters) {
    return engine.execute(new SqlQuery(sql, Arrays.asList(parameters), UTC), tables, allocator);
  }

  List<List<Object>> rows(String sql, @Nullable Object... parameters) {
    return Results.rows(execute(sql, parameters));
  }

  Object value(String sql, @Nullable Object... parameters) {
    return rows(sql, parameters).get(0).get(0);
  }

  QueryDescription describe(String sql) {
    return engine.describe(SqlQuery.of(sql, UTC), tables);
  }

  Path file(String name) {
    return folder.resolve("wh/default/t/data").resolve(name);
  }
}
