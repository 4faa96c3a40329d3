package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks all of the type table. The table is restated here on purpose. */
class TypeTableTest {
  /**
   * Kind; column of a new table of version 1 and 2, and of version 3; other columns it goes into.
   */
  private static final String TABLE =
      """
      NULL              -                  unknown
      BOOL              boolean            boolean
      BOOL8             boolean            boolean
      INT8              int                int                long
      INT16             int                int                long
      INT32             int                int                long
      INT64             long               long
      UINT8             int                int                long
      UINT16            int                int                long
      UINT32            long               long
      UINT64            decimal(20, 0)     decimal(20, 0)     decimal(38, 0)
      HALF_FLOAT        float              float              double
      FLOAT             float              float              double
      DOUBLE            double             double
      DECIMAL32         decimal(9, 2)      decimal(9, 2)      decimal(30, 2)
      DECIMAL64         decimal(18, 4)     decimal(18, 4)     decimal(19, 4)
      DECIMAL128        decimal(38, 6)     decimal(38, 6)
      DECIMAL256        decimal(38, 0)     decimal(38, 0)
      DATE32            date               date
      DATE64            date               date
      TIME32_S          time               time
      TIME32_MS         time               time
      TIME64_US         time               time
      TIME64_NS         time               time
      TIMESTAMP_S       timestamp          timestamp          timestamp_ns
      TIMESTAMP_MS      timestamp          timestamp          timestamp_ns
      TIMESTAMP_US      timestamp          timestamp          timestamp_ns
      TIMESTAMP_NS      timestamp          timestamp_ns       timestamp
      TIMESTAMPTZ_S     timestamptz        timestamptz        timestamptz_ns
      TIMESTAMPTZ_MS    timestamptz        timestamptz        timestamptz_ns
      TIMESTAMPTZ_US    timestamptz        timestamptz        timestamptz_ns
      TIMESTAMPTZ_NS    timestamptz        timestamptz_ns     timestamptz
      UTF8              string             string
      LARGE_UTF8        string             string
      UTF8_VIEW         string             string
      BINARY            binary             binary
      LARGE_BINARY      binary             binary
      BINARY_VIEW       binary             binary
      FIXED_SIZE_BINARY fixed[16]          fixed[16]          uuid
      UUID              uuid               uuid               fixed[16]
      STRUCT            struct             struct
      LIST              list               list
      LARGE_LIST        list               list
      LIST_VIEW         list               list
      LARGE_LIST_VIEW   list               list
      FIXED_SIZE_LIST   list               list
      MAP               map                map
      DURATION          -                  -
      INTERVAL          -                  -
      UNION             -                  -
      VARIANT           -                  -
      OTHER             -                  -
      """;

