package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableScan;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose files lack partition columns, each file with values of its own. */
class FileConstantsIT extends EngineTest {
  private static final NestedField ID = field(1, "id", Types.LongType.get());
  private static final NestedField TILE = field(2, "tile", Types.StringType.get());
  private static final NestedField MONTH = field(3, "month", Types.IntegerType.get());
  private static final Schema TABLE = new Schema(ID, TILE, MONTH);

  private static NestedField field(int id, String name, Type type) {
    return NestedField.optional(id, name, type);
  }

  private static String tile(int number) {
    return number % 7 == 6 ? "it's \"%d\"\\,\n".formatted(number % 7) : "t" + number % 7;
  }

  private static Map<Integer, @Nullable Object> constants(int number) {
    Map<Integer, @Nullable Object> constants = new HashMap<>();
    constants.put(2, number % 7 == 3 ? null : tile(number));
    constants.put(3, number);
    return constants;
  }

  /** Files with the rows {@code 10 * number} and {@code 10 * number + 1}. */
  private List<ScanPlan.File> files(
      int count, IntFunction<Map<Integer, @Nullable Object>> constants) {
    List<ScanPlan.File> files = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (int number = 0; number < count; number++) {
        Path path = file("m=%d/f[%d].parquet".formatted(number, number));
        Files.createDirectories(path.getParent());
        statement.execute(
            "COPY (SELECT %d::BIGINT + i id FROM range(2) r(i)) TO '%s' (FORMAT parquet)"
                .formatted(10 * number, path));
        files.add(new ScanPlan.File(path.toString(), 2, Files.size(path), constants.apply(number)));
      }
      return files;
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private TestTable table(Schema table, Schema inFiles, List<ScanPlan.File> files) {
    TestTable result =
        new TestTable(
            TableIdentifier.of("default", "t"),
            table,
            List.of(new ScanPlan.Group(inFiles, false, Map.of(), files)));
    tables.add(result);
    return result;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 17, 64, 65, 300})
  void eachFileHasItsOwnConstants(int count) {
    table(TABLE, new Schema(ID), files(count, FileConstantsIT::constants));

    List<List<Object>> expected = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      for (int row = 0; row < 2; row++) {
        List<Object> values = new ArrayList<>();
        values.add(10L * number + row);
        values.add(number % 7 == 3 ? "none" : tile(number));
        values.add(number);
        expected.add(values);
      }
    }
    assertThat(rows("SELECT id, coalesce(tile, 'none'), month FROM t ORDER BY id"))
        .usingRecursiveComparison()
        .withEqualsForType((a, b) -> a.toString().equals(b.toString()), Object.class)
        .isEqualTo(expected);
  }

  @Test
  void constantsAreFilteredGroupedAndJoinedLikeColumns() {
    table(TABLE, new Schema(ID), files(100, FileConstantsIT::constants));

    assertThat(rows("SELECT month, sum(id) FROM t WHERE month IN (5, 70) GROUP BY 1 ORDER BY 1"))
        .hasToString("[[5, 101], [70, 1401]]");
    assertThat(value("SELECT count(*) FROM t WHERE tile IS NULL")).isEqualTo(2 * 14L);
    assertThat(value("SELECT count(*) FROM t WHERE tile = 't5' AND id >= 500")).isEqualTo(14L);
    assertThat(rows("SELECT count(DISTINCT month), max(tile) FROM t")).hasToString("[[100, t5]]");
    assertThat(rows("SELECT count(*) FROM t a JOIN t b USING (month) WHERE a.id < b.id"))
        .hasToString("[[100]]");
    assertThat(rows("SELECT count(*) FILTER (month < 3), count(tile) FROM t"))
        .hasToString("[[6, 172]]");
  }

  @Test
  void constantsOfEveryTypeAreExact() {
    Map<Type, IntFunction<Object>> types = new HashMap<>();
    types.put(Types.BooleanType.get(), n -> n % 2 == 0);
    types.put(Types.LongType.get(), n -> Long.MAX_VALUE - n);
    types.put(Types.FloatType.get(), n -> n == 1 ? Float.NaN : n + 0.1f);
    types.put(Types.DoubleType.get(), n -> n == 1 ? Double.NEGATIVE_INFINITY : n + 0.1);
    types.put(Types.DateType.get(), n -> n - 40_000);
    types.put(Types.TimeType.get(), n -> 86_399_999_999L - n);
    types.put(Types.TimestampType.withZone(), n -> n - 3L);
    types.put(Types.TimestampType.withoutZone(), n -> 253_402_300_799_999_999L - n);
    types.put(Types.TimestampNanoType.withoutZone(), n -> n * 1_000_000_007L);
    types.put(Types.UUIDType.get(), n -> new UUID(n, -n));
    types.put(Types.BinaryType.get(), n -> ByteBuffer.wrap(new byte[] {0, (byte) n, -1}));
    types.put(Types.FixedType.ofLength(2), n -> ByteBuffer.wrap(new byte[] {(byte) n, '\''}));
    types.put(
        Types.DecimalType.of(38, 3),
        n -> new BigDecimal("123456789012345678901234.5" + n + "0").setScale(3));
    types.put(Types.StringType.get(), n -> n == 2 ? "nul\0 byte" : "é" + n);
    List<NestedField> columns = new ArrayList<>(List.of(ID));
    List<IntFunction<Object>> values = new ArrayList<>();
    types.forEach(
        (type, value) -> {
          columns.add(field(columns.size() + 1, "c" + columns.size(), type));
          values.add(value);
        });
    columns.add(field(values.size() + 2, "number", Types.IntegerType.get()));
    IntFunction<Map<Integer, @Nullable Object>> constants =
        number -> {
          Map<Integer, @Nullable Object> all = new HashMap<>();
          for (int i = 0; i < values.size(); i++) {
            all.put(i + 2, number == 5 ? null : values.get(i).apply(number % 10));
          }
          all.put(values.size() + 2, number == 5 ? null : number);
          return all;
        };
    // Few sets of constants become literals, many a join: both must give the same.
    table(new Schema(columns), new Schema(ID), files(10, constants));
    List<List<Object>> literals = rows("SELECT * FROM t ORDER BY id");
    table(new Schema(columns), new Schema(ID), files(40, constants));
    assertThat(shown(rows("SELECT * FROM t WHERE id < 100 ORDER BY id")))
        .isEqualTo(shown(literals));
    assertThat(literals.get(10).subList(1, literals.get(10).size())).containsOnlyNulls();
    assertThat(literals.get(2).subList(1, literals.get(2).size())).doesNotContainNull();
  }

  private static List<String> shown(List<List<Object>> rows) {
    return rows.stream().map(row -> Arrays.deepToString(row.toArray())).toList();
  }

  @Test
  void aColumnNamedLikeTheNumberOfAFileIsReadAsItIs() {
    NestedField index = field(4, "File_Index", Types.LongType.get());
    List<ScanPlan.File> files = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ScanPlan.File file =
          TestTables.write(file(i + ".parquet"), "SELECT 1::BIGINT id, 7::BIGINT \"File_Index\"");
      files.add(new ScanPlan.File(file.path(), 1, file.sizeInBytes(), constants(i)));
    }
    table(new Schema(ID, TILE, MONTH, index), new Schema(ID, index), files);

    assertThat(rows("SELECT sum(month), sum(File_Index), count(DISTINCT month) FROM t"))
        .hasToString("[[780, 280, 40]]");
  }

  @Test
  void columnsNamedLikeTheConstantsAreReadAsTheyAre() {
    NestedField c3 = field(4, "c3", Types.StringType.get());
    NestedField k = field(5, "k", Types.StringType.get());
    List<ScanPlan.File> files = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ScanPlan.File file =
          TestTables.write(file(i + ".parquet"), "SELECT 1::BIGINT id, 'c' c3, 'k' k");
      files.add(new ScanPlan.File(file.path(), 1, file.sizeInBytes(), constants(i)));
    }
    table(new Schema(ID, TILE, MONTH, c3, k), new Schema(ID, c3, k), files);

    assertThat(rows("SELECT sum(month), min(c3), max(k) FROM t")).hasToString("[[780, c, k]]");
  }

  @Test
  void aMissingFileIsNamedAndNeverShiftsTheConstantsOfOthers() throws IOException {
    List<ScanPlan.File> files = files(40, FileConstantsIT::constants);
    Path gone = Path.of(files.get(20).path());
    Files.delete(gone);
    table(TABLE, new Schema(ID), files);

    assertThatThrownBy(() -> rows("SELECT sum(id), sum(month) FROM t"))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining(gone.toString());
  }

  @Test
  void aScanWithoutSqlGivesThemToo() {
    TestTable table = table(TABLE, new Schema(ID), files(40, FileConstantsIT::constants));
    org.apache.arrow.vector.types.pojo.Schema wanted =
        new org.apache.arrow.vector.types.pojo.Schema(
            List.of(
                Field.nullable("month", new ArrowType.Int(32, true)),
                Field.nullable("id", new ArrowType.Int(64, true))));
    TableScan all = new TableScan(table, List.of("month", "id"), null, wanted);
    TableScan some = new TableScan(table, List.of("month", "id"), "month = 7", wanted);

    assertThat(Results.rows(engine.scan(all, allocator)))
        .hasSize(80)
        .allSatisfy(row -> assertThat((long) row.get(1) / 10).isEqualTo((int) row.get(0)));
    assertThat(Results.rows(engine.scan(some, allocator))).hasToString("[[7, 70], [7, 71]]");
  }

  @Test
  @EnabledIfSystemProperty(named = "icerunner.test.long", matches = "true")
  void tenThousandFilesAreOneRead() throws IOException {
    int count = 12_000;
    Path first = file("first.parquet");
    ScanPlan.File file = TestTables.write(first, "SELECT i id FROM range(10) r(i)");
    List<ScanPlan.File> files = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      Path link = file("m=%d/part.parquet".formatted(number));
      Files.createDirectories(link.getParent());
      Files.createLink(link, first);
      files.add(new ScanPlan.File(link.toString(), 10, file.sizeInBytes(), constants(number)));
    }
    table(TABLE, new Schema(ID), files);

    assertThat(rows("SELECT count(*), sum(id), sum(month), count(DISTINCT month) FROM t"))
        .hasToString(
            "[[%d, %d, %d, %d]]"
                .formatted(count * 10, count * 45, 10L * count * (count - 1) / 2, count));
    assertThat(rows("SELECT count(*), min(tile) FROM t WHERE month = 11999 AND id > 4"))
        .hasToString("[[5, %s]]".formatted(tile(11_999)));
  }
}
