package io.icerunner.internal.mirror.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedWidthVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDigestTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void neitherOrderNorCutMattersButEveryRowDoes(long seed) {
    RandomTables tables = new RandomTables(seed);
    Random random = new Random(seed);
    Schema schema = tables.schema();
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(tables.row(schema));
    }
    rows.addAll(rows.subList(0, 5));
    String whole = digest(schema, rows, rows.size());
    List<Map<String, @Nullable Object>> others = new ArrayList<>(rows);
    Collections.shuffle(others, random);
    assertThat(digest(schema, others, 1 + random.nextInt(9))).isEqualTo(whole);
    Schema turned = new Schema(reversed(schema.columns()));
    assertThat(digest(turned, others, 7)).isEqualTo(whole);
    for (int i = 0; i < rows.size(); i++) {
      List<Map<String, @Nullable Object>> fewer = new ArrayList<>(rows);
      fewer.remove(i);
      assertThat(digest(schema, fewer, 10)).isNotEqualTo(whole);
      fewer.add(rows.get((i + 1) % rows.size()));
      assertThat(digest(schema, fewer, 10).equals(whole))
          .isEqualTo(
              digest(schema, List.of(rows.get(i)), 1)
                  .equals(digest(schema, List.of(rows.get((i + 1) % rows.size())), 1)));
    }
  }

  private static List<Types.NestedField> reversed(List<Types.NestedField> columns) {
    List<Types.NestedField> reversed = new ArrayList<>(columns);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  void everyBitOfEveryFixedWidthValueCounts() {
    for (Type type :
        List.of(
            Types.IntegerType.get(),
            Types.LongType.get(),
            Types.DateType.get(),
            Types.TimeType.get(),
            Types.TimestampType.withZone(),
            Types.TimestampNanoType.withoutZone(),
            Types.DecimalType.of(38, 2),
            Types.UUIDType.get(),
            Types.FixedType.ofLength(13))) {
      Schema schema = schema(type);
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("c", sample(type));
      try (VectorSchemaRoot batch = Batches.of(schema, List.of(row), allocator)) {
        Set<String> digests = new HashSet<>();
        digests.add(digest(schema, batch));
        FieldVector vector = batch.getVector(0);
        int bits = ((FixedWidthVector) vector).getTypeWidth() * 8;
        for (int bit = 0; bit < bits; bit++) {
          flip(vector, bit);
          digests.add(digest(schema, batch));
          flip(vector, bit);
        }
        assertThat(digests).as("%s", type).hasSize(bits + 1);
      }
    }
  }

  private static Object sample(Type type) {
    return switch (type.typeId()) {
      case DECIMAL -> new BigDecimal("12345.67");
      case UUID -> new byte[16];
      case FIXED -> new byte[13];
      default -> 123_456;
    };
  }

  private static void flip(FieldVector vector, int bit) {
    byte old = vector.getDataBuffer().getByte(bit / 8);
    vector.getDataBuffer().setByte(bit / 8, old ^ (1 << (bit % 8)));
  }

  @Test
  void everyByteOfTextCountsAtEveryLength() {
    Set<String> digests = new HashSet<>();
    int texts = 0;
    for (int length = 0; length < 40; length++) {
      byte[] bytes = new byte[length];
      digests.add(one(Types.BinaryType.get(), bytes));
      texts++;
      for (int at = 0; at < length; at++) {
        byte[] changed = bytes.clone();
        changed[at] = 1;
        digests.add(one(Types.BinaryType.get(), changed));
        texts++;
      }
    }
    assertThat(digests).hasSize(texts);
  }

  @Test
  void promotedTypesHaveEqualDigests() {
    same(Types.IntegerType.get(), -5, Types.LongType.get(), -5);
    same(Types.FloatType.get(), 1.1f, Types.DoubleType.get(), (double) 1.1f);
    same(
        Types.DecimalType.of(9, 2),
        new BigDecimal("-1.50"),
        Types.DecimalType.of(18, 2),
        new BigDecimal("-1.50"));
    same(Types.DateType.get(), -1, Types.TimestampType.withoutZone(), -86_400_000_000L);
    same(Types.TimestampType.withoutZone(), -1, Types.TimestampNanoType.withoutZone(), -1_000);
    same(
        Types.ListType.ofOptional(2, Types.IntegerType.get()),
        List.of(1, 2),
        Types.ListType.ofOptional(2, Types.LongType.get()),
        List.of(1, 2));
  }

  private void same(Type type, Object value, Type other, Object otherValue) {
    assertThat(one(type, value)).isEqualTo(one(other, otherValue));
  }

  @Test
  void whatLooksAlikeIsToldApart() {
    assertThat(
            new HashSet<>(
                Arrays.asList(
                    one(Types.StringType.get(), null),
                    one(Types.StringType.get(), ""),
                    one(Types.StringType.get(), "\0"))))
        .hasSize(3);
    Type list = Types.ListType.ofOptional(2, Types.IntegerType.get());
    assertThat(
            new HashSet<>(
                List.of(
                    one(list, null),
                    one(list, List.of()),
                    one(list, Collections.singletonList(null)),
                    one(list, Arrays.asList(null, null)),
                    one(list, List.of(0)),
                    one(list, List.of(1, 2)),
                    one(list, List.of(2, 1)))))
        .hasSize(7);
    Type struct =
        Types.StructType.of(
            Types.NestedField.optional(2, "a", Types.IntegerType.get()),
            Types.NestedField.optional(3, "b", Types.IntegerType.get()));
    assertThat(
            new HashSet<>(
                List.of(
                    one(struct, null),
                    one(struct, Map.of()),
                    one(struct, Map.of("a", 1)),
                    one(struct, Map.of("b", 1)))))
        .hasSize(4);
    assertThat(one(Types.DoubleType.get(), 0.0)).isNotEqualTo(one(Types.DoubleType.get(), -0.0));
    assertThat(one(Types.DoubleType.get(), 0.0)).isNotEqualTo(one(Types.DoubleType.get(), null));
  }

  @Test
  void thereIsOneNan() {
    assertThat(one(Types.DoubleType.get(), Double.longBitsToDouble(0xfff8_0000_0000_1234L)))
        .isEqualTo(one(Types.FloatType.get(), Float.NaN));
  }

  @Test
  void theOrderOfEntriesOfAMapDoesNotMatter() {
    Type map = Types.MapType.ofOptional(2, 3, Types.StringType.get(), Types.IntegerType.get());
    Map<String, Object> a = Map.of("key", "a", "value", 1);
    Map<String, Object> b = Map.of("key", "b", "value", 2);
    assertThat(one(map, List.of(a, b))).isEqualTo(one(map, List.of(b, a)));
    assertThat(one(map, List.of(a, b)))
        .isNotEqualTo(
            one(map, List.of(Map.of("key", "a", "value", 2), Map.of("key", "b", "value", 1))));
  }

  @Test
  void aColumnOfNullsCountsLikeOneThatIsMissing() {
    Schema wide =
        new Schema(
            Types.NestedField.optional(1, "c", Types.IntegerType.get()),
            Types.NestedField.optional(2, "added", Types.StringType.get()),
            Types.NestedField.optional(3, "unknown", Types.UnknownType.get()));
    List<Map<String, @Nullable Object>> rows = List.of(Map.of("c", 1), Map.of("c", 2));
    assertThat(digest(wide, rows, 2)).isEqualTo(digest(schema(Types.IntegerType.get()), rows, 2));
  }

  @Test
  void valuesThatChangeColumnsAreSeen() {
    Schema two =
        new Schema(
            Types.NestedField.optional(1, "a", Types.IntegerType.get()),
            Types.NestedField.optional(2, "b", Types.IntegerType.get()));
    assertThat(digest(two, List.of(Map.of("a", 1, "b", 2)), 1))
        .isNotEqualTo(digest(two, List.of(Map.of("a", 2, "b", 1)), 1));
    assertThat(digest(two, List.of(Map.of("a", 1, "b", 2), Map.of("a", 3, "b", 4)), 2))
        .isNotEqualTo(digest(two, List.of(Map.of("a", 1, "b", 4), Map.of("a", 3, "b", 2)), 2));
  }

  @Test
  void partsOfABatchAddUp() {
    Schema schema = schema(Types.IntegerType.get());
    List<Map<String, @Nullable Object>> rows =
        List.of(Map.of("c", 1), Map.of("c", 2), Map.of("c", 3));
    try (VectorSchemaRoot batch = Batches.of(schema, rows, allocator)) {
      ContentDigest digest = ContentDigest.of(schema);
      digest.addRows(batch, 0, 1);
      digest.addRows(batch, 1, 3);
      assertThat(digest.text()).isEqualTo(digest(schema, rows, 3)).matches("[0-9a-f]{32}");
      assertThat(digest.rows()).isEqualTo(3);
    }
  }

  @Test
  void columnDigestsTellWhichColumnDiffers() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "a", Types.IntegerType.get()),
            Types.NestedField.optional(2, "b", Types.StringType.get()));
    Map<String, @Nullable Object> withNull = new HashMap<>();
    withNull.put("a", 3);
    List<ColumnDigest> one = columns(schema, List.of(Map.of("a", 1, "b", "x"), withNull));
    List<ColumnDigest> other =
        columns(schema, List.of(withNull, Map.of("a", 1, "b", "y"), Map.of("a", 7)));
    assertThat(one.get(1).nulls()).isEqualTo(1);
    assertThat(other.get(1).nulls()).isEqualTo(2);
    assertThat(one.get(1).text()).isNotEqualTo(other.get(1).text());
    assertThat(one.get(0).text()).isNotEqualTo(other.get(0).text());
    assertThat(columns(schema, List.of(Map.of("a", 3, "b", "x"), Map.of("a", 1)))).isEqualTo(one);
  }

  @Test
  void aMissingColumnIsNamed() {
    Schema schema = schema(Types.IntegerType.get());
    try (VectorSchemaRoot batch = Batches.of(schema, List.of(), allocator)) {
      RowHashes hashes = RowHashes.of(List.of("d"));
      assertThatThrownBy(() -> hashes.compute(batch))
          .isInstanceOf(IceRunnerException.class)
          .hasMessage("Cannot digest rows: there is no column d; there are [c]");
    }
  }

  private List<ColumnDigest> columns(Schema schema, List<Map<String, @Nullable Object>> rows) {
    try (VectorSchemaRoot batch = Batches.of(schema, rows, allocator)) {
      ColumnDigests digests = ColumnDigests.of(schema);
      digests.add(batch);
      assertThat(digests.content().text()).isEqualTo(digest(schema, batch));
      return digests.columns();
    }
  }

  private static Schema schema(Type type) {
    return new Schema(Types.NestedField.optional(1, "c", type));
  }

  private String one(Type type, @Nullable Object value) {
    Map<String, @Nullable Object> row = new HashMap<>();
    row.put("c", value);
    return digest(schema(type), List.of(row), 1);
  }

  private static String digest(Schema schema, VectorSchemaRoot batch) {
    ContentDigest digest = ContentDigest.of(schema);
    digest.add(batch);
    return digest.text();
  }

  private String digest(Schema schema, List<Map<String, @Nullable Object>> rows, int batchSize) {
    ContentDigest digest = ContentDigest.of(schema);
    for (int from = 0; from < rows.size(); from += batchSize) {
      List<Map<String, @Nullable Object>> part =
          rows.subList(from, Math.min(rows.size(), from + batchSize));
      try (VectorSchemaRoot batch = Batches.of(schema, part, allocator)) {
        digest.add(batch);
      }
    }
    return digest.text();
  }
}
