package io.icerunner.testkit;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.EngineCapability;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryDescription;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableScan;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** An engine, its tables and an allocator whose close fails if anything is still held. */
final class EngineSession implements AutoCloseable {
  private static final ZoneId UTC = ZoneId.of("UTC");

  private final SampleTables tables;
  private final QueryEngine engine;
  private final BufferAllocator allocator = new RootAllocator();

  private EngineSession(SampleTables tables, QueryEngine engine) {
    this.tables = tables;
    this.engine = engine;
  }

  static EngineSession open(QueryEngineUnderTest underTest) {
    ProviderContext context =
        new ProviderContext("icerunner", EngineSession.class.getClassLoader());
    return new EngineSession(
        SampleTables.create(), underTest.provider().open(underTest.properties(), context));
  }

  QueryEngine engine() {
    return engine;
  }

  SampleTables tables() {
    return tables;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  boolean can(EngineCapability capability) {
    return engine.capabilities().contains(capability);
  }

  QueryDescription describe(String sql, @Nullable Object... parameters) {
    return engine.describe(query(sql, parameters), tables);
  }

  RecordBatchStream execute(String sql, @Nullable Object... parameters) {
    return engine.execute(query(sql, parameters), tables, allocator);
  }

  List<List<@Nullable Object>> rows(String sql, @Nullable Object... parameters) {
    return StreamRows.all(execute(sql, parameters));
  }

  List<List<@Nullable Object>> rows(TableScan scan) {
    return StreamRows.all(engine.scan(scan, allocator));
  }

  /** Expects a statement to be refused with one of the codes, and a message that says something. */
  void assertRefused(String sql, ErrorCode... codes) {
    assertRefused(() -> rows(sql), codes);
  }

  static void assertRefused(ThrowingCallable call, ErrorCode... codes) {
    Assertions.assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> {
              Assertions.assertThat(e.code()).as(e.getMessage()).isIn((Object[]) codes);
              Assertions.assertThat(e.getMessage()).isNotBlank();
            });
  }

  private static SqlQuery query(String sql, @Nullable Object... parameters) {
    return new SqlQuery(sql, Arrays.asList(parameters), UTC);
  }

  @Override
  public void close() {
    engine.close();
    engine.close();
    tables.close();
    allocator.close();
  }
}
