package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks all Iceberg types: their Arrow types, restated here, and the way back. */
class IcebergTypesTest {
  static final List<Type> ALL =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withoutZone(),
          Types.TimestampType.withZone(),
          Types.TimestampNanoType.withoutZone(),
          Types.TimestampNanoType.withZone(),
          Types.StringType.get(),
          Types.UUIDType.get(),
          Types.FixedType.ofLength(5),
          Types.BinaryType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(38, 38),
          Types.UnknownType.get(),
          Types.StructType.of(
              Types.NestedField.required(21, "a", Types.IntegerType.get()),
              Types.NestedField.optional(22, "b", Types.UUIDType.get())),
          Types.ListType.ofRequired(31, Types.StringType.get()),
          Types.MapType.ofOptional(41, 42, Types.StringType.get(), Types.DateType.get()));

  private static final Map<String, String> ARROW =
      Map.ofEntries(
          Map.entry("boolean", "Bool"),
          Map.entry("int", "Int(32, true)"),
          Map.entry("long", "Int(64, true)"),
          Map.entry("float", "FloatingPoint(SINGLE)"),
          Map.entry("double", "FloatingPoint(DOUBLE)"),
          Map.entry("date", "Date(DAY)"),
          Map.entry("time", "Time(MICROSECOND, 64)"),
          Map.entry("timestamp", "Timestamp(MICROSECOND, null)"),
          Map.entry("timestamptz", "Timestamp(MICROSECOND, UTC)"),
          Map.entry("timestamp_ns", "Timestamp(NANOSECOND, null)"),
          Map.entry("timestamptz_ns", "Timestamp(NANOSECOND, UTC)"),
          Map.entry("string", "Utf8"),
          Map.entry("uuid", "FixedSizeBinary(16)"),
          Map.entry("fixed[5]", "FixedSizeBinary(5)"),
          Map.entry("binary", "Binary"),
          Map.entry("decimal(9, 2)", "Decimal(9, 2, 128)"),
          Map.entry("decimal(38, 38)", "Decimal(38, 38, 128)"),
          Map.entry("unknown", "Null"),
          Map.entry(
              "struct<21: a: required int, 22: b: optional uuid>",
              "Struct<a: Int(32, true) not null, b: FixedSizeBinary(16)>"),
          Map.entry("list<string>", "List<element: Utf8 not null>"),
          Map.entry(
              "map<string, date>",
              "Map(false)<entries: Struct<key: Utf8 not null, value: Date(DAY)> not null>"));

  static Stream<Type> all() {
    return ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTypeHasOneArrowType(Type type) {
    Field field = TypeMappers.canonical(table(type)).getFields().get(0);
    assertThat(field).hasToString("c: " + ARROW.get(type.toString()));
    assertThat(field.getMetadata())
        .isEqualTo(type.typeId() == TypeID.UUID ? Extensions.UUID_METADATA : Map.of());
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTypeComesBackAsItself(Type type) {
    Schema table = table(type);
    TypeMappers mappers = TypeMappers.of(List.of());
    Schema back = mappers.toIceberg(mappers.toArrow(table, 3), 3);
    assertThat(back.columns().get(0).type().toString().replaceAll("\\d+: ", ""))
        .isEqualTo(type.toString().replaceAll("\\d+: ", ""));
  }

  @Test
  void everyTypeIdIsShownOrRefused() {
    List<TypeID> shown = ALL.stream().map(Type::typeId).distinct().toList();
    List<TypeID> refused = List.of(TypeID.VARIANT, TypeID.GEOMETRY, TypeID.GEOGRAPHY);
    assertThat(Stream.concat(shown.stream(), refused.stream()))
        .containsExactlyInAnyOrder(TypeID.values());
  }

  @Test
  void columnsThatCannotBeShownAreAllNamed() {
    Schema table =
        new Schema(
            Types.NestedField.optional(1, "v", Types.VariantType.get()),
            Types.NestedField.optional(2, "ok", Types.LongType.get()),
            Types.NestedField.optional(
                3, "l", Types.ListType.ofOptional(4, Types.GeometryType.crs84())),
            Types.NestedField.optional(5, "g", Types.GeographyType.crs84()));
    assertThatThrownBy(() -> TypeMappers.canonical(table))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot read or write the table: column 'v' is of type variant")
        .hasMessageContaining("column 'l.element' is of type geometry")
        .hasMessageContaining("column 'g' is of type geography")
        .extracting(e -> ((IceRunnerException) e).code())
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  @Test
  void theUuidExtensionSurvivesTheWire() throws IOException {
    Schema table = table(Types.UUIDType.get());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(TypeMappers.canonical(table), allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
      writer.start();
      root.setRowCount(1);
      writer.writeBatch();
    }
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator)) {
      Field field = reader.getVectorSchemaRoot().getSchema().getFields().get(0);
      assertThat(ArrowKind.of(field)).isEqualTo(ArrowKind.UUID);
      assertThat(field.getMetadata()).isEqualTo(Extensions.UUID_METADATA);
    }
  }

  @Test
  void typesOfVersion3AreKnownToBe() {
    List<Type> version3 =
        ALL.stream().filter(type -> CanonicalTypes.minFormatVersion(type) == 3).toList();
    assertThat(version3)
        .containsExactly(
            Types.TimestampNanoType.withoutZone(),
            Types.TimestampNanoType.withZone(),
            Types.UnknownType.get());
    assertThat(Arrays.asList(TypeID.values())).contains(TypeID.TIMESTAMP_NANO);
  }

  private static Schema table(Type type) {
    return new Schema(Types.NestedField.optional(1, "c", type));
  }
}
