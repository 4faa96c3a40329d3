package io.icerunner.internal.mirror.digest;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.types.RowSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowSelectionTest {
  @Test
  void copiesJustTheChosenRowsOfEveryType() {
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int seed = 100; seed < 140; seed++) {
        RandomTables tables = new RandomTables(seed);
        Schema schema = tables.schema();
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        IntStream.range(0, 30).forEach(i -> rows.add(tables.row(schema)));
        int[] chosen = new Random(seed).ints(0, 30).distinct().limit(12).toArray();
        List<Map<String, @Nullable Object>> kept =
            IntStream.of(chosen).mapToObj(rows::get).toList();
        try (VectorSchemaRoot all = Batches.of(schema, rows, allocator);
            VectorSchemaRoot copied = RowSelection.copy(all, chosen, allocator);
            VectorSchemaRoot expected = Batches.of(schema, kept, allocator)) {
          assertThat(copied.equals(expected)).as("%s", schema).isTrue();
        }
      }
    }
  }
}
