package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.ScanPlan;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityPartitionTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "p", Types.IntegerType.get()),
          Types.NestedField.optional(3, "s", Types.StringType.get()));
  private static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA).identity("p").identity("s").build();

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
  void columnsThatTheFilesLackAreConstants() {
    Table table = tables.create(SCHEMA, SPEC, Map.of());
    TestTables.append(
        table,
        withoutPartitionColumns(table, "p=1/s=a"),
        withoutPartitionColumns(table, "p=1/s=a"),
        withoutPartitionColumns(table, "p=2/s=__HIVE_DEFAULT_PARTITION__"));

    ScanPlan plan = tables.plan(Expressions.alwaysTrue());

    assertThat(plan.groups()).hasSize(1);
    assertThat(plan.groups().get(0).constants()).isEmpty();
    assertThat(plan.groups().get(0).current()).isFalse();
    assertThat(plan.groups().get(0).files())
        .extracting(ScanPlan.File::constants)
        .containsExactlyInAnyOrder(constants(1, "a"), constants(1, "a"), constants(2, null));
  }

  @Test
  void constantsThatAreTheSameForAllFilesAreThoseOfTheirGroup() {
    Table table = tables.create(SCHEMA, SPEC, Map.of());
    TestTables.append(
        table,
        withoutPartitionColumns(table, "p=1/s=a"),
        withoutPartitionColumns(table, "p=2/s=a"),
        withPartitionColumns(table, "p=3/s=a"));

    ScanPlan plan = tables.plan(Expressions.alwaysTrue());

    assertThat(plan.groups()).hasSize(2);
    ScanPlan.Group group = plan.groups().get(0);
    assertThat(group.constants()).isEqualTo(Map.of(3, "a"));
    assertThat(group.files())
        .extracting(ScanPlan.File::constants)
        .containsExactlyInAnyOrder(Map.of(2, 1), Map.of(2, 2));
    assertThat(plan.groups().get(1).current()).isTrue();
    assertThat(tables.plan(Expressions.equal("p", 2)).groups().get(0).constants())
        .isEqualTo(Map.of(2, 2, 3, "a"));
  }

  @Test
  void constantsAreWidenedWithTheirColumn() {
    Table table = tables.create(SCHEMA, SPEC, Map.of());
    TestTables.append(table, withoutPartitionColumns(table, "p=1/s=a"));
    table.updateSchema().updateColumn("p", Types.LongType.get()).commit();

    ScanPlan plan = tables.plan(Expressions.alwaysTrue());

    assertThat(plan.groups().get(0).constants()).isEqualTo(Map.of(2, 1L, 3, "a"));
  }

  @Test
  void columnsThatTheFilesHaveAreReadFromThem() {
    Table table = tables.create(SCHEMA, SPEC, Map.of());
    TestTables.append(table, withPartitionColumns(table, "p=1/s=a"));

    ScanPlan.Group group = tables.plan(Expressions.alwaysTrue()).groups().get(0);

    assertThat(group.constants()).isEmpty();
    assertThat(group.current()).isTrue();
  }

  @Test
  void theFilesThemselvesTellWhatTheyHave() {
    Table table = tables.create(SCHEMA, SPEC, Map.of());
    DataFile file = withPartitionColumns(table, "p=1/s=a");
    TestTables.append(
        table,
        DataFiles.builder(table.spec())
            .withPath(file.location())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(file.fileSizeInBytes())
            .withRecordCount(file.recordCount())
            .withPartitionPath("p=1/s=a")
            .build());

    ScanPlan.Group group = tables.plan(Expressions.alwaysTrue()).groups().get(0);

    assertThat(group.constants()).isEmpty();
    assertThat(group.current()).isTrue();
  }

  @Test
  void aPartitionFieldThatWasDroppedLeavesTheFilesOwnValues() {
    Table table = tables.create(SCHEMA, SPEC, Map.of("format-version", "1"));
    TestTables.append(table, withPartitionColumns(table, "p=1/s=a"));
    table.updateSpec().removeField("p").commit();
    TestTables.append(table, withPartitionColumns(table, "p=__HIVE_DEFAULT_PARTITION__/s=a"));

    ScanPlan plan = tables.plan(Expressions.alwaysTrue());

    assertThat(plan.groups()).hasSize(1);
    assertThat(plan.groups().get(0).constants()).isEmpty();
    assertThat(plan.recordCount()).isEqualTo(2);
  }

  @Test
  void prunesByPartition() {
    Table table = tables.create(SCHEMA, SPEC, Map.of());
    DataFile one = withoutPartitionColumns(table, "p=1/s=a");
    TestTables.append(table, one, withoutPartitionColumns(table, "p=2/s=a"));

    assertThat(TestTables.paths(tables.plan(Expressions.equal("p", 1))))
        .containsExactly(TestTables.path(one));
  }

  private DataFile withoutPartitionColumns(Table table, String partition) {
    DataFile file = tables.write(table, "SELECT 7::BIGINT AS id", "id: 1");
    return TestTables.inPartition(file, table.spec(), partition);
  }

  private DataFile withPartitionColumns(Table table, String partition) {
    DataFile file =
        tables.write(table, "SELECT 7::BIGINT AS id, 1::INT AS p, 'a' AS s", "id: 1, p: 2, s: 3");
    return TestTables.inPartition(file, table.spec(), partition);
  }

  private static Map<Integer, @Nullable Object> constants(int p, @Nullable String s) {
    Map<Integer, @Nullable Object> constants = new HashMap<>();
    constants.put(2, p);
    constants.put(3, s);
    return constants;
  }
}
