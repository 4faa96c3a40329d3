package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ScanPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanSqlIT extends EngineTest {

  private static ScanPlan.Group group(Schema fileSchema, ScanPlan.File... files) {
    return new ScanPlan.Group(fileSchema, false, Map.of(), List.of(files));
  }

  private void table(String name, Schema schema, ScanPlan.Group... groups) {
    tables.add(new TestTable(TableIdentifier.of("default", name), schema, List.of(groups)));
  }

  private static NestedField field(int id, String name, org.apache.iceberg.types.Type type) {
    return NestedField.optional(id, name, type);
  }

  @Test
  void readsRenamedWidenedAddedAndReaddedColumns() {
    Schema now =
        new Schema(
            field(1, "id", Types.LongType.get()),
            field(2, "site", Types.StringType.get()),
            field(3, "temp", Types.DoubleType.get()),
            field(4, "price", Types.DecimalType.of(18, 2)),
            field(5, "day", Types.TimestampType.withoutZone()),
            field(7, "dropped", Types.StringType.get()),
            NestedField.optional("qty")
                .withId(8)
                .ofType(Types.LongType.get())
                .withInitialDefault(Literal.of(7L))
                .build());
    Schema old =
        new Schema(
            field(1, "id", Types.IntegerType.get()),
            field(2, "site_old", Types.StringType.get()),
            field(3, "temp", Types.FloatType.get()),
            field(4, "price", Types.DecimalType.of(9, 2)),
            field(5, "day", Types.DateType.get()),
            field(6, "dropped", Types.IntegerType.get()));
    ScanPlan.File oldFile =
        TestTables.write(
            file("old.parquet"),
            "SELECT 1::INTEGER id, 'a' site_old, 1.5::FLOAT temp, 1.25::DECIMAL(9,2) price,"
                + " DATE '2024-01-01' \"day\", 3::INTEGER dropped");
    ScanPlan.File newFile =
        TestTables.write(
            file("new.parquet"),
            "SELECT 2::BIGINT id, 'b' site, 2.5::DOUBLE temp, 2.25::DECIMAL(18,2) price,"
                + " TIMESTAMP '2024-01-02 03:04:05' \"day\", 'x' dropped, 9::BIGINT qty");
    table("t", now, group(old, oldFile), group(now, newFile));
    assertThat(rows("SELECT * FROM t ORDER BY id"))
        .hasToString(
            "[[1, a, 1.5, 1.25, 2024-01-01T00:00, null, 7], [2, b, 2.5, 2.25,"
                + " 2024-01-02T03:04:05, x, 9]]");
    assertThat(rows("SELECT id FROM t WHERE qty = 7 AND dropped IS NULL")).hasToString("[[1]]");
    assertThat(describe("SELECT * FROM t").resultSchema()).isEqualTo(schemaOf("SELECT * FROM t"));
  }

  private org.apache.arrow.vector.types.pojo.Schema schemaOf(String sql) {
    try (RecordBatchStream stream = execute(sql)) {
      return stream.schema();
    }
  }

  @Test
  void readsEvolvedStructsListsAndMaps() {
    Types.StructType oldStruct =
        Types.StructType.of(
            field(11, "x", Types.IntegerType.get()), field(12, "y", Types.StringType.get()));
    Types.StructType newStruct =
        Types.StructType.of(
            NestedField.optional("z")
                .withId(13)
                .ofType(Types.IntegerType.get())
                .withInitialDefault(Literal.of(5))
                .build(),
            field(11, "x", Types.LongType.get()),
            field(12, "yy", Types.StringType.get()));
    Schema old = nested(oldStruct);
    Schema now = nested(newStruct);
    ScanPlan.File oldFile =
        TestTables.write(
            file("old.parquet"),
            """
            SELECT * FROM (VALUES
              (1::BIGINT, {'x': 1::INTEGER, 'y': 'a'}, [{'x': 2::INTEGER, 'y': 'b'}, NULL],
               MAP {'k': {'x': 3::INTEGER, 'y': 'c'}}),
              (2, NULL, NULL, NULL),
              (3, {'x': NULL, 'y': NULL}, [], MAP {})) v(id, st, li, mp)\
            """);
    table("t", now, group(old, oldFile));
    assertThat(rows("SELECT * FROM t ORDER BY id"))
        .hasToString(
            "[[1, {\"z\":5,\"x\":1,\"yy\":\"a\"}, [{\"z\":5,\"x\":2,\"yy\":\"b\"},null],"
                + " [{\"key\":\"k\",\"value\":{\"z\":5,\"x\":3,\"yy\":\"c\"}}]],"
                + " [2, null, null, null],"
                + " [3, {\"z\":5}, [], []]]");
    assertThat(rows("SELECT st.yy FROM t WHERE st.x = 1")).hasToString("[[a]]");
    assertThat(describe("SELECT * FROM t").resultSchema()).isEqualTo(schemaOf("SELECT * FROM t"));
  }

  private static Schema nested(Types.StructType struct) {
    Types.StructType inList = struct;
    return new Schema(
        field(1, "id", Types.LongType.get()),
        field(2, "st", struct),
        field(3, "li", Types.ListType.ofOptional(31, moved(inList, 100))),
        field(
            4, "mp", Types.MapType.ofOptional(41, 42, Types.StringType.get(), moved(struct, 200))));
  }

  private static Types.StructType moved(Types.StructType struct, int by) {
    List<NestedField> fields = new ArrayList<>();
    for (NestedField field : struct.fields()) {
      fields.add(NestedField.from(field).withId(field.fieldId() + by).build());
    }
    return Types.StructType.of(fields);
  }

  @Test
  void fillsConstantsOfFiles() {
    Schema now =
        new Schema(field(1, "id", Types.LongType.get()), field(2, "p", Types.DateType.get()));
    Schema inFile = new Schema(field(1, "id", Types.LongType.get()));
    ScanPlan.File file = TestTables.write(file("a.parquet"), "SELECT 1::BIGINT id");
    table("t", now, new ScanPlan.Group(inFile, false, Map.of(2, 19782), List.of(file)));
    assertThat(rows("SELECT id, p, p = DATE '2024-02-29' FROM t"))
        .hasToString("[[1, 19782, true]]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g[1]x.parquet",
        "g*?x.parquet",
        "a'b\\c{1} é.parquet",
        "x#y%20z.parquet",
        "p=2/h.parquet",
        "a;b\"c.parquet"
      })
  void readsFilesOfAnyName(String name) {
    ScanPlan.File file = TestTables.write(file(name), "SELECT 1::BIGINT id");
    TestTables.write(file("g1x.parquet"), "SELECT 2::BIGINT id");
    TestTables.write(file("gabx.parquet"), "SELECT 3::BIGINT id");
    table(
        "t",
        new Schema(field(1, "id", Types.LongType.get())),
        group(new Schema(field(1, "id", Types.LongType.get())), file));
    assertThat(rows("SELECT * FROM t")).hasToString("[[1]]");
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 1001, 2500})
  void readsLongListsOfFiles(int count) {
    Path first = file("f.parquet");
    ScanPlan.File file = TestTables.write(first, "SELECT 1::BIGINT id, 1.5::DOUBLE v");
    List<ScanPlan.File> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path link = file("f" + i + ".parquet");
      try {
        java.nio.file.Files.createLink(link, first);
      } catch (java.io.IOException e) {
        throw new AssertionError(e);
      }
      files.add(new ScanPlan.File(link.toString(), 1, file.sizeInBytes()));
    }
    Schema schema =
        new Schema(field(1, "id", Types.LongType.get()), field(2, "v", Types.DoubleType.get()));
    table("t", schema, new ScanPlan.Group(schema, true, Map.of(), files));
    assertThat(rows("SELECT count(*), sum(id), sum(v) FROM t"))
        .hasToString("[[%d, %d, %s]]".formatted(count, count, count * 1.5));
  }

  @Test
  void keepsColumnsThatAreNamedLikeVirtualOnes() {
    Schema schema =
        new Schema(
            field(1, "filename", Types.StringType.get()),
            field(2, "file_row_number", Types.LongType.get()),
            field(3, "file_index", Types.LongType.get()));
    ScanPlan.File file =
        TestTables.write(
            file("v.parquet"),
            "SELECT 'f' filename, 8::BIGINT file_row_number, 9::BIGINT file_index");
    table("t", schema, group(schema, file));
    assertThat(rows("SELECT * FROM t")).hasToString("[[f, 8, 9]]");
  }

  @Test
  void hidesVirtualColumns() {
    Schema schema = new Schema(field(1, "id", Types.LongType.get()));
    table("t", schema, group(schema, TestTables.write(file("v.parquet"), "SELECT 1::BIGINT id")));
    for (String column : List.of("filename", "file_row_number", "file_index", "rowid")) {
      assertThatThrownBy(() -> rows("SELECT " + column + " FROM t"))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageNotContaining(folder.toString());
    }
  }

  @Test
  void readsAnEmptyTable() {
    Schema schema =
        new Schema(
            field(1, "id", Types.LongType.get()),
            field(2, "st", Types.StructType.of(field(3, "a b", Types.UUIDType.get()))),
            field(
                4,
                "m",
                Types.MapType.ofOptional(5, 6, Types.StringType.get(), Types.DateType.get())),
            field(7, "l", Types.ListType.ofOptional(8, Types.DecimalType.of(9, 2))));
    table("t", schema);
    assertThat(rows("SELECT * FROM t")).isEmpty();
    assertThat(rows("SELECT count(*), max(id) FROM t")).hasToString("[[0, null]]");
    assertThat(describe("SELECT * FROM t").resultSchema()).isEqualTo(schemaOf("SELECT * FROM t"));
  }

  @Test
  void findsNotANumber() {
    Schema schema = new Schema(field(1, "x", Types.DoubleType.get()));
    ScanPlan.File file =
        TestTables.write(file("nan.parquet"), "SELECT unnest([1.0, 'NaN'::DOUBLE]) x");
    table("t", schema, group(schema, file));
    assertThat(rows("SELECT count(*) FILTER (x > 100), max(x) FROM t")).hasToString("[[1, NaN]]");
    assertThat(value("SELECT count(*) FROM t WHERE x > 100")).isEqualTo(1L);
  }

  @Test
  void readsColumnsWhoseNamesDifferByCaseOnly() {
    Schema schema =
        new Schema(field(1, "a", Types.LongType.get()), field(2, "A", Types.LongType.get()));
    ScanPlan.File file = TestTables.write(file("c.parquet"), "SELECT 1::BIGINT a, 2::BIGINT b");
    renameColumn(file, "b", "A");
    table("t", schema, group(schema, file));
    assertThat(rows("SELECT * FROM t")).hasToString("[[1, 2]]");
  }

  /** Parquet names are in the footer as they are, so a name of one byte can be exchanged. */
  private static void renameColumn(ScanPlan.File file, String from, String to) {
    try {
      Path path = Path.of(file.path());
      byte[] bytes = java.nio.file.Files.readAllBytes(path);
      String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
      String changed = text.replace("\u0001" + from, "\u0001" + to);
      assertThat(changed).isNotEqualTo(text);
      java.nio.file.Files.write(
          path, changed.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void saysWhichDataFileIsMissing() {
    Schema schema = new Schema(field(1, "id", Types.LongType.get()));
    String gone = file("gone[1].parquet").toString();
    table("t", schema, group(schema, new ScanPlan.File(gone, 1, 100)));
    assertThatThrownBy(() -> rows("SELECT * FROM t"))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining(gone);
  }

  @Test
  void refusesFilesElsewhere() {
    Schema schema = new Schema(field(1, "id", Types.LongType.get()));
    table("t", schema, group(schema, new ScanPlan.File("s3://bucket/a.parquet", 1, 100)));
    assertThatThrownBy(() -> rows("SELECT * FROM t"))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("s3://bucket/a.parquet");
  }
}
