package io.icerunner.internal.register.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaPlanTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");

  @TempDir Path folder;
  private final List<Path> written = new ArrayList<>();

  @Test
  void aUnionHasTheColumnsOfAllFilesInTheWidestTypes() {
    SchemaPlan plan =
        union(
            "SELECT 1::INTEGER AS i, 1::FLOAT AS f, 1::DECIMAL(9, 2) AS d, {a: 1::INTEGER} AS s",
            "SELECT 'x' AS n, {b: [1::INTEGER], a: 1::BIGINT} AS s, 1::DECIMAL(18, 2) AS d,"
                + " 1::DOUBLE AS f, 1::BIGINT AS i",
            "SELECT 1::SMALLINT AS i, 1::FLOAT AS f, {b: [1::BIGINT]} AS s");

    assertThat(plan.differences()).isEmpty();
    assertThat(plan.newTable().asStruct())
        .hasToString(
            "struct<1: i: optional long, 2: f: optional double, 3: d: optional decimal(18, 2),"
                + " 4: s: optional struct<6: a: optional long, 7: b: optional list<long>>,"
                + " 5: n: optional string>");
    assertThat(plan.evolution()).isNull();
  }

  @Test
  void everyDifferenceIsListedWithFileAndColumn() {
    SchemaPlan plan =
        union(
            "SELECT 'x' AS a, 1 AS b, 1 AS tmax, {x: 1, y: [1]} AS s, 1::DECIMAL(9, 2) AS d",
            "SELECT 1 AS a, 'x' AS b, 1 AS \"Tmax\", {x: 'q', y: ['z']} AS s, 1::DECIMAL(9, 3) AS d",
            "SELECT DATE '2020-01-01' AS a, TIMESTAMP_NS '2020-01-01' AS t");

    assertThat(plan.differences())
        .containsExactly(
            written.get(1) + ": column a is int in the file and string in the table",
            written.get(1) + ": column b is string in the file and int in the table",
            written.get(1) + ": column s.x is string in the file and int in the table",
            written.get(1) + ": column s.y.element is string in the file and int in the table",
            written.get(1)
                + ": column d is decimal(9, 3) in the file and decimal(9, 2) in the table",
            written.get(1) + ": column Tmax differs from column tmax in case only",
            written.get(2) + ": column a is date in the file and string in the table",
            written.get(2)
                + ": column t is a timestamp in nanoseconds, which a table of format version 2"
                + " cannot have");
  }

  @Test
  void filesThatAreAlikeAreEachListed() {
    SchemaPlan plan = union("SELECT 'x' AS a", "SELECT 1 AS a", "SELECT 2 AS a");

    assertThat(plan.differences())
        .containsExactly(
            written.get(1) + ": column a is int in the file and string in the table",
            written.get(2) + ": column a is int in the file and string in the table");
  }

  @Test
  void whatReadersDoNotPromoteIsADifference() {
    assertThat(union("SELECT 1::INTEGER AS a", "SELECT 1::DOUBLE AS a").differences()).hasSize(1);
    assertThat(union("SELECT 1::BIGINT AS a", "SELECT 1::DECIMAL(18, 0) AS a").differences())
        .hasSize(1);
    assertThat(union("SELECT 'x' AS a", "SELECT 'x'::BLOB AS a").differences()).hasSize(1);
    assertThat(
            union("SELECT DATE '2020-01-01' AS a", "SELECT TIMESTAMP '2020-01-01' AS a")
                .differences())
        .hasSize(1);
    assertThat(
            union("SELECT TIMESTAMP '2020-01-01' AS a", "SELECT TIMESTAMPTZ '2020-01-01' AS a")
                .differences())
        .hasSize(1);
    assertThat(union("SELECT [1] AS a", "SELECT 1 AS a").differences()).hasSize(1);
  }

  @Test
  void theFirstFileDecidesUnderItsPolicy() {
    SchemaPlan plan =
        SchemaPlan.plan(
            null,
            2,
            SchemaPolicy.FIRST,
            null,
            schemas(
                "SELECT 1::BIGINT AS a, 'x' AS b",
                "SELECT 1::INTEGER AS a",
                "SELECT 1::BIGINT AS a, 1 AS more",
                "SELECT 'y' AS b, 1::DOUBLE AS a"));

    assertThat(plan.newTable().asStruct())
        .hasToString("struct<1: a: optional long, 2: b: optional string>");
    assertThat(plan.differences())
        .containsExactly(
            written.get(2)
                + ": column more is not a column of the table, which has those of its first file",
            written.get(3) + ": column a is double in the file and long in the table");
  }

  @Test
  void declaredColumnsAreTheOnlyOnes() {
    Schema declared =
        new Schema(
            Types.NestedField.required(10, "a", Types.LongType.get()),
            Types.NestedField.optional(20, "later", Types.StringType.get()));

    SchemaPlan plan =
        SchemaPlan.plan(
            null,
            2,
            SchemaPolicy.DECLARED,
            declared,
            schemas(
                "SELECT 1::INTEGER AS a, 'x' AS left_out",
                "SELECT NULL::BIGINT AS a",
                "SELECT 1 AS b"));

    assertThat(plan.newTable().asStruct())
        .hasToString("struct<1: a: required long, 2: later: optional string>");
    assertThat(plan.differences())
        .containsExactly(
            written.get(1) + ": column a may be null, and the table requires it",
            written.get(2) + ": column a is missing, and the table requires it");
  }

  @Test
  void withoutFilesOrDeclarationThereIsNoSchema() {
    assertThatThrownBy(() -> SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, List.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage("Cannot tell the schema of the table: there are no files");
    assertThatThrownBy(() -> SchemaPlan.plan(null, 2, SchemaPolicy.DECLARED, null, List.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("the policy is DECLARED and none is declared");
  }

  @Test
  void aTableIsWidenedAndItsMappingKeepsUp() throws IOException {
    try (InMemoryCatalog catalog = catalog()) {
      Table table =
          table(
              catalog,
              "SELECT 1::INTEGER AS a, {x: 1::INTEGER} AS s, [{p: 1::INTEGER}] AS l,"
                  + " MAP {'k': 1::FLOAT} AS m");
      String widened =
          "SELECT 1::BIGINT AS a, {x: 1::BIGINT, y: {z: 'q'}} AS s,"
              + " [{p: 1::BIGINT, q: [1]}] AS l, MAP {'k': 1::DOUBLE} AS m, [[1]] AS more";

      NameMapping mapping = evolve(table, schemas(widened));

      assertThat(table.schema().asStruct())
          .hasToString(
              "struct<1: a: optional long, 2: s: optional struct<5: x: optional long,"
                  + " 10: y: optional struct<11: z: optional string>>, 3: l: optional"
                  + " list<struct<7: p: optional long, 12: q: optional list<int>>>, 4: m: optional"
                  + " map<string, double>, 14: more: optional list<list<int>>>");
      assertThat(mapping.find("s", "y", "z").id()).isEqualTo(11);
      assertThat(mapping.find("l", "element", "q").id()).isEqualTo(12);
      assertThat(mapping.find("more", "element", "element").id()).isEqualTo(16);
      assertThat(mapping.find("more", "bag").id()).isEqualTo(15);
      assertThat(IcebergReader.rows(written.get(0), table.schema(), mapping))
          .containsExactly("1|Record(1, null)|[Record(1, null)]|{k=1.0}|null");
      assertThat(IcebergReader.rows(written.get(1), table.schema(), mapping))
          .containsExactly("1|Record(1, Record(q))|[Record(1, [1])]|{k=1.0}|[[1]]");
    }
  }

  @Test
  void aColumnThatWasRenamedIsFoundUnderItsOldName() throws IOException {
    try (InMemoryCatalog catalog = catalog()) {
      Table table = table(catalog, "SELECT 1 AS a, {x: 1} AS s, 7 AS dropped");
      table
          .updateSchema()
          .renameColumn("a", "b")
          .renameColumn("s.x", "y")
          .deleteColumn("dropped")
          .commit();
      List<FileSchema> more = schemas("SELECT 2 AS a, {x: 3, z: 4} AS s, 8 AS dropped");

      NameMapping mapping = evolve(table, more);

      assertThat(table.schema().asStruct())
          .hasToString(
              "struct<1: b: optional int, 2: s: optional struct<4: y: optional int,"
                  + " 5: z: optional int>>");
      assertThat(IcebergReader.rows(written.get(0), table.schema(), mapping))
          .containsExactly("1|Record(1, null)");
      assertThat(IcebergReader.rows(written.get(1), table.schema(), mapping))
          .containsExactly("2|Record(3, 4)");
    }
  }

  @Test
  void twoNamesOfOneColumnInAFileAreADifference() throws IOException {
    try (InMemoryCatalog catalog = catalog()) {
      Table table = table(catalog, "SELECT 1 AS a");
      table.updateSchema().renameColumn("a", "b").commit();

      SchemaPlan plan = plan(table, schemas("SELECT 1 AS a, 2 AS b"));

      assertThat(plan.differences())
          .containsExactly(written.get(1) + ": columns a and b are one column of the table, b");
    }
  }

  @Test
  void requirementsOfATableAreRelaxedOrNamed() {
    Schema table =
        new Schema(
            Types.NestedField.required(1, "a", Types.IntegerType.get()),
            Types.NestedField.required(2, "b", Types.IntegerType.get()));

    SchemaPlan plan =
        SchemaPlan.plan(table, 2, SchemaPolicy.UNION, null, schemas("SELECT NULL::INTEGER AS a"));

    assertThat(plan.differences())
        .containsExactly(written.get(0) + ": column b is missing, and the table requires it");
    assertThat(plan.evolution()).isNotNull();
  }

  @Test
  void fieldIdsAsThoseOfTheTableAreTaken() {
    SchemaPlan plan =
        SchemaPlan.plan(
            null,
            2,
            SchemaPolicy.UNION,
            null,
            List.of(
                withIds(
                    "SELECT 1 AS a, {x: 2} AS s, 3 AS b",
                    "a: 1, s: {__duckdb_field_id: 2, x: 4}, b: 3")));

    assertThat(plan.differences()).isEmpty();
  }

  @Test
  void fieldIdsThatWouldSwapColumnsAreADifference() {
    SchemaPlan plan =
        SchemaPlan.plan(
            null,
            2,
            SchemaPolicy.UNION,
            null,
            List.of(
                withIds("SELECT 1 AS a, 2 AS b", "a: 2, b: 1"),
                withIds("SELECT 3 AS a, 4 AS b", "a: 2, b: 1")));

    assertThat(plan.differences())
        .containsExactly(
            written.get(0) + ": column a has field id 2, which is 1 in the table",
            written.get(0) + ": column b has field id 1, which is 2 in the table",
            written.get(1) + ": column a has field id 2, which is 1 in the table",
            written.get(1) + ": column b has field id 1, which is 2 in the table");
  }

  @Test
  void fieldIdsOfColumnsThatTheTableLacksAreADifference() {
    Schema table = new Schema(Types.NestedField.optional(1, "a", Types.IntegerType.get()));
    List<FileSchema> file = List.of(withIds("SELECT 1 AS a, 2 AS b", "a: 1, b: 2"));

    for (SchemaPolicy policy : List.of(SchemaPolicy.UNION, SchemaPolicy.DECLARED)) {
      assertThat(SchemaPlan.plan(table, 2, policy, null, file).differences())
          .containsExactly(
              written.get(0) + ": column b has field id 2, and the table has no such column yet");
    }
  }

  private static InMemoryCatalog catalog() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("default"));
    return catalog;
  }

  private Table table(InMemoryCatalog catalog, String select) {
    Schema schema = union(select).newTable();
    return catalog.createTable(
        ID,
        schema,
        PartitionSpec.unpartitioned(),
        Map.of(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(NameMappings.create(schema))));
  }

  private static SchemaPlan plan(Table table, List<FileSchema> files) {
    return SchemaPlan.plan(table.schema(), mapping(table), 2, SchemaPolicy.UNION, null, files);
  }

  /** Changes the table for files; returns its mapping after that. */
  private static NameMapping evolve(Table table, List<FileSchema> files) {
    SchemaPlan plan = plan(table, files);
    assertThat(plan.differences()).isEmpty();
    UpdateSchema update = table.updateSchema();
    var evolution = plan.evolution();
    assertThat(evolution).isNotNull();
    if (evolution != null) {
      evolution.accept(update);
    }
    update.commit();
    assertThat(plan(table, files).evolution()).isNull();
    return NameMappings.complete(table.schema(), mapping(table));
  }

  private static NameMapping mapping(Table table) {
    return NameMappingParser.fromJson(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
  }

  private SchemaPlan union(String... selects) {
    return SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, schemas(selects));
  }

  private List<FileSchema> schemas(String... selects) {
    List<FileSchema> schemas = new ArrayList<>();
    for (String select : selects) {
      schemas.add(write(select, ""));
    }
    return schemas;
  }

  private FileSchema withIds(String select, String ids) {
    return write(select, ", FIELD_IDS {" + ids + "}");
  }

  private FileSchema write(String select, String options) {
    // A query over rows makes columns that may be null.
    String optional = select + " FROM (VALUES (1)) v(ignored)";
    Path file = folder.resolve(written.size() + ".parquet");
    written.add(DuckDbFile.write(file, optional, options));
    return DuckDbFile.schema(file);
  }
}
