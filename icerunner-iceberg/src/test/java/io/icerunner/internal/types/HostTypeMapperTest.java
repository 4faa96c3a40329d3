package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TypeMapper;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostTypeMapperTest {
  private static final ArrowType SECONDS = new ArrowType.Duration(TimeUnit.SECOND);

  private final BufferAllocator allocator = new RootAllocator();
  private final TypeMappers mappers = TypeMappers.of(List.of(new DurationsAsLongs()));

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  /** Durations of seconds are stored as longs; columns called "d" are shown as durations. */
  private static final class DurationsAsLongs implements TypeMapper {
    @Override
    public @Nullable IcebergMapping toIceberg(Field field, int formatVersion) {
      return field.getType().equals(SECONDS)
          ? new IcebergMapping(
              Types.LongType.get(),
              (source, allocator) ->
                  copy(
                      source,
                      Field.nullable(source.getName(), new ArrowType.Int(64, true)),
                      allocator))
          : null;
    }

    @Override
    public @Nullable ArrowMapping toArrow(Types.NestedField field, int formatVersion) {
      boolean duration = field.name().equals("d") && field.type().typeId() == Type.TypeID.LONG;
      Field shown = new Field(field.name(), new FieldType(field.isOptional(), SECONDS, null), null);
      return duration
          ? new ArrowMapping(shown, (source, allocator) -> copy(source, shown, allocator))
          : null;
    }

    private static FieldVector copy(FieldVector source, Field field, BufferAllocator allocator) {
      FieldVector target = field.createVector(allocator);
      target.allocateNew();
      for (int i = 0; i < source.getValueCount(); i++) {
        if (source.isNull(i)) {
          continue;
        }
        long value = source.getDataBuffer().getLong(i * 8L);
        if (target instanceof BigIntVector v) {
          v.setSafe(i, value);
        } else {
          ((DurationVector) target).setSafe(i, value);
        }
      }
      target.setValueCount(source.getValueCount());
      return target;
    }
  }

  @Test
  void aHostStoresWhatTheTableRefuses() {
    DurationVector durations = new DurationVector("d", FieldType.nullable(SECONDS), allocator);
    durations.allocateNew(2);
    durations.set(0, 90);
    try (VectorSchemaRoot batch = VectorSchemaRoot.of(durations)) {
      batch.setRowCount(2);
      Schema table = mappers.toIceberg(batch.getSchema(), 2);
      assertThat(table.findType("d")).isEqualTo(Types.LongType.get());
      AppendConversion conversion =
          AppendConversion.plan(batch.getSchema(), table, 2, mappers, "t");
      try (VectorSchemaRoot result = conversion.convert(batch, null, allocator)) {
        assertThat(((BigIntVector) result.getVector(0)).get(0)).isEqualTo(90);
        assertThat(result.getVector(0).isNull(1)).isTrue();
      }
    }
    assertThatThrownBy(
            () ->
                TypeMappers.of(List.of())
                    .toIceberg(
                        new org.apache.arrow.vector.types.pojo.Schema(
                            List.of(Field.nullable("d", SECONDS))),
                        2))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("column 'd' is duration");
  }

  @Test
  void aHostsTypeStillHasToFitTheColumn() {
    org.apache.arrow.vector.types.pojo.Schema incoming =
        new org.apache.arrow.vector.types.pojo.Schema(List.of(Field.nullable("d", SECONDS)));
    Schema table = new Schema(Types.NestedField.optional(1, "d", Types.StringType.get()));
    assertThatThrownBy(() -> AppendConversion.plan(incoming, table, 2, mappers, "t"))
        .hasMessageContaining("column 'd' arrives as duration and the table has string");
  }

  @Test
  void aHostShowsAColumnItsOwnWay() {
    Schema table =
        new Schema(
            Types.NestedField.optional(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "d", Types.LongType.get()));
    ShownConversion shown = mappers.shown(table, 2);
    assertThat(shown.isIdentity()).isFalse();
    assertThat(shown.schema()).isEqualTo(mappers.toArrow(table, 2));
    assertThat(shown.schema().getFields().get(1).getType()).isEqualTo(SECONDS);
    assertThat(shown.select(List.of(0)).isIdentity()).isTrue();
    IntVector id = new IntVector("id", allocator);
    BigIntVector d = new BigIntVector("d", allocator);
    id.setSafe(0, 1);
    d.setSafe(0, 90);
    try (VectorSchemaRoot canonical = VectorSchemaRoot.of(id, d)) {
      canonical.setRowCount(1);
      try (VectorSchemaRoot result = shown.convert(canonical, allocator)) {
        assertThat(result.getVector(1).getObject(0)).isEqualTo(java.time.Duration.ofSeconds(90));
        assertThat(result.getVector(0).getDataBuffer().memoryAddress())
            .isEqualTo(id.getDataBuffer().memoryAddress());
      }
    }
  }

  @Test
  void withoutAHostColumnsAreShownAsTheyAre() {
    Schema table = new Schema(Types.NestedField.optional(2, "d", Types.LongType.get()));
    assertThat(TypeMappers.of(List.of()).shown(table, 2).isIdentity()).isTrue();
  }
}
