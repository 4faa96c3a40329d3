package io.icerunner.internal.register.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetFooter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileMetricsTest {
  private static final Types.NestedField.Builder COLUMN = Types.NestedField.optional("c").withId(1);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "v::INTEGER; -2..3",
        "v::TINYINT; -2..3",
        "(v + 2)::UTINYINT; 0..5",
        "(v + 65000)::USMALLINT; 64998..65003",
        "v * 1000000000000; -2000000000000..3000000000000",
        "v::FLOAT / 2; -1.0..1.5",
        "v::DOUBLE / 2; -1.0..1.5",
        "v::DECIMAL(4, 1); -2.0..3.0",
        "v::DECIMAL(18, 2); -2.00..3.00",
        "v::DECIMAL(38, 3); -2.000..3.000",
        "v > 0; false..true",
        "'t' || (v + 2); t0..t5",
        "DATE '1970-01-01' + v::INTEGER; -2..3",
        "TIME '00:00:01' + to_seconds(v + 2); 1000000..6000000",
        "epoch_ms(v)::TIMESTAMP_MS; -2000..3000",
        "make_timestamp(v); -2..3",
        "make_timestamp(v)::TIMESTAMPTZ; -2..3",
      })
  void boundsAreInTheTypeAndUnitOfTheTable(String value, String expected) {
    Path file = rows(value);

    assertThat(bounds(file)).containsEntry("c", expected);
    assertThat(metrics(file).valueCounts()).containsEntry(1, 6L);
    assertThat(metrics(file).nullValueCounts()).containsEntry(1, 0L);
  }

  @Test
  void boundsOfNarrowColumnsAreWidenedWithThem() {
    assertThat(bounds(rows("v::INTEGER"), COLUMN.ofType(Types.LongType.get())))
        .containsEntry("c", "-2..3");
    assertThat(bounds(rows("v::FLOAT / 4"), COLUMN.ofType(Types.DoubleType.get())))
        .containsEntry("c", "-0.5..0.75");
    assertThat(bounds(rows("v::DECIMAL(4, 1)"), COLUMN.ofType(Types.DecimalType.of(30, 1))))
        .containsEntry("c", "-2.0..3.0");
  }

  @Test
  void aColumnThatTheTableHasOtherwiseIsRefused() {
    Path file = rows("'x'");

    assertThatThrownBy(() -> bounds(file, COLUMN.ofType(Types.LongType.get())))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register %s: column c is string in the file and long in the table", file);
  }

  @Test
  void rowGroupsAreTakenTogether() {
    Path file =
        DuckDbFile.write(
            folder.resolve("f.parquet"),
            "SELECT v AS c, CASE WHEN v < 5000 THEN NULL ELSE -v END AS late, NULL::INTEGER AS none"
                + " FROM range(10000) t(v)",
            ", ROW_GROUP_SIZE 2048");

    assertThat(bounds(file))
        .containsEntry("c", "0..9999")
        .containsEntry("late", "-9999..-5000")
        .doesNotContainKey("none");
    assertThat(metrics(file).valueCounts()).containsValues(10_000L);
    assertThat(metrics(file).nullValueCounts())
        .containsEntry(1, 0L)
        .containsEntry(2, 5_000L)
        .containsEntry(3, 10_000L);
  }

  @Test
  void oneRowGroupWithoutStatisticsLeavesNoBoundsAtAll() {
    Path whole =
        DuckDbFile.write(
            folder.resolve("f.parquet"),
            "SELECT v AS c FROM range(10000) t(v)",
            ", ROW_GROUP_SIZE 2048");

    Path file = edited(whole, footer -> chunk(footer, 2).unsetStatistics());

    assertThat(bounds(file)).isEmpty();
    assertThat(metrics(file).nullValueCounts()).isEmpty();
    assertThat(metrics(file).valueCounts()).containsEntry(1, 10_000L);
  }

  @Test
  void aRequiredColumnHasNoNullsWhateverItsStatistics() {
    Path file = DuckDbFile.write(folder.resolve("f.parquet"), "SELECT 1 AS c", "");

    assertThat(
            metrics(edited(file, footer -> chunk(footer, 0).unsetStatistics())).nullValueCounts())
        .containsEntry(1, 0L);
  }

  @Test
  void nullCountsThatAreMissingOrImpossibleAreAbsent() {
    Path whole = rows("v");

    for (Consumer<Statistics> change :
        List.<Consumer<Statistics>>of(
            Statistics::unsetNull_count, s -> s.setNull_count(7), s -> s.setNull_count(-1))) {
      Path file = edited(whole, footer -> change.accept(chunk(footer, 0).getStatistics()));

      assertThat(metrics(file).nullValueCounts()).isEmpty();
      assertThat(bounds(file)).containsEntry("c", "-2..3");
    }
  }

  @Test
  void zerosAreBoundedOnBothSidesAndNanIsNoBound() {
    Path zeros = rows("CASE WHEN v < 0 THEN 0.0 ELSE -0.0 END::DOUBLE");
    Path nan = rows("v::DOUBLE");

    assertThat(bounds(zeros)).containsEntry("c", "-0.0..0.0");
    assertThat(
            bounds(
                edited(
                    nan, footer -> chunk(footer, 0).getStatistics().setMax_value(le(Double.NaN)))))
        .isEmpty();
  }

  @Test
  void oldStatisticsOfNumbersAreTaken() {
    Path file = edited(rows("v::INTEGER"), footer -> old(chunk(footer, 0).getStatistics()));

    assertThat(bounds(file)).containsEntry("c", "-2..3");
  }

  @Test
  void bytesHaveBoundsOnlyInAKnownOrder() {
    Path whole = rows("'t' || v");

    assertThat(bounds(edited(whole, FileMetaData::unsetColumn_orders))).isEmpty();
    assertThat(bounds(edited(rows("v"), FileMetaData::unsetColumn_orders)))
        .containsEntry("c", "-2..3");
  }

  @Test
  void aLowerBoundCutWithinACharacterEndsBeforeIt() {
    byte[] cut = Arrays.copyOf("té".getBytes(StandardCharsets.UTF_8), 2);
    Path whole = rows("'té' || v");

    Path low = edited(whole, footer -> chunk(footer, 0).getStatistics().setMin_value(cut));
    Path high = edited(whole, footer -> chunk(footer, 0).getStatistics().setMax_value(bytes(0xff)));

    assertThat(bounds(low)).containsEntry("c", "t..té3");
    assertThat(bounds(high)).isEmpty();
  }

  @Test
  void longTextIsBoundedAndCutAsTheTableAsks() {
    Path file = rows("repeat('é', 100) || v");
    Schema table = schema(file);
    Metrics whole = metrics(file);

    Metrics kept = FileMetrics.kept(whole, table, MetricsConfig.getDefault());

    String lower = Objects.requireNonNull(bounds(file).get("c"));
    assertThat(lower).startsWith("é".repeat(100)).doesNotContain("\uFFFD");
    assertThat(bounds(table, kept))
        .containsEntry("c", "é".repeat(16) + ".." + "é".repeat(15) + "ê");
    assertThat(kept.valueCounts()).isEqualTo(whole.valueCounts());
    assertThat(kept(whole, table, "counts").lowerBounds()).isEmpty();
    assertThat(kept(whole, table, "counts").valueCounts()).containsEntry(1, 6L);
    assertThat(kept(whole, table, "none").valueCounts()).isEmpty();
    assertThat(bounds(table, kept(whole, table, "full"))).containsEntry("c", lower);
  }

  @Test
  void uuidsAreBoundedOnlyWhereTheyAreOne() {
    Path one = rows("'0193e6d0-0000-7000-8000-00000000000a'::UUID");

    assertThat(bounds(rows("uuid()"))).isEmpty();
    assertThat(bounds(one).get("c")).startsWith("0193e6d0-0000-7000-8000-00000000000a..");
  }

  @Test
  void nestedColumnsHaveMetricsUnlessTheyRepeat() {
    Path file = rows("{a: v, b: CASE WHEN v > 1 THEN {x: v} END, l: [v], m: MAP {v: 'x'}}");
    Schema table = schema(file);
    Metrics metrics = metrics(file);

    assertThat(bounds(file)).containsOnly(Map.entry("c.a", "-2..3"), Map.entry("c.b.x", "2..3"));
    assertThat(metrics.nullValueCounts())
        .containsOnly(
            Map.entry(table.findField("c.a").fieldId(), 0L),
            Map.entry(table.findField("c.b.x").fieldId(), 4L));
    assertThat(metrics.columnSizes().keySet()).contains(table.findField("c.l.element").fieldId());
  }

  @Test
  void columnsOfAFileAreThoseOfTheTable() {
    Path file = rows("{a: v, l: [v]}");
    Schema table =
        new Schema(
            Types.NestedField.optional(
                7,
                "c",
                Types.StructType.of(
                    Types.NestedField.optional(8, "a", Types.LongType.get()),
                    Types.NestedField.optional(9, "missing", Types.LongType.get()))),
            Types.NestedField.optional(10, "other", Types.LongType.get()));

    assertThat(
            FileMetrics.columnsIn("f", DuckDbFile.footer(file), table, NameMappings.create(table)))
        .containsExactlyInAnyOrder(7, 8);
  }

  @Test
  void fieldIdsOfAnotherTableAreRefused() {
    Path file =
        DuckDbFile.write(
            folder.resolve("f.parquet"), "SELECT 1 AS a, 2 AS b", ", FIELD_IDS {a: 2, b: 1}");
    Schema table =
        new Schema(
            Types.NestedField.optional(1, "a", Types.IntegerType.get()),
            Types.NestedField.optional(2, "b", Types.IntegerType.get()));

    assertThatThrownBy(
            () -> FileMetrics.of("f", DuckDbFile.footer(file), table, NameMappings.create(table)))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage("Cannot register f: column a has field id 2, and has 1 in the table");
  }

  private Path rows(String value) {
    return DuckDbFile.write(
        folder.resolve(System.nanoTime() + ".parquet"),
        "SELECT %s AS c FROM range(-2, 4) t(v)".formatted(value),
        "");
  }

  private Path edited(Path file, Consumer<FileMetaData> change) {
    return EditedFooter.write(file, folder.resolve(System.nanoTime() + ".edited"), change);
  }

  private static ColumnMetaData chunk(FileMetaData footer, int group) {
    RowGroup rows = footer.getRow_groups().get(group);
    return rows.getColumns().get(0).getMeta_data();
  }

  private static void old(Statistics statistics) {
    statistics.setMin(statistics.getMin_value());
    statistics.setMax(statistics.getMax_value());
    statistics.unsetMin_value();
    statistics.unsetMax_value();
  }

  private static byte[] le(double value) {
    return ByteBuffer.allocate(Double.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putDouble(value)
        .array();
  }

  private static byte[] bytes(int value) {
    return new byte[] {(byte) value};
  }

  private static Schema schema(Path file) {
    return SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, List.of(DuckDbFile.schema(file)))
        .newTable();
  }

  private static Metrics metrics(Path file) {
    return metrics(file, schema(file));
  }

  private static Metrics metrics(Path file, Schema table) {
    ParquetFooter footer = DuckDbFile.footer(file);
    return FileMetrics.of(file.toString(), footer, table, NameMappings.create(table));
  }

  private static Metrics kept(Metrics whole, Schema table, String mode) {
    return FileMetrics.kept(
        whole,
        table,
        MetricsConfig.from(Map.of("write.metadata.metrics.default", mode), table, null));
  }

  private static Map<String, String> bounds(Path file) {
    Schema table = schema(file);
    return bounds(table, metrics(file, table));
  }

  private static Map<String, String> bounds(Path file, Types.NestedField.Builder column) {
    Schema table = new Schema(column.build());
    return bounds(table, metrics(file, table));
  }

  private static Map<String, String> bounds(Schema table, Metrics metrics) {
    Map<String, String> text = new TreeMap<>();
    metrics
        .lowerBounds()
        .forEach(
            (id, lower) ->
                text.put(
                    table.findColumnName(id),
                    value(table, id, lower)
                        + ".."
                        + value(table, id, Objects.requireNonNull(metrics.upperBounds().get(id)))));
    return text;
  }

  private static Object value(Schema table, int id, ByteBuffer bytes) {
    return Conversions.fromByteBuffer(table.findType(id), bytes);
  }
}
