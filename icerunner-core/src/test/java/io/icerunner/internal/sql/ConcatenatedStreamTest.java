package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConcatenatedStreamTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  private RecordBatchStream run(Schema schema, String... texts) {
    return new RowStream<List<@Nullable Object>>(
        schema,
        Stream.of(texts).map(text -> List.<@Nullable Object>of(text)).iterator(),
        Cells::write,
        allocator);
  }

  @Test
  void givesTheRowsOfEachRunInOrder() {
    List<String> rows = new ArrayList<>();
    try (ConcatenatedStream stream =
        new ConcatenatedStream(
            Schemas.GET_CATALOGS_SCHEMA,
            4,
            row ->
                row == 1
                    ? run(Schemas.GET_CATALOGS_SCHEMA)
                    : run(Schemas.GET_CATALOGS_SCHEMA, "a" + row, "b" + row),
            allocator)) {
      while (stream.loadNextBatch()) {
        for (int i = 0; i < stream.root().getRowCount(); i++) {
          rows.add(String.valueOf(stream.root().getVector(0).getObject(i)));
        }
      }
      assertThat(stream.loadNextBatch()).isFalse();
    }
    assertThat(rows).containsExactly("a0", "b0", "a2", "b2", "a3", "b3");
  }

  @Test
  void refusesARunWithAnotherSchema() {
    try (ConcatenatedStream stream =
        new ConcatenatedStream(
            Schemas.GET_CATALOGS_SCHEMA,
            2,
            row ->
                run(row == 0 ? Schemas.GET_CATALOGS_SCHEMA : Schemas.GET_TABLE_TYPES_SCHEMA, "x"),
            allocator)) {
      assertThat(stream.loadNextBatch()).isTrue();

      assertThatThrownBy(stream::loadNextBatch)
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("parameter row 1");
    }
  }

  @Test
  void stopsBetweenRunsWhenItIsCancelled() {
    try (ConcatenatedStream stream =
        new ConcatenatedStream(
            Schemas.GET_CATALOGS_SCHEMA,
            1_000,
            row -> run(Schemas.GET_CATALOGS_SCHEMA, "x"),
            allocator)) {
      assertThat(stream.loadNextBatch()).isTrue();
      stream.cancel();

      assertThatThrownBy(stream::loadNextBatch).hasMessageContaining("cancelled");
    }
  }
}
