package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaEvolutionTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));
  private static final String SELECT = "SELECT 1::INT AS id, 'a' AS name";
  private static final String IDS = "id: 1, name: 2";

  @TempDir Path warehouse;
  private TestTables tables;

  @BeforeEach
  void open() throws SQLException {
    tables = new TestTables(warehouse);
  }

  @AfterEach
  void close() throws SQLException {
    tables.close();
  }

  @Test
  void anUnchangedTableIsPlannedWithoutOpeningItsFiles() throws Exception {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, SELECT, IDS);
    TestTables.append(table, file);
    Files.delete(Path.of(TestTables.path(file)));

    ScanPlan.Group group = onlyGroup();

    assertThat(group.current()).isTrue();
    assertThat(group.fileSchema().asStruct()).isEqualTo(table.schema().asStruct());
    assertThat(group.files())
        .extracting(ScanPlan.File::path)
        .containsExactly(TestTables.path(file));
  }

  @Test
  void filesFromBeforeAndAfterAChangeAreApart() {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, tables.write(table, SELECT, IDS), tables.write(table, SELECT, IDS));
    table
        .updateSchema()
        .renameColumn("name", "label")
        .addColumn("n", Types.LongType.get())
        .commit();
    TestTables.append(
        table,
        tables.write(
            table, "SELECT 1::INT AS id, 'a' AS label, 2::BIGINT AS n", "id: 1, label: 2, n: 3"));

    ScanPlan plan = tables.plan(Expressions.alwaysTrue());

    assertThat(plan.groups()).hasSize(2);
    ScanPlan.Group old = plan.groups().get(0);
    assertThat(old.files()).hasSize(2);
    assertThat(old.current()).isFalse();
    assertThat(old.fileSchema().findField(2).name()).isEqualTo("name");
    assertThat(old.fileSchema().findField(3)).isNull();
    assertThat(plan.groups().get(1).current()).isTrue();
  }

  @Test
  void aColumnThatWasDroppedAndAddedAgainIsAnother() {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, tables.write(table, SELECT, IDS));
    table.updateSchema().deleteColumn("name").commit();
    table.updateSchema().addColumn("name", Types.StringType.get()).commit();

    ScanPlan.Group group = onlyGroup();

    int newId = tables.resolve().schema().findField("name").fieldId();
    assertThat(newId).isNotEqualTo(2);
    assertThat(group.current()).isFalse();
    assertThat(group.fileSchema().findField(newId)).isNull();
    assertThat(group.fileSchema().findField(2).name()).isEqualTo("name");
  }

  @Test
  void aWidenedColumnKeepsItsStoredType() {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, tables.write(table, SELECT, IDS));
    table.updateSchema().updateColumn("id", Types.LongType.get()).commit();

    ScanPlan.Group group = onlyGroup();

    assertThat(group.current()).isFalse();
    assertThat(group.fileSchema().findType(1)).isEqualTo(Types.IntegerType.get());
  }

  @Test
  void nestedFieldsKeepTheirIdsAndStoredNames() {
    Types.StructType struct =
        Types.StructType.of(
            Types.NestedField.optional(2, "x", Types.IntegerType.get()),
            Types.NestedField.optional(3, "y", Types.StringType.get()));
    Table table = tables.create(new Schema(Types.NestedField.optional(1, "st", struct)));
    String ids = "st: {__duckdb_field_id: 1, x: 2, y: 3}";
    TestTables.append(table, tables.write(table, "SELECT {'x': 1::INT, 'y': 'a'} AS st", ids));
    assertThat(onlyGroup().current()).isTrue();
    table
        .updateSchema()
        .renameColumn("st.y", "why")
        .addColumn("st", "z", Types.LongType.get())
        .commit();

    ScanPlan.Group group = onlyGroup();

    assertThat(group.current()).isFalse();
    assertThat(group.fileSchema().findField(3).name()).isEqualTo("y");
    assertThat(group.fileSchema().findType(1).asStructType().fields()).hasSize(2);
  }

  @Test
  void listsAndMapsKeepTheIdsOfTheirElements() {
    Table table =
        tables.create(
            new Schema(
                Types.NestedField.optional(
                    1, "li", Types.ListType.ofOptional(3, Types.IntegerType.get())),
                Types.NestedField.optional(
                    2,
                    "mp",
                    Types.MapType.ofOptional(4, 5, Types.StringType.get(), Types.LongType.get()))));
    TestTables.append(
        table,
        tables.write(
            table,
            "SELECT [1::INT] AS li, MAP {'a': 1::BIGINT} AS mp",
            "li: {__duckdb_field_id: 1, element: 3}, mp: {__duckdb_field_id: 2, key: 4, value: 5}"));
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();

    Schema fileSchema = onlyGroup().fileSchema();

    assertThat(fileSchema.findType("li").asListType().elementId()).isEqualTo(3);
    assertThat(fileSchema.findType("mp").asMapType().valueId()).isEqualTo(5);
  }

  @Test
  void filesWithoutIdsAreMatchedByNameMapping() {
    String mapping =
        """
        [{"field-id": 1, "names": ["id", "key"]},
         {"field-id": 2, "names": ["name"]},
         {"field-id": 3, "names": ["st"], "fields": [{"field-id": 4, "names": ["x"]}]},
         {"field-id": 5, "names": ["li"], "fields": [{"field-id": 6, "names": ["element"]}]}]
        """;
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.IntegerType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(
                3,
                "st",
                Types.StructType.of(Types.NestedField.optional(4, "x", Types.IntegerType.get()))),
            Types.NestedField.optional(
                5, "li", Types.ListType.ofOptional(6, Types.IntegerType.get())));
    Table table =
        tables.create(
            schema, PartitionSpec.unpartitioned(), Map.of("schema.name-mapping.default", mapping));
    TestTables.append(
        table,
        tables.write(
            table,
            "SELECT 'a' AS name, 1::INT AS key, 3 AS other, {'x': 2::INT} AS st, [1::INT] AS li",
            ""));

    ScanPlan.Group group = onlyGroup();

    assertThat(group.current()).isFalse();
    assertThat(group.fileSchema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("name", "key", "other", "st", "li");
    assertThat(group.fileSchema().findField("key").fieldId()).isEqualTo(1);
    assertThat(group.fileSchema().findField("other").fieldId()).isNegative();
    assertThat(group.fileSchema().findField("st.x").fieldId()).isEqualTo(4);
    assertThat(group.fileSchema().findField("li.element").fieldId()).isEqualTo(6);
  }

  @Test
  void filesWithoutIdsAndMappingAreMatchedByPositionIfTheNamesAgree() {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, SELECT, "");
    TestTables.append(table, file);
    table.updateSchema().renameColumn("name", "label").commit();

    assertThat(onlyGroup().fileSchema().findField("name").fieldId()).isEqualTo(2);
  }

  @Test
  void filesWithoutIdsWhoseNamesDisagreeAreRefused() {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, "SELECT 'a' AS name, 1::INT AS id", "");
    TestTables.append(table, file);
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();

    assertThatThrownBy(this::onlyGroup)
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining(file.location())
        .hasMessageContaining("schema.name-mapping.default");
  }

  @ParameterizedTest
  @CsvSource({
    "1::UBIGINT, unsigned 64-bit",
    "TIME_NS '12:00:00', nanoseconds",
    "1::BIGINT, 'is long in the file, which does not become int'",
    "TRUE, 'is boolean in the file, which does not become int'",
    "{'x': 1}, does not become int",
  })
  void aColumnThatIsNotReadRightIsRefusedByName(String value, String reason) {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, "SELECT " + value + " AS id", "id: 1");
    TestTables.append(table, file);
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();

    assertThatThrownBy(this::onlyGroup)
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("Cannot read table default.t")
        .hasMessageContaining(file.location())
        .hasMessageContaining("column id")
        .hasMessageContaining(reason)
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  @Test
  void aColumnThatTheTableDoesNotHaveMayBeOfAnyType() {
    Table table = tables.create(SCHEMA);
    TestTables.append(
        table,
        tables.write(
            table,
            "SELECT 1::INT AS id, 'a' AS name, 5::UBIGINT AS big",
            "id: 1, name: 2, big: 9"));
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();

    ScanPlan.Group group = onlyGroup();

    assertThat(group.fileSchema().findType("big")).isEqualTo(Types.UnknownType.get());
  }

  @Test
  void columnsOfTheFileThatTheTableLacksAreListed() {
    Table table = tables.create(SCHEMA);
    TestTables.append(
        table,
        tables.write(table, "SELECT 1::INT AS id, 'a' AS name, 'b' AS _x", "id: 1, name: 2"));
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();
    table.updateSchema().deleteColumn("more").commit();

    ScanPlan.Group group = onlyGroup();

    assertThat(group.current()).isTrue();
    assertThat(group.fileSchema().columns()).hasSize(3);
  }

  @Test
  void anIntegerStoredAsUnsignedMustBeCast() {
    Table table =
        tables.create(new Schema(Types.NestedField.optional(1, "n", Types.LongType.get())));
    TestTables.append(table, tables.write(table, "SELECT 1::UINTEGER AS n", "n: 1"));
    table.updateProperties().set("schema.name-mapping.default", "[]").commit();

    ScanPlan.Group group = onlyGroup();

    assertThat(group.fileSchema().findType("n")).isEqualTo(Types.LongType.get());
    assertThat(group.current()).isFalse();
  }

  @Test
  void aMissingFileThatMustBeOpenedIsNamed() throws Exception {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, SELECT, IDS);
    TestTables.append(table, file);
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();
    Files.delete(Path.of(TestTables.path(file)));

    assertThatThrownBy(this::onlyGroup)
        .hasMessageContaining("data file %s is missing".formatted(file.location()))
        .extracting("code")
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void manyFilesGiveFewGroups() {
    Table table = tables.create(SCHEMA);
    for (int i = 0; i < 20; i++) {
      TestTables.append(table, tables.write(table, SELECT, IDS));
    }
    table.updateSchema().addColumn("more", Types.LongType.get()).commit();

    assertThat(onlyGroup().files()).hasSize(20);
  }

  private ScanPlan.Group onlyGroup() {
    ScanPlan plan = tables.plan(Expressions.alwaysTrue());
    assertThat(plan.groups()).hasSize(1);
    return plan.groups().get(0);
  }
}
