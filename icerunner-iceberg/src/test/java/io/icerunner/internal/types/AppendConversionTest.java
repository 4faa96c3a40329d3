package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppendConversionTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final TypeMappers mappers = TypeMappers.of(List.of());

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @Test
  void matchesColumnsByNameAndWidens() {
    Schema table =
        new Schema(
            Types.NestedField.optional(1, "text", Types.StringType.get()),
            Types.NestedField.required(2, "id", Types.LongType.get()),
            Types.NestedField.optional(3, "absent", Types.DoubleType.get()));
    IntVector id = new IntVector("id", allocator);
    VarCharVector text = new VarCharVector("text", allocator);
    id.setSafe(0, 7);
    id.setSafe(1, -1);
    text.setSafe(0, "süß".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    try (VectorSchemaRoot batch = VectorSchemaRoot.of(id, text)) {
      batch.setRowCount(2);
      AppendConversion conversion =
          AppendConversion.plan(batch.getSchema(), table, 2, mappers, "db.t");
      try (VectorSchemaRoot result = conversion.convert(batch, null, allocator)) {
        assertThat(result.getSchema()).isEqualTo(TypeMappers.canonical(table));
        assertThat(result.getVector(0).getObject(0)).hasToString("süß");
        assertThat(result.getVector(0).getDataBuffer().memoryAddress())
            .isEqualTo(text.getDataBuffer().memoryAddress());
        assertThat(result.getVector(0).isNull(1)).isTrue();
        assertThat(((BigIntVector) result.getVector(1)).get(0)).isEqualTo(7);
        assertThat(((BigIntVector) result.getVector(1)).get(1)).isEqualTo(-1);
        assertThat(result.getVector(2).getNullCount()).isEqualTo(2);
      }
    }
  }

  @Test
  void listsEveryDifferenceAtOnce() {
    Schema table =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "n", Types.IntegerType.get()));
    org.apache.arrow.vector.types.pojo.Schema incoming =
        TypeMappers.canonical(
            new Schema(
                Types.NestedField.optional(1, "ID", Types.LongType.get()),
                Types.NestedField.optional(2, "n", Types.LongType.get())));
    assertThatThrownBy(() -> AppendConversion.plan(incoming, table, 2, mappers, "db.t"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot append to table 'db.t': column 'id' (long, required) is missing; "
                + "column 'n' arrives as int64 and the table has int; "
                + "column 'ID' (int64) is not in the table "
                + "(names are case-sensitive: the table has 'id')");
  }
}
