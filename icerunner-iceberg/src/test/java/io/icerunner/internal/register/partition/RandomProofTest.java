package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is proven is true of every row, and whatever can be told is told. */
class RandomProofTest {
  private static final int ROUNDS = 400;
  private static final List<Transform<?, ?>> TRANSFORMS =
      List.of(
          Transforms.identity(),
          Transforms.year(),
          Transforms.month(),
          Transforms.day(),
          Transforms.hour(),
          Transforms.truncate(1),
          Transforms.truncate(3),
          Transforms.truncate(10),
          Transforms.bucket(3),
          Transforms.alwaysNull());

  static List<Type> types() {
    return RandomColumns.TYPES;
  }

  @ParameterizedTest
  @MethodSource("types")
  void aProvenValueIsTheValueOfEveryRow(Type type) {
    Schema schema = new Schema(Types.NestedField.optional(1, "c", type));
    int proven = 0;
    int refused = 0;
    for (Transform<?, ?> transform : TRANSFORMS) {
      if (!transform.canTransform(type)) {
        continue;
      }
      for (int seed = 0; seed < ROUNDS; seed++) {
        if (new Round(schema, transform, new Random(seed)).isProven()) {
          proven++;
        } else {
          refused++;
        }
      }
    }
    assertThat(proven).isGreaterThan(ROUNDS / 2);
    assertThat(refused).isGreaterThan(ROUNDS / 20);
  }

  /** One column, what a footer tells of it, and whether it may be read. */
  private static final class Round {
    private final Schema schema;
    private final Type type;
    private final Transform<?, ?> transform;
    private final Random random;
    private final List<@Nullable Object> rows;
    private final boolean exact;
    private final boolean reads;

    Round(Schema schema, Transform<?, ?> transform, Random random) {
      this.schema = schema;
      this.type = schema.findType(1);
      this.transform = transform;
      this.random = random;
      this.rows = new RandomColumns(random).column(type);
      this.exact = random.nextInt(3) > 0;
      this.reads = random.nextBoolean();
    }

    boolean isProven() {
      PartitionSpec spec =
          SpecText.parse(
              schema,
              List.of(transform.isIdentity() ? "c" : SpecText.field(transform.toString(), "c")));
      PartitionProof proof =
          new PartitionProof(
              spec,
              schema,
              PartitionPolicy.STRICT,
              reads ? (file, column, limit) -> new ArrayList<>(new HashSet<>(rows)) : null);
      Set<@Nullable Object> partitions = partitions();
      try {
        Object value = proof.prove(evidence()).get(0, Object.class);
        assertThat(partitions).as("%s of %s", transform, rows).containsExactly(value);
        return true;
      } catch (IceRunnerException e) {
        assertThat(partitions.size() > 1 || !mustBeProven())
            .as("%s of %s, exact %s, reads %s: %s", transform, rows, exact, reads, e.getMessage())
            .isTrue();
        return false;
      }
    }

    private boolean mustBeProven() {
      boolean zero =
          rows.stream().anyMatch(value -> value instanceof Number number && isZero(number));
      boolean floating = type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE;
      if (floating && zero) {
        return false;
      }
      return reads || (exact && transform.preservesOrder() && !floating);
    }

    private static boolean isZero(Number number) {
      return number.doubleValue() == 0;
    }

    private Set<@Nullable Object> partitions() {
      BoundTransform bound = BoundTransform.of(transform, type);
      Set<@Nullable Object> partitions = new HashSet<>();
      rows.forEach(row -> partitions.add(bound.apply(row)));
      return partitions;
    }

    private FileEvidence evidence() {
      EvidenceBuilder file = EvidenceBuilder.of(schema, "x", rows.size());
      long nulls = rows.stream().filter(Objects::isNull).count();
      Comparator<Object> order = RandomColumns.order(type);
      // as Parquet's writers do, NaN is left out of the bounds
      List<Object> ordered =
          rows.stream().filter(Objects::nonNull).filter(Round::isNumber).sorted(order).toList();
      if (ordered.isEmpty()) {
        return file.nulls("c", nulls).build();
      }
      Object least = ordered.get(0);
      Object greatest = ordered.get(ordered.size() - 1);
      if (exact) {
        return file.bounds("c", least, greatest, nulls).build();
      }
      return switch (random.nextInt(3)) {
        case 0 -> file.nulls("c", nulls).build();
        case 1 -> file.bounds("c", least, greatest, nulls).uncounted("c").build();
        default -> file.bounds("c", lower(least), upper(greatest), nulls).build();
      };
    }

    private static boolean isNumber(Object value) {
      return !(value instanceof Float single && single.isNaN())
          && !(value instanceof Double real && real.isNaN());
    }

    /** A long text without its end, as writers cut it. */
    private static Object lower(Object value) {
      return isLong(value)
          ? value.toString().substring(0, RandomColumns.LONG_TEXT.length())
          : value;
    }

    /** A long text without its end and raised, as writers cut it. */
    private static Object upper(Object value) {
      return isLong(value)
          ? value.toString().substring(0, RandomColumns.LONG_TEXT.length() - 1) + "g"
          : value;
    }

    private static boolean isLong(Object value) {
      return value instanceof String text && text.length() > RandomColumns.LONG_TEXT.length();
    }
  }
}
