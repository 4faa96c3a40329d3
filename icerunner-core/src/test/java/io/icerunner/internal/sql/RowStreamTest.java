package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RowStreamTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final AtomicInteger made = new AtomicInteger();

  @AfterEach
  void close() {
    allocator.close();
  }

  private RowStream<List<@Nullable Object>> rows(int count) {
    return new RowStream<>(
        Schemas.GET_CATALOGS_SCHEMA,
        IntStream.range(0, count)
            .peek(row -> made.incrementAndGet())
            .mapToObj(row -> List.<@Nullable Object>of("c" + row))
            .iterator(),
        Cells::write,
        allocator);
  }

  @Test
  void asksForNoMoreRowsThanItSends() {
    try (RowStream<List<@Nullable Object>> stream = rows(10_000)) {
      assertThat(stream.loadNextBatch()).isTrue();
      assertThat(made.get()).isLessThanOrEqualTo(RowStream.ROWS_PER_BATCH + 1);
    }
  }

  @Test
  void sendsEveryRowOnceInOrder() {
    int count = 0;
    try (RowStream<List<@Nullable Object>> stream = rows(1_000)) {
      while (stream.loadNextBatch()) {
        for (int row = 0; row < stream.root().getRowCount(); row++) {
          assertThat(stream.root().getVector(0).getObject(row)).hasToString("c" + count++);
        }
      }
    }
    assertThat(count).isEqualTo(1_000);
  }

  @Test
  void endsWhenItIsCancelled() {
    try (RowStream<List<@Nullable Object>> stream = rows(1_000)) {
      stream.cancel();

      assertThatThrownBy(stream::loadNextBatch)
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("cancelled");
    }
  }
}
