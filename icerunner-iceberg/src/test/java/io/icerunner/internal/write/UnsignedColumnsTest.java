package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unsigned integers keep their values, and the files say nothing of unsigned columns. */
class UnsignedColumnsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void theLargestValuesAreStoredInSignedColumnsOfMoreRange() throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = batch(allocator)) {
      TypeMappers mappers = TypeMappers.of(List.of());
      Table table = MemoryTable.of(mappers.toIceberg(batch.getSchema(), 2), folder, Map.of());
      AppendConversion conversion =
          AppendConversion.plan(batch.getSchema(), table.schema(), 2, mappers, "t");
      List<DataFile> files;
      try (VectorSchemaRoot canonical = conversion.convert(batch, null, allocator);
          TableWriter writer = TableWriter.open(table, allocator, Runnable::run, 1)) {
        writer.write(canonical);
        files = writer.complete();
      }
      Record row = Written.read(table, files).get(0);
      assertThat(List.of(row.get(0), row.get(1), row.get(2), row.get(3)))
          .containsExactly(255, 65_535, 4_294_967_295L, new BigDecimal("18446744073709551615"));
      assertThat(columnTypes(files.get(0)))
          .isEqualTo("u1 INTEGER, u2 INTEGER, u4 BIGINT, u8 DECIMAL(20,0)");
    }
  }

  private static VectorSchemaRoot batch(BufferAllocator allocator) {
    UInt1Vector u1 = new UInt1Vector("u1", allocator);
    UInt2Vector u2 = new UInt2Vector("u2", allocator);
    UInt4Vector u4 = new UInt4Vector("u4", allocator);
    UInt8Vector u8 = new UInt8Vector("u8", allocator);
    u1.setSafe(0, -1);
    u2.setSafe(0, -1);
    u4.setSafe(0, -1);
    u8.setSafe(0, -1L);
    VectorSchemaRoot batch = VectorSchemaRoot.of(u1, u2, u4, u8);
    batch.setRowCount(1);
    return batch;
  }

  private static Object columnTypes(DataFile file) throws Exception {
    try (DuckDbReader reader = new DuckDbReader()) {
      return reader.value(
          "SELECT string_agg(column_name || ' ' || column_type, ', ')"
              + " FROM (DESCRIBE SELECT * FROM %s)",
          List.of(file));
    }
  }
}
