package io.icerunner.internal.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.internal.parquet.UnreadableFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileFitTest {
  private static final Schema TABLE =
      new Schema(
          Types.NestedField.optional(1, "n", Types.LongType.get()),
          Types.NestedField.optional(2, "text", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DecimalType.of(12, 2)),
          Types.NestedField.optional(4, "at", Types.TimestampType.withZone()),
          Types.NestedField.optional(
              5,
              "point",
              Types.StructType.of(Types.NestedField.optional(6, "x", Types.DoubleType.get()))),
          Types.NestedField.optional(
              7, "list", Types.ListType.ofOptional(8, Types.IntegerType.get())),
          Types.NestedField.optional(
              9,
              "map",
              Types.MapType.ofOptional(10, 11, Types.StringType.get(), Types.LongType.get())),
          Types.NestedField.optional(12, "id", Types.UUIDType.get()));

  private static final String ALL =
      "optional int64 n = 1; optional binary text (STRING) = 2;"
          + " optional int64 price (DECIMAL(12,2)) = 3;"
          + " optional int64 at (TIMESTAMP(MICROS,true)) = 4;"
          + " optional group point = 5 { optional double x = 6; }"
          + " optional group list (LIST) = 7 { repeated group list { optional int32 element = 8; } }"
          + " optional group map (MAP) = 9 { repeated group key_value {"
          + " required binary key (STRING) = 10; optional int64 value = 11; } }"
          + " optional fixed_len_byte_array(16) id (UUID) = 12;";

  private static MessageType file(String columns) {
    return MessageTypeParser.parseMessageType("message file { " + columns + " }");
  }

  @Test
  void theSameColumnsFitAndAreTheSame() throws UnreadableFile {
    assertThatCode(() -> FileFit.check(file(ALL), TABLE)).doesNotThrowAnyException();
    assertThat(SameColumns.areIn(file(ALL), TABLE.columns())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "optional int64 n = 1;",
        "optional int32 n = 1;",
        "required int64 n = 1;",
        "optional int64 other = 1; optional binary text (STRING) = 2;",
        "optional binary text (STRING) = 2; optional int64 n = 1;",
        "optional int32 price (DECIMAL(9,2)) = 3;",
        "optional group point = 5 { optional float x = 6; }",
        "optional group point = 5 { optional double y = 6; }"
      })
  void othersFitAndAreNotTheSame(String columns) throws UnreadableFile {
    assertThatCode(() -> FileFit.check(file(columns), TABLE)).doesNotThrowAnyException();
    assertThat(SameColumns.areIn(file(columns), TABLE.columns())).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional int64 n; | column n has no field id",
        "optional int64 n = 1; optional int64 m; | column m has no field id",
        "optional int64 n = 77; | column n has field id 77, which no column",
        "optional int64 n = 1; optional int64 m = 1; | column m has field id 1, as another",
        "optional int64 n = 6; | which no column",
        "optional double n = 1; | column n is stored as",
        "optional int64 n (TIMESTAMP(MICROS,true)) = 1; | column n is stored as",
        "optional int32 n (INTEGER(8,true)) = 1; | column n is stored as",
        "optional int64 at (TIMESTAMP(MILLIS,true)) = 4; | column at is stored as",
        "optional int64 at (TIMESTAMP(MICROS,false)) = 4; | column at is stored as",
        "optional int96 at = 4; | column at is an INT96",
        "optional int64 price (DECIMAL(12,3)) = 3; | column price is stored as",
        "optional int64 price (DECIMAL(18,2)) = 3; | column price is stored as",
        "optional fixed_len_byte_array(16) id = 12; | column id is stored as",
        "optional binary text (JSON) = 2; | column text is stored as",
        "repeated int64 n = 1; | column n is repeated",
        "optional int64 point = 5; | column point is stored as",
        "optional group n = 1 { optional int64 x = 6; } | column n is optional group",
        "optional group point = 5 { optional double x; } | column point.x has no field id",
        "optional group point = 5 { optional double x = 8; } | column point.x has field id 8",
        "optional group list (LIST) = 7 { repeated group list { optional int32 element = 9; } } | column list.element has field id 9 and not 8",
        "optional group list (LIST) = 7 { repeated int32 element = 8; } | unusual form",
        "optional group list (LIST) = 7 { repeated group array { optional int32 element = 8; } } | unusual form",
        "optional group list = 7 { repeated group list { optional int32 element = 8; } } | column list is optional group",
        "optional group map (MAP) = 9 { repeated group key_value { required binary key (STRING) = 10; } } | unusual form",
        "optional group map (MAP) = 9 { repeated group key_value { required binary key (STRING) = 11; optional int64 value = 10; } } | column map.key has field id 11"
      })
  void whatIsInDoubtDoesNotFit(String columns, String reason) {
    assertThatThrownBy(() -> FileFit.check(file(columns), TABLE))
        .isInstanceOf(UnreadableFile.class)
        .hasMessageContaining(reason);
  }

  @Test
  void valuesThatMustBeThereAreThere() {
    Schema required =
        new Schema(
            Types.NestedField.required(1, "n", Types.LongType.get()),
            Types.NestedField.required("m")
                .withId(2)
                .ofType(Types.IntegerType.get())
                .withInitialDefault(Expressions.lit(5))
                .build());
    assertThatCode(() -> FileFit.check(file("required int64 n = 1;"), required))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> FileFit.check(file("optional int64 n = 1;"), required))
        .hasMessageContaining("column n may be null in the file");
    assertThatThrownBy(() -> FileFit.check(file("required int32 m = 2;"), required))
        .hasMessageContaining("column n is missing");
  }
}
