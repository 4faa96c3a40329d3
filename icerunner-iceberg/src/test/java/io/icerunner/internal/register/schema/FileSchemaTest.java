package io.icerunner.internal.register.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSchemaTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "true; boolean",
        "1::TINYINT; int",
        "1::UTINYINT; int",
        "1::SMALLINT; int",
        "1::USMALLINT; int",
        "1::INTEGER; int",
        "1::BIGINT; long",
        "1::HUGEINT; double",
        "1::FLOAT; float",
        "1::DOUBLE; double",
        "1::DECIMAL(4, 1); decimal(4, 1)",
        "1::DECIMAL(18, 3); decimal(18, 3)",
        "1::DECIMAL(38, 9); decimal(38, 9)",
        "'x'; string",
        "'x'::BLOB; binary",
        "uuid(); uuid",
        "DATE '2020-01-01'; date",
        "TIME '01:02:03'; time",
        "TIMESTAMP '2020-01-01'; timestamp",
        "TIMESTAMP_S '2020-01-01'; timestamp",
        "TIMESTAMP_MS '2020-01-01'; timestamp",
        "TIMESTAMPTZ '2020-01-01 00:00:00+00'; timestamptz",
        "TIMESTAMP_NS '2020-01-01'; timestamp_ns",
        "{a: 1, b: {c: 'x'}}; struct<2: a: optional int, 3: b: optional struct<4: c: optional string>>",
        "[1, 2]; list<int>",
        "[[DATE '2020-01-01']]; list<list<date>>",
        "MAP {'a': [1]}; map<string, list<int>>",
      })
  void typesOfEngineColumns(String value, String type) {
    Path file =
        DuckDbFile.write(folder.resolve("f.parquet"), "SELECT %s AS c".formatted(value), "");

    assertThat(DuckDbFile.schema(file).fields())
        .singleElement()
        .satisfies(field -> assertThat(field.name()).isEqualTo("c"))
        .satisfies(field -> assertThat(field.type()).hasToString(type));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "1::UINTEGER; column c is an unsigned 32-bit integer",
        "1::UBIGINT; column c is an unsigned 64-bit integer",
        "INTERVAL 1 DAY; column c is stored as INTERVAL",
        "[1::UINTEGER]; column c.element is an unsigned 32-bit integer",
        "{a: 1, b: {c: 1::UBIGINT}}; column c.b.c is an unsigned 64-bit integer",
        "MAP {1::UINTEGER: 1}; column c.key is an unsigned 32-bit integer",
      })
  void typesThatIcebergOrItsReadersLackAreRefused(String value, String reason) {
    Path file =
        DuckDbFile.write(folder.resolve("f.parquet"), "SELECT %s AS c".formatted(value), "");

    assertRefused(file, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "list, array, is a list in an old or unusual form",
    "list, c_tuple, is a list in an old or unusual form",
    "list, other, is a list in an old or unusual form",
  })
  void listsThatReadersTakeForOthersAreRefused(String from, String to, String reason) {
    assertRefused(
        edited("SELECT [1, 2] AS c", footer -> EditedFooter.rename(footer, from, to)),
        "column c " + reason);
  }

  @Test
  void listsAsHiveWritesThemAreTakenUnlessTheyAreNested() {
    Consumer<FileMetaData> hive =
        footer -> {
          EditedFooter.rename(footer, "list", "bag");
          EditedFooter.rename(footer, "element", "array_element");
        };

    assertThat(DuckDbFile.schema(edited("SELECT [1, 2] AS c", hive)).fields())
        .extracting(field -> field.type().toString())
        .containsExactly("list<int>");
    assertRefused(edited("SELECT [MAP {'a': 1}] AS c", hive), "column c is a list in an old");
  }

  @ParameterizedTest
  @CsvSource({"key_value, map", "key_value, entries", "key, k", "value, v"})
  void mapsThatReadersDoNotFindAreRefused(String from, String to) {
    assertRefused(
        edited("SELECT MAP {'a': 1} AS c", footer -> EditedFooter.rename(footer, from, to)),
        "column c is a map in an old or unusual form");
  }

  @Test
  void annotationsThatNotAllReadersKnowAreRefused() {
    assertRefused(
        edited(
            "SELECT TIMESTAMP '2020-01-01' AS c",
            footer -> EditedFooter.element(footer, "c").unsetLogicalType()),
        "column c is a timestamp that does not say whether it is in UTC");
    assertRefused(
        edited(
            "SELECT 1::DECIMAL(9, 2) AS c",
            footer -> EditedFooter.element(footer, "c").unsetConverted_type()),
        "column c is marked as DECIMAL(9,2) in the newer way only");
    assertRefused(
        edited(
            "SELECT 'x' AS c",
            footer -> EditedFooter.element(footer, "c").setConverted_type(ConvertedType.BSON)),
        "column c is BSON");
    assertRefused(
        edited(
            "SELECT 1 AS c",
            footer ->
                EditedFooter.element(footer, "c").setConverted_type(ConvertedType.TIME_MILLIS)),
        "column c is a time in milliseconds");
    assertRefused(
        edited(
            "SELECT 'x' AS c",
            footer ->
                EditedFooter.element(footer, "c")
                    .setConverted_type(ConvertedType.DECIMAL)
                    .setPrecision(50)
                    .setScale(1)),
        "column c is a decimal of 50 digits, of which Iceberg holds 38");
  }

  @Test
  void namesThatReadersCannotTellApartAreRefused() {
    assertRefused(
        edited("SELECT 1 AS a, 2 AS b", footer -> EditedFooter.rename(footer, "b", "a")),
        "column a is there twice");
    assertRefused(
        edited("SELECT 1 AS a, 2 AS b", footer -> EditedFooter.rename(footer, "b", "A")),
        "column A and column a differ in case only");
    assertRefused(
        DuckDbFile.write(folder.resolve("f.parquet"), "SELECT 1 AS \"a.b\", {b: 2} AS a", ""),
        "column a.b could be two");
  }

  @Test
  void namesWithDotsAndSpacesAreTakenAsTheyAre() {
    Path file =
        DuckDbFile.write(
            folder.resolve("f.parquet"),
            "SELECT 1 AS \"a.b\", 2 AS \"c d\", {\"x.y\": 3} AS s",
            "");

    assertThat(DuckDbFile.schema(file).fields())
        .extracting(Types.NestedField::name)
        .containsExactly("a.b", "c d", "s");
  }

  @Test
  void fieldIdsOfSomeColumnsOnlyAreRefused() {
    Path file =
        DuckDbFile.write(
            folder.resolve("f.parquet"), "SELECT 1 AS a, 2 AS b", ", FIELD_IDS {a: 1}");

    assertRefused(file, "column b has no field id while other columns have one");
  }

  @Test
  void statisticsByWhichReadersWouldSkipRowsAreRefused() {
    String select = "SELECT * FROM (VALUES ('a'), ('é'), ('z')) t(c)";
    byte[] least = "é".getBytes(StandardCharsets.UTF_8);
    byte[] greatest = "z".getBytes(StandardCharsets.UTF_8);

    assertRefused(
        edited(select, footer -> statistics(footer).setMin_value(least).setMax_value(greatest)),
        "the statistics of column c have a least value above the greatest");
    assertRefused(
        edited(
            select,
            footer -> {
              Statistics old = statistics(footer);
              old.unsetMin_value();
              old.unsetMax_value();
              old.setMin(least).setMax(greatest);
            }),
        "the statistics of column c are of an old kind that orders bytes as signed numbers");
  }

  private static Statistics statistics(FileMetaData footer) {
    return footer.getRow_groups().get(0).getColumns().get(0).getMeta_data().getStatistics();
  }

  @Test
  void equalColumnsAreEqualSchemas() {
    Path one = DuckDbFile.write(folder.resolve("1.parquet"), "SELECT 1 AS a, [2] AS b", "");
    Path same = DuckDbFile.write(folder.resolve("2.parquet"), "SELECT 3 AS a, [4] AS b", "");
    Path other = DuckDbFile.write(folder.resolve("3.parquet"), "SELECT [4] AS b, 3 AS a", "");

    assertThat(DuckDbFile.schema(one)).isEqualTo(DuckDbFile.schema(same));
    assertThat(DuckDbFile.schema(one).hashCode()).isEqualTo(DuckDbFile.schema(same).hashCode());
    assertThat(DuckDbFile.schema(one)).isNotEqualTo(DuckDbFile.schema(other));
  }

  private Path edited(String select, Consumer<FileMetaData> change) {
    Path file = DuckDbFile.write(folder.resolve("plain.parquet"), select, "");
    return EditedFooter.write(file, folder.resolve("edited.parquet"), change);
  }

  private static void assertRefused(Path file, String reason) {
    assertThatThrownBy(() -> DuckDbFile.schema(file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot register " + file)
        .hasMessageContaining(reason)
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }
}
