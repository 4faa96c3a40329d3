package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.spi.TableVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFilesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "p", Types.IntegerType.get()));
  private static final PartitionSpec BY_P = PartitionSpec.builderFor(SCHEMA).identity("p").build();
  private static final String ROWS = "SELECT range AS id, 1::INT AS p FROM range(10)";
  private static final String IDS = "id: 1, p: 2";

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

  private TableFiles files(TableVersion version) {
    return ((PinnedTable) tables.resolve(version)).wholeFiles();
  }

  private void assertRefused(String reason) {
    IceRunnerException refused =
        catchThrowableOfType(IceRunnerException.class, () -> files(TableVersion.current()));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(refused.getMessage()).contains(reason);
  }

  @Test
  void filesOfASnapshotOrARangeAreListedWithAllThatIsKnown() {
    Table table = tables.create(SCHEMA);
    DataFile one = tables.write(table, ROWS, IDS);
    DataFile two = tables.write(table, ROWS, IDS);
    long first = TestTables.append(table, one);
    long second = TestTables.append(table, two);

    TableFiles all = files(TableVersion.snapshot(second));
    assertThat(all.files())
        .extracting(DataFile::location)
        .containsExactly(one.location(), two.location());
    assertThat(all.rowCount()).isEqualTo(20);
    assertThat(all.bytes()).isEqualTo(one.fileSizeInBytes() + two.fileSizeInBytes());
    DataFile listed = all.files().get(0);
    assertThat(listed.columnSizes()).isEqualTo(one.columnSizes()).isNotEmpty();
    assertThat(listed.upperBounds()).isEqualTo(one.upperBounds()).isNotEmpty();
    assertThat(files(TableVersion.changes(first, second)).files())
        .extracting(DataFile::location)
        .containsExactly(two.location());
    assertThat(files(TableVersion.snapshot(first)).files()).hasSize(1);
  }

  @Test
  void aTableWithoutRowsHasNoFiles() {
    tables.create(SCHEMA);
    assertThat(files(TableVersion.current()).files()).isEmpty();
  }

  @Test
  void aFileOfWhichRowsAreDeletedIsRefused() {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, ROWS, IDS);
    TestTables.append(table, file);
    table
        .newRowDelta()
        .addDeletes(
            FileMetadata.deleteFileBuilder(table.spec())
                .ofPositionDeletes()
                .withPath(table.location() + "/data/d.parquet")
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(10)
                .withRecordCount(1)
                .withReferencedDataFile(file.location())
                .build())
        .commit();
    assertRefused("rows of data file %s are deleted".formatted(file.location()));
  }

  @Test
  void aFileWhoseColumnsOnlyItsTableKnowsIsRefused() {
    Table table = tables.create(SCHEMA);
    table
        .updateProperties()
        .set("schema.name-mapping.default", NameMappingParser.toJson(MappingUtil.create(SCHEMA)))
        .commit();
    TestTables.append(table, tables.write(table, ROWS, IDS));
    assertThat(files(TableVersion.current()).files()).hasSize(1);
    DataFile bare = tables.write(table, ROWS, "");
    TestTables.append(table, bare);
    assertRefused("data file %s: it has no field ids".formatted(bare.location()));
  }

  @Test
  void aFileThatLacksAColumnOfItsPartitionIsRefused() {
    Table table = tables.create(SCHEMA, BY_P, Map.of());
    DataFile whole = TestTables.inPartition(tables.write(table, ROWS, IDS), table.spec(), "p=1");
    TestTables.append(table, whole);
    assertThat(files(TableVersion.current()).files()).hasSize(1);
    DataFile hive =
        TestTables.inPartition(
            tables.write(table, "SELECT range AS id FROM range(3)", "id: 1"), table.spec(), "p=1");
    TestTables.append(table, hive);
    assertRefused("data file %s: it lacks a column".formatted(hive.location()));
  }

  @Test
  void aFileThatIsGoneIsNamedWhereItIsLookedAt() throws IOException {
    Table table = tables.create(SCHEMA);
    DataFile file = tables.write(table, ROWS, IDS);
    TestTables.append(table, file);
    table.updateSchema().addColumn("x", Types.LongType.get()).commit();
    Files.delete(LocalPaths.toPath(file.location()));
    assertThat(
            catchThrowableOfType(IceRunnerException.class, () -> files(TableVersion.current()))
                .getMessage())
        .contains(List.of(file.location(), "is missing"));
  }
}
