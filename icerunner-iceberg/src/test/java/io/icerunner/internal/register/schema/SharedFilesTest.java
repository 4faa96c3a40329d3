package io.icerunner.internal.register.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.types.SharedCases;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files by many writers; skipped where {@code ../shared/cases/data} is missing. */
class SharedFilesTest {
  private static final String PARQUET = "parquet-testing/data/";
  private static final String HARDWOOD = "hardwood/core/src/test/resources/";
  private static final String VELOX = "velox/velox/dwio/parquet/tests/examples/";
  private static final String ICE = "altinity-ice/";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        PARQUET + "int32_decimal.parquet; 1: value: optional decimal(4, 2)",
        PARQUET + "int64_decimal.parquet; 1: value: optional decimal(10, 2)",
        PARQUET
            + "list_columns.parquet; 1: int64_list: optional list<long>, 2: utf8_list: optional list<string>",
        PARQUET
            + "nested_maps.snappy.parquet; 1: a: optional map<string, map<int, boolean>>, 2: b: optional int, 3: c: optional double",
        PARQUET + "binary.parquet; 1: foo: optional binary",
        HARDWOOD + "compat_ts_millis.parquet; 1: id: optional long, 2: ts: optional timestamptz",
        HARDWOOD + "compat_plain_int64.parquet; 1: id: optional long, 2: ts: optional long",
        HARDWOOD
            + "address_book_test.parquet; 1: owner: optional string, 2: ownerPhoneNumbers: optional list<string>, 3: contacts: optional list<struct<6: name: optional string, 7: phoneNumber: optional string>>",
        VELOX + "enum_type.parquet; 1: test: optional string",
        VELOX + "uuid.parquet; 1: uuid_field: optional fixed[36]",
        ICE
            + "ice-rest-catalog/src/test/resources/scenarios/insert-partitioned/input.parquet; 1: sepal.length: optional double, 2: sepal.width: optional double, 3: petal.length: optional double, 4: petal.width: optional double, 5: variety: optional string",
      })
  void columnsBecomeThoseOfATable(String file, String fields) {
    assertThat(table(file).asStruct()).hasToString("struct<" + fields + ">");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        PARQUET + "int96_from_spark.parquet; column a is an INT96 timestamp",
        PARQUET + "alltypes_plain.parquet; column timestamp_col is an INT96 timestamp",
        PARQUET + "map_no_value.parquet; column my_map_no_v is a map in an old or unusual form",
        PARQUET + "incorrect_map_schema.parquet; column my_map is a map whose keys may be null",
        PARQUET + "repeated_primitive_no_list.parquet; column Int32_list is repeated",
        PARQUET + "float16_nonzeros_and_nans.parquet; column x is stored as FLOAT16",
        PARQUET + "null_list.parquet; column emptylist.element has no type",
        PARQUET + "nullable.impala.parquet; column int_map is a map in an old or unusual form",
        PARQUET + "nested_structs.rust.parquet; column roll_num.count is an unsigned 64-bit",
        PARQUET
            + "fixed_length_decimal.parquet; statistics of column value are of an old kind that orders bytes as signed",
        PARQUET
            + "fixed_length_decimal_legacy.parquet; statistics of column value are of an old kind",
        HARDWOOD + "int96_timestamp_test.parquet; column ts is an INT96 timestamp",
        HARDWOOD + "unsigned_int_test.parquet; column id is an unsigned 32-bit integer",
        HARDWOOD + "unsigned_int_nested_test.parquet; column point.x is an unsigned 32-bit",
        HARDWOOD + "null_logical_type_test.parquet; column nothing has no type",
        HARDWOOD + "interval_legacy_converted_type_test.parquet; is stored as INTERVAL",
        HARDWOOD + "legacy_converted_types_test.parquet; column bson_col is BSON",
        HARDWOOD + "old_list_structure_test.parquet; column a is a list in an old",
        HARDWOOD
            + "map_annotation_modern_only_test.parquet; column attrs is marked as MAP in the newer",
        HARDWOOD
            + "list_annotation_modern_only_test.parquet; column tags is marked as LIST in the newer",
        HARDWOOD + "variant_test.parquet; column",
        VELOX + "unannotated_list.parquet; column self is a list in an old",
        VELOX + "old_repeated_int.parquet; column repeatedInt is repeated",
        VELOX + "map_key_value.parquet; column test is stored as MAP_KEY_VALUE",
        VELOX + "array_3.parquet; is repeated without being marked as a list",
        VELOX + "uint.parquet; is an unsigned",
      })
  void columnsThatReadersDoNotAgreeAboutAreRefused(String file, String reason) {
    Path path = path(file);

    assertThatThrownBy(() -> DuckDbFile.schema(path))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot register " + path)
        .hasMessageContaining(reason);
  }

  @Test
  void anAnnotationThatIsNotKnownIsReadAsWhatIsStored() {
    assertThat(table(PARQUET + "unknown-logical-type.parquet").asStruct())
        .hasToString(
            "struct<1: column with known type: optional string,"
                + " 2: column with unknown type: optional binary>");
  }

  @Test
  void fieldIdsThatAreNotTheTablesAreDifferences() {
    FileSchema file = DuckDbFile.schema(path(PARQUET + "byte_array_decimal.parquet"));

    assertThat(SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, List.of(file)).differences())
        .containsExactly(
            file.location() + ": column value has field id 6, which is 1 in the table");
  }

  @Test
  void filesOfDifferentVersionsAreOneTable() {
    String first = ICE + "examples/schema-evolution/t.v1.parquet";
    String second = ICE + "examples/schema-evolution/t.v2.parquet";

    Schema table = table(first, second);

    assertThat(table.asStruct())
        .hasToString(
            "struct<1: id: optional int, 2: toq: optional string, 3: il: optional long,"
                + " 4: d: optional int, 5: q: optional string, 6: a: optional string>");
    assertThat(rows(first, table))
        .containsExactly("1|foo1|4|7|null|null", "2|foo2|5|8|null|null", "3|foo3|6|9|null|null");
    assertThat(rows(second, table))
        .containsExactly(
            "1|null|4|null|foo1|null", "2|null|5|null|foo2|null", "3|null|6|null|foo3|null");
  }

  @Test
  void columnsAreMatchedByNameWhateverTheirOrder() {
    String ab = HARDWOOD + "compat_order_ab.parquet";
    String ba = HARDWOOD + "compat_order_ba.parquet";
    String b = HARDWOOD + "compat_order_b_only.parquet";

    Schema table = table(ab, ba, b);

    assertThat(table.columns()).extracting("name").containsExactly("a", "b");
    for (String file : List.of(ab, ba, b)) {
      Schema own = table(file);
      int at = own.columns().indexOf(own.findField("b"));
      assertThat(rows(file, table).stream().map(row -> row.split("\\|")[1]))
          .isEqualTo(rows(file, own).stream().map(row -> row.split("\\|")[at]).toList());
    }
  }

  @Test
  void timestampsOfDifferentUnitsAreOneColumnAndPlainNumbersAreAnother() {
    String millis = HARDWOOD + "compat_ts_millis.parquet";
    String micros = HARDWOOD + "compat_ts_micros.parquet";

    Schema table = table(millis, micros);

    assertThat(rows(micros, table)).containsExactly("1|2024-01-01T00:00Z", "2|2024-06-01T00:00Z");
    assertThat(rows(millis, table)).containsExactly("3|2024-07-01T00:00Z", "4|2024-12-01T00:00Z");
    for (String file : List.of(millis, micros)) {
      Metrics metrics = metrics(file, table);
      assertThat(text(table, 2, metrics.lowerBounds().get(2)))
          .isEqualTo(file.equals(millis) ? "1719792000000000" : "1704067200000000");
    }
    assertThat(plan(millis, HARDWOOD + "compat_plain_int64.parquet").differences())
        .singleElement()
        .asString()
        .endsWith("column ts is long in the file and timestamptz in the table");
  }

  @ParameterizedTest
  @CsvSource({"int32_decimal.parquet", "int64_decimal.parquet"})
  void boundsOfDecimalsAreThoseOfTheirValues(String name) {
    Schema table = table(PARQUET + name);
    Metrics metrics = metrics(PARQUET + name, table);

    assertThat(rows(PARQUET + name, table))
        .isEqualTo(
            IntStream.rangeClosed(1, 24)
                .mapToObj(i -> BigDecimal.valueOf(i * 100L, 2).toString())
                .toList());
    assertThat(text(table, 1, metrics.lowerBounds().get(1))).isEqualTo("1.00");
    assertThat(text(table, 1, metrics.upperBounds().get(1))).isEqualTo("24.00");
  }

  @Test
  void smallUnsignedNumbersAreIntegers() {
    String file =
        ICE
            + "ice-rest-catalog/src/test/resources/scenarios/insert-partitioned/ontime-2010-01-01.parquet";
    Schema table = table(file);

    assertThat(table.findType("Year")).hasToString("int");
    assertThat(table.findType("Month")).hasToString("int");
    assertThat(rows(file, table)).hasSize(100).allMatch(row -> row.startsWith("2010|1|1|1|5|"));
  }

  private static SchemaPlan plan(String... files) {
    return SchemaPlan.plan(
        null,
        2,
        SchemaPolicy.UNION,
        null,
        Arrays.stream(files).map(file -> DuckDbFile.schema(path(file))).toList());
  }

  private static Schema table(String... files) {
    SchemaPlan plan = plan(files);
    assertThat(plan.differences()).isEmpty();
    return plan.newTable();
  }

  private static List<String> rows(String file, Schema table) {
    return IcebergReader.rows(path(file), table, NameMappings.create(table));
  }

  private static Metrics metrics(String file, Schema table) {
    ParquetFooter footer = DuckDbFile.footer(path(file));
    return FileMetrics.of(file, footer, table, NameMappings.create(table));
  }

  private static String text(Schema table, int id, @Nullable ByteBuffer bytes) {
    Object value = Conversions.fromByteBuffer(table.findType(id), Objects.requireNonNull(bytes));
    return value.toString();
  }

  private static Path path(String file) {
    int slash = file.indexOf('/');
    return SharedCases.folder(file.substring(0, slash)).resolve(file.substring(slash + 1));
  }
}