  private static final List<Type> COLUMNS =
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
          Types.FixedType.ofLength(16),
          Types.FixedType.ofLength(4),
          Types.BinaryType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(18, 4),
          Types.DecimalType.of(19, 4),
          Types.DecimalType.of(20, 0),
          Types.DecimalType.of(30, 2),
          Types.DecimalType.of(38, 0),
          Types.DecimalType.of(38, 6),
          Types.DecimalType.of(38, 7));

  private final BufferAllocator allocator = new RootAllocator();
  private final TypeMappers mappers = TypeMappers.of(List.of());

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @ParameterizedTest
  @EnumSource(ArrowKind.class)
  void everyArrowTypeHasItsColumnInEveryFormatVersion(ArrowKind kind) {
    Field field = ArrowSamples.field(kind);
    assertThat(ArrowKind.of(field)).isEqualTo(kind);
    for (int version = 1; version <= 3; version++) {
      assertThat(columnText(field, version)).isEqualTo(expected(kind, version));
    }
  }

  private String columnText(Field field, int version) {
    try {
      Type type = mappers.toIceberg(new Schema(List.of(field)), version).columns().get(0).type();
      return type.isNestedType()
          ? type.typeId().name().toLowerCase(java.util.Locale.ROOT)
          : type.toString();
    } catch (IceRunnerException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
      assertThat(e.getMessage()).contains("column 'c' is ");
      return "-";
    }
  }

  @ParameterizedTest
  @EnumSource(ArrowKind.class)
  void everyArrowTypeGoesIntoItsColumnsAndNoOther(ArrowKind kind) {
    Field field = ArrowSamples.field(kind);
    List<String> taken = new ArrayList<>();
    for (Type column : COLUMNS) {
      if (plans(field, column)) {
        taken.add(column.toString());
      }
    }
    List<String> expected = new ArrayList<>(row(kind).subList(1, row(kind).size()));
    expected.removeIf(text -> COLUMNS.stream().noneMatch(c -> c.toString().equals(text)));
    if (kind == ArrowKind.NULL) {
      expected = COLUMNS.stream().map(Type::toString).toList();
    }
    assertThat(taken.stream().distinct())
        .containsExactlyInAnyOrderElementsOf(expected.stream().distinct().toList());
  }

  private boolean plans(Field field, Type column) {
    try {
      AppendConversion.plan(new Schema(List.of(field)), table(column), 3, mappers, "t");
      return true;
    } catch (IceRunnerException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(e.getMessage())
          .startsWith("Cannot append to table 't': column 'c' arrives as ")
          .contains("the table has " + column);
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("storedKindsInShapes")
  void everyValueIsStoredExactlyInEveryShape(ArrowKind kind, Shape shape, int version) {
    try (Shape.Wrapped source = shape.wrap(ArrowSamples.vector(kind, allocator), allocator)) {
      Schema values = TypeMappers.decoded(source.root().getSchema(), source.dictionaries());
      org.apache.iceberg.Schema table = mappers.toIceberg(values, version);
      assertSameMeaning(source, values, table, version);
    }
  }

  static Stream<Arguments> storedKindsInShapes() {
    return Arrays.stream(ArrowKind.values())
        .filter(
            kind -> TypeTable.row(kind).nested() == null && TypeTable.row(kind).refusal() == null)
        .flatMap(
            kind ->
                Arrays.stream(Shape.values())
                    .filter(shape -> kind != ArrowKind.NULL || shape == Shape.FLAT)
                    .flatMap(
                        shape ->
                            Stream.of(1, 2, 3)
                                .filter(version -> kind != ArrowKind.NULL || version == 3)
                                .map(version -> Arguments.of(kind, shape, version))));
  }

  @ParameterizedTest
  @MethodSource("kindsAndColumns")
  void everyValueIsStoredExactlyInEveryColumnThatTakesIt(ArrowKind kind, Type column) {
    for (Shape shape : List.of(Shape.FLAT, Shape.DICTIONARY)) {
      try (Shape.Wrapped source = shape.wrap(ArrowSamples.vector(kind, allocator), allocator)) {
        Schema values = TypeMappers.decoded(source.root().getSchema(), source.dictionaries());
        assertSameMeaning(source, values, table(column), 3);
      }
    }
  }

  static Stream<Arguments> kindsAndColumns() {
    return Arrays.stream(ArrowKind.values())
        .filter(
            kind -> TypeTable.row(kind).nested() == null && TypeTable.row(kind).refusal() == null)
        .flatMap(
            kind ->
                COLUMNS.stream()
                    .filter(
                        c ->
                            TypeTable.row(kind).into(ArrowKind.storage(ArrowSamples.field(kind)), c)
                                != null)
                    .map(c -> Arguments.of(kind, c)));
  }

  private void assertSameMeaning(
      Shape.Wrapped source, Schema values, org.apache.iceberg.Schema table, int version) {
    AppendConversion conversion = AppendConversion.plan(values, table, version, mappers, "t");
    try (VectorSchemaRoot result =
        conversion.convert(source.root(), source.dictionaries(), allocator)) {
      FieldVector vector = result.getVector(0);
      assertThat(result.getSchema()).isEqualTo(TypeMappers.canonical(table));
      assertThat(vector.getValueCount()).isEqualTo(source.root().getRowCount());
      BatchValidation.check(vector, "result");
      assertThat(new Meaning(null).of(vector)).isEqualTo(expectedMeaning(source, values, table));
    }
  }

  private static List<?> expectedMeaning(
      Shape.Wrapped source, Schema values, org.apache.iceberg.Schema table) {
    List<?> meaning = new Meaning(source.dictionaries()).of(source.root().getVector(0));
    boolean bools = table.columns().get(0).type().toString().contains("boolean");
    boolean bytes = values.getFields().get(0).toString().contains("Int(8, true)");
    return bools && bytes ? BooleanMeaning.of(meaning) : meaning;
  }

  @ParameterizedTest
  @EnumSource(
      value = ArrowKind.class,
      names = {"DURATION", "INTERVAL", "UNION", "VARIANT", "OTHER"})
  void whatCannotBeStoredIsNamedWhereverItIsNested(ArrowKind kind) {
    Field leaf = ArrowSamples.field(kind);
    Field list =
        new Field(
            "l",
            FieldType.nullable(new org.apache.arrow.vector.types.pojo.ArrowType.List()),
            List.of(leaf));
    Field struct =
        new Field(
            "s",
            FieldType.nullable(new org.apache.arrow.vector.types.pojo.ArrowType.Struct()),
            List.of(list));
    assertThatThrownBy(() -> mappers.toIceberg(new Schema(List.of(struct, leaf)), 3))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("column 's.l.element' is ")
        .hasMessageContaining("column 'c' is ");
  }

  @Test
  void everyKindHasARow() {
    Map<ArrowKind, TypeRow> rows = new EnumMap<>(ArrowKind.class);
    for (ArrowKind kind : ArrowKind.values()) {
      rows.put(kind, TypeTable.row(kind));
      assertThat(row(kind)).isNotEmpty();
    }
    assertThat(rows).hasSize(ArrowKind.values().length);
  }

  private static org.apache.iceberg.Schema table(Type column) {
    return new org.apache.iceberg.Schema(Types.NestedField.optional(1, ArrowSamples.NAME, column));
  }

  private static String expected(ArrowKind kind, int version) {
    return row(kind).get(version < 3 ? 1 : 2);
  }

  private static List<String> row(ArrowKind kind) {
    return TABLE
        .lines()
        .map(line -> List.of(line.trim().split("  +|(?<=^\\S{17}) ")))
        .filter(cells -> cells.get(0).equals(kind.name()))
        .findFirst()
        .orElseThrow();
  }
}
