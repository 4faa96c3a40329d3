package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.UuidVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppendPlanTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final TypeMappers mappers = TypeMappers.of(List.of());

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @Test
  void missingColumnsOfEveryTypeAreNull() {
    List<Types.NestedField> columns = new ArrayList<>();
    columns.add(Types.NestedField.optional(1, "id", Types.IntegerType.get()));
    int id = 100;
    for (Type type : IcebergTypesTest.ALL) {
      if (type.typeId() != Type.TypeID.UNKNOWN) {
        columns.add(Types.NestedField.optional(id, "c" + id, type));
        id += 100;
      }
    }
    IntVector ids = new IntVector("id", allocator);
    ids.setSafe(0, 1);
    try (VectorSchemaRoot result = convert(VectorSchemaRoot.of(ids), 3, new Schema(columns), 3)) {
      assertThat(result.getFieldVectors()).hasSize(columns.size());
      for (FieldVector vector : result.getFieldVectors().subList(1, columns.size())) {
        assertThat(new Meaning(null).of(vector)).isEqualTo(Collections.nCopies(3, null));
        BatchValidation.check(vector, vector.getName());
      }
    }
  }

  @Test
  void missingColumnsTakeTheirWriteDefault() {
    Schema table =
        new Schema(
            Types.NestedField.optional(1, "id", Types.IntegerType.get()),
            withDefault(2, Types.BooleanType.get(), Literal.of(true)),
            withDefault(3, Types.IntegerType.get(), Literal.of(-7)),
            withDefault(4, Types.LongType.get(), Literal.of(1L << 40)),
            withDefault(5, Types.FloatType.get(), Literal.of(1.5f)),
            withDefault(6, Types.DoubleType.get(), Literal.of(-2.5)),
            withDefault(7, Types.StringType.get(), Literal.of("süß")),
            withDefault(8, Types.BinaryType.get(), Literal.of(ByteBuffer.wrap(new byte[] {1, 2}))),
            withDefault(9, Types.UUIDType.get(), Literal.of(new UUID(1, 2))),
            withDefault(10, Types.DecimalType.of(9, 2), Literal.of(new BigDecimal("-12.34"))));
    IntVector ids = new IntVector("id", allocator);
    try (VectorSchemaRoot result = convert(VectorSchemaRoot.of(ids), 2, table, 3)) {
      List<@Nullable Object> first = new ArrayList<>();
      List<@Nullable Object> last = new ArrayList<>();
      for (FieldVector vector : result.getFieldVectors()) {
        first.add(new Meaning(null).of(vector, 0));
        last.add(new Meaning(null).of(vector, 1));
      }
      assertThat(first).isEqualTo(last);
      assertThat(first)
          .containsExactly(
              null,
              true,
              new BigDecimal(-7),
              new BigDecimal(1L << 40),
              1.5,
              -2.5,
              "süß",
              "0102",
              "00000000000000010000000000000002",
              new BigDecimal("-12.34"));
    }
  }

  private static Types.NestedField withDefault(int id, Type type, Literal<?> value) {
    return Types.NestedField.required("d" + id)
        .withId(id)
        .ofType(type)
        .withWriteDefault(value)
        .build();
  }

  @Test
  void fieldsOfStructsAreMatchedByNameInAnyOrder() {
    Schema table =
        new Schema(
            Types.NestedField.optional(
                1,
                "s",
                Types.StructType.of(
                    Types.NestedField.optional(2, "a", Types.LongType.get()),
                    Types.NestedField.optional(3, "absent", Types.StringType.get()),
                    Types.NestedField.optional(4, "b", Types.StringType.get()))));
    StructVector struct = StructVector.empty("s", allocator);
    VarCharVector b =
        struct.addOrGet("b", FieldType.nullable(ArrowType.Utf8.INSTANCE), VarCharVector.class);
    IntVector a =
        struct.addOrGet("a", FieldType.nullable(new ArrowType.Int(32, true)), IntVector.class);
    struct.setIndexDefined(0);
    b.setSafe(0, new byte[] {'x'});
    a.setSafe(0, 5);
    try (VectorSchemaRoot result = convert(VectorSchemaRoot.of(struct), 1, table, 2)) {
      assertThat(new Meaning(null).of(result.getVector(0), 0))
          .hasToString("{a=5, absent=null, b=x}");
    }
  }

  @Test
  void differencesInsideNestedColumnsHaveTheirFullName() {
    Schema table =
        new Schema(
            Types.NestedField.optional(
                1,
                "l",
                Types.ListType.ofOptional(
                    2,
                    Types.StructType.of(
                        Types.NestedField.required(3, "r", Types.LongType.get()),
                        Types.NestedField.optional(4, "n", Types.IntegerType.get())))));
    Schema incoming =
        new Schema(
            Types.NestedField.optional(
                1,
                "l",
                Types.ListType.ofOptional(
                    2,
                    Types.StructType.of(
                        Types.NestedField.optional(4, "n", Types.StringType.get()),
                        Types.NestedField.optional(5, "more", Types.IntegerType.get())))));
    assertThatThrownBy(
            () -> AppendConversion.plan(TypeMappers.canonical(incoming), table, 2, mappers, "db.t"))
        .hasMessage(
            "Cannot append to table 'db.t': "
                + "column 'l.element.r' (long, required) is missing; "
                + "column 'l.element.n' arrives as string and the table has int; "
                + "column 'l.element.more' (int32) is not in the table");
  }

  @Test
  void aNullColumnFitsEveryOptionalColumnAndNoRequiredOne() {
    NullVector nulls = new NullVector("c", 2);
    Schema optional = new Schema(Types.NestedField.optional(1, "c", Types.StringType.get()));
    try (VectorSchemaRoot result = convert(VectorSchemaRoot.of(nulls), 2, optional, 2)) {
      assertThat(result.getVector(0).getNullCount()).isEqualTo(2);
    }
    Schema required = new Schema(Types.NestedField.required(1, "c", Types.StringType.get()));
    NullVector again = new NullVector("c", 2);
    assertThatThrownBy(() -> convert(VectorSchemaRoot.of(again), 2, required, 2).close())
        .hasMessageContaining("row 0 of the batch is null and the column is required");
  }

  @Test
  void aRegisteredUuidVectorIsAUuid() {
    UuidVector uuids = new UuidVector("c", allocator);
    uuids.setSafe(0, new UUID(3, 4));
    Schema table = mappers.toIceberg(VectorSchemaRoot.of(uuids).getSchema(), 2);
    assertThat(table.findType("c")).isEqualTo(Types.UUIDType.get());
    try (VectorSchemaRoot result = convert(VectorSchemaRoot.of(uuids), 1, table, 2)) {
      assertThat(new Meaning(null).of(result.getVector(0), 0))
          .isEqualTo("00000000000000030000000000000004");
    }
  }

  @Test
  void aDictionaryMayBeReplacedBetweenBatches() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(8, true));
    FieldType type = new FieldType(true, new ArrowType.Int(8, true), encoding);
    try (org.apache.arrow.vector.TinyIntVector indices =
            new org.apache.arrow.vector.TinyIntVector("c", type, allocator);
        VarCharVector values = new VarCharVector("values", allocator);
        MapDictionaryProvider dictionaries = new MapDictionaryProvider()) {
      dictionaries.put(new Dictionary(values, encoding));
      indices.setSafe(0, 1);
      indices.setSafe(1, 0);
      indices.setValueCount(2);
      VectorSchemaRoot batch = VectorSchemaRoot.of(indices);
      org.apache.arrow.vector.types.pojo.Schema schema =
          TypeMappers.decoded(batch.getSchema(), dictionaries);
      AppendConversion conversion =
          AppendConversion.plan(schema, mappers.toIceberg(schema, 2), 2, mappers, "t");
      for (String pair : List.of("ab", "xy")) {
        values.setSafe(0, pair.substring(0, 1).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        values.setSafe(1, pair.substring(1).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        values.setValueCount(2);
        try (VectorSchemaRoot result = conversion.convert(batch, dictionaries, allocator)) {
          assertThat(new Meaning(null).of(result.getVector(0)))
              .containsExactly(pair.substring(1), pair.substring(0, 1));
        }
      }
      values.setValueCount(1);
      assertThatThrownBy(() -> conversion.convert(batch, dictionaries, allocator).close())
          .hasMessageContaining("column 'c' of the batch: index 1 is outside its 1 values");
    }
  }

  @Test
  void aBatchOfAnotherRootAllocatorIsCopied() {
    try (BufferAllocator other = new RootAllocator()) {
      VarCharVector text = new VarCharVector("c", allocator);
      text.setSafe(0, new byte[] {'x'});
      try (VectorSchemaRoot batch = VectorSchemaRoot.of(text)) {
        batch.setRowCount(1);
        Schema table = mappers.toIceberg(batch.getSchema(), 2);
        try (VectorSchemaRoot result =
            AppendConversion.plan(batch.getSchema(), table, 2, mappers, "t")
                .convert(batch, null, other)) {
          assertThat(result.getVector(0).getObject(0)).hasToString("x");
          assertThat(result.getVector(0).getDataBuffer().memoryAddress())
              .isNotEqualTo(text.getDataBuffer().memoryAddress());
        }
      }
    }
  }

  private VectorSchemaRoot convert(VectorSchemaRoot batch, int rows, Schema table, int version) {
    try (batch) {
      batch.setRowCount(rows);
      return AppendConversion.plan(batch.getSchema(), table, version, mappers, "t")
          .convert(batch, null, allocator);
    }
  }
}
