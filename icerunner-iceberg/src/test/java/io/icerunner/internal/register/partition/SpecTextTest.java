package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecTextTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "tile", Types.StringType.get()),
          Types.NestedField.optional(2, "date", Types.DateType.get()),
          Types.NestedField.optional(3, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(4, "id", Types.LongType.get()),
          Types.NestedField.optional(5, "month(date)", Types.IntegerType.get()),
          Types.NestedField.optional(
              6,
              "place",
              Types.StructType.of(
                  Types.NestedField.optional(7, "country", Types.StringType.get()))));

  @Test
  void readsWhatItPrints() {
    List<String> fields =
        List.of(
            "tile",
            "year(date)",
            "hour(ts)",
            "bucket(16, id)",
            "truncate(4, tile)",
            "place.country",
            "void(date)");

    PartitionSpec spec = SpecText.parse(SCHEMA, fields);

    assertThat(SpecText.print(spec)).isEqualTo(fields);
    assertThat(spec.fields())
        .extracting(PartitionField::name)
        .containsExactly(
            "tile",
            "date_year",
            "ts_hour",
            "id_bucket",
            "tile_trunc",
            "place.country",
            "date_null");
  }

  @Test
  void readsOtherSpellings() {
    PartitionSpec spec =
        SpecText.parse(SCHEMA, List.of(" Days( ts )", "months (date)", "identity(id)"));

    assertThat(SpecText.print(spec)).containsExactly("day(ts)", "month(date)", "id");
  }

  @Test
  void aColumnsNameIsThatColumn() {
    PartitionSpec spec = SpecText.parse(SCHEMA, List.of("month(date)"));

    assertThat(spec.fields().get(0).sourceId()).isEqualTo(5);
    assertThat(spec.fields().get(0).transform().isIdentity()).isTrue();
  }

  @Test
  void noFieldsAreNoPartitions() {
    assertThat(SpecText.parse(SCHEMA, List.of()).isUnpartitioned()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "tiles; there is no column tiles; the columns are tile, date, ts, id",
        "week(date); there is no transform week",
        "month(id); month",
        "hour(date); hour",
        "bucket(id); write bucket(16, column)",
        "bucket(0, id); 0",
        "truncate(4, ts); truncate",
        "place; place",
        "month(; there is no column month("
      })
  void refusesWhatIsNoField(String field, String reason) {
    assertThatThrownBy(() -> SpecText.parse(SCHEMA, List.of(field)))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot partition by " + field + ": ")
        .hasMessageContaining(reason);
  }

  @Test
  void refusesAFieldTwice() {
    assertThatThrownBy(() -> SpecText.parse(SCHEMA, List.of("tile", "tile")))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot partition by tile: ");
  }
}
