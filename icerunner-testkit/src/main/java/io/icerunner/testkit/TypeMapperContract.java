package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.TypeMapper;
import io.icerunner.spi.TypeMapper.ArrowMapping;
import io.icerunner.spi.TypeMapper.IcebergMapping;
import io.icerunner.spi.TypeMapper.VectorConversion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every type mapper does. Implement {@link #mapper()} and give at least one sample of what it
 * stores or shows, and fields it has no opinion about.
 */
public interface TypeMapperContract {

  /** The mapper under test. */
  TypeMapper mapper();

  /** Columns that arrive and are stored the mapper's way. */
  default List<StoredSample> stored() {
    return List.of();
  }

  /** Columns that are shown the mapper's way. */
  default List<ShownSample> shown() {
    return List.of();
  }

  /** Fields that the mapper leaves to others. */
  default List<Field> leftToOthers() {
    return List.of();
  }

  /** The format version of the tables. */
  default int formatVersion() {
    return 2;
  }

  /**
   * A column that arrives.
   *
   * @param field as it arrives; nullable
   * @param values allocates and fills a vector of the field; at least one value null
   * @param type the column it is stored in
   * @param canonical the Arrow type of such columns
   * @param stored the values of the converted vector, as its {@code getObject} gives them
   */
  record StoredSample(
      Field field,
      Consumer<FieldVector> values,
      Type type,
      ArrowType canonical,
      List<@Nullable Object> stored) {}

  /**
   * A column that is shown.
   *
   * @param column of the table
   * @param canonical the Arrow type of such columns
   * @param values allocates and fills a vector of that type; at least one value null
   * @param field as it is shown
   * @param shown the values of the converted vector, as its {@code getObject} gives them
   */
  record ShownSample(
      Types.NestedField column,
      ArrowType canonical,
      Consumer<FieldVector> values,
      Field field,
      List<@Nullable Object> shown) {}

  @Test
  default void columnsAreStoredAsTheSamplesSay() {
    for (StoredSample sample : stored()) {
      IcebergMapping mapping =
          answered(mapper().toIceberg(sample.field(), formatVersion()), sample.field());
      assertThat(mapping.type()).isEqualTo(sample.type());
      assertConverts(
          sample.field(),
          sample.values(),
          mapping.conversion(),
          sample.canonical(),
          sample.stored());
    }
  }

  @Test
  default void columnsAreShownAsTheSamplesSay() {
    for (ShownSample sample : shown()) {
      ArrowMapping mapping =
          answered(mapper().toArrow(sample.column(), formatVersion()), sample.column());
      assertThat(mapping.field()).isEqualTo(sample.field());
      assertThat(mapping.field().getName()).isEqualTo(sample.column().name());
      assertThat(mapping.field().isNullable()).isEqualTo(sample.column().isOptional());
      assertConverts(
          Field.nullable(sample.column().name(), sample.canonical()),
          sample.values(),
          mapping.conversion(),
          sample.field().getType(),
          sample.shown());
    }
  }

  private static <T> T answered(@Nullable T mapping, Object asked) {
    if (mapping == null) {
      throw new AssertionError("Expected the mapper to answer for " + asked);
    }
    return mapping;
  }

  @Test
  default void thereIsASample() {
    assertThat(stored().size() + shown().size()).isPositive();
  }

  @Test
  default void otherFieldsAreLeftToOthers() {
    for (Field field : leftToOthers()) {
      assertThat(mapper().toIceberg(field, formatVersion())).as("mapping of %s", field).isNull();
    }
  }

  private static void assertConverts(
      Field field,
      Consumer<FieldVector> fill,
      VectorConversion conversion,
      ArrowType type,
      List<@Nullable Object> expected) {
    try (BufferAllocator sources = new RootAllocator();
        BufferAllocator results = sources.newChildAllocator("results", 0, Long.MAX_VALUE);
        FieldVector source = field.createVector(sources)) {
      fill.accept(source);
      List<@Nullable Object> before = values(source);
      assertThat(before).as("a sample has a null").containsNull();
      try (FieldVector result = conversion.convert(source, results)) {
        assertThat(result.getField().getType()).isEqualTo(type);
        assertThat(values(result)).isEqualTo(expected);
        assertThat(result.getNullCount()).isEqualTo(source.getNullCount());
      }
      assertThat(values(source)).as("the source is not changed").isEqualTo(before);
      assertThat(results.getAllocatedMemory()).as("nothing is left behind").isZero();
    }
  }

  private static List<@Nullable Object> values(FieldVector vector) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < vector.getValueCount(); i++) {
      values.add(vector.getObject(i));
    }
    return values;
  }
}
