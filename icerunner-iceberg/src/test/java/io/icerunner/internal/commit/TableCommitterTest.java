package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.catalog.StagedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCommitterTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");

  @TempDir Path warehouse;
  private CatalogTables tables;
  private final TableCommitter committer = new TableCommitter();

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(warehouse);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void appendsFilesAsOneSnapshot() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);
    List<DataFile> files = List.of(DuckDbFiles.range(table, 0, 3), DuckDbFiles.range(table, 3, 5));

    CommitResult result = committer.append(table, files, Map.of("k", "v"));

    BaseTable read = tables.pinned(ID);
    assertThat(result).isEqualTo(new CommitResult(read.currentSnapshot().snapshotId(), 5, 2));
    assertThat(read.currentSnapshot().summary()).containsEntry("k", "v");
    assertThat(DuckDbFiles.rows(read)).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void aStaleTableObjectAppendsToTheNewestSnapshot() {
    Table one = tables.createTable(ID, DuckDbFiles.SCHEMA);
    Table other = tables.load(ID);
    committer.append(one, List.of(DuckDbFiles.range(one, 0, 1)), Map.of());

    committer.append(other, List.of(DuckDbFiles.range(other, 1, 2)), Map.of());

    assertThat(DuckDbFiles.rows(tables.pinned(ID))).containsExactly(0L, 1L);
  }

  @Test
  void nothingToAppendCommitsNothing() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);

    assertThat(committer.append(table, List.of(), Map.of())).isEqualTo(new CommitResult(-1, 0, 0));
    assertThat(tables.pinned(ID).currentSnapshot()).isNull();
  }

  @Test
  void anAppendWithoutRowsCarriesItsKey() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);

    CommitResult result = committer.append(table, List.of(), Map.of("key", "7"));

    assertThat(tables.pinned(ID).snapshot(result.snapshotId()).summary()).containsEntry("key", "7");
  }

  @Test
  void replacesAllRowsInOneSnapshot() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);
    committer.append(table, List.of(DuckDbFiles.range(table, 0, 10)), Map.of());

    CommitResult result =
        committer.replaceAll(table, List.of(DuckDbFiles.range(table, 20, 22)), Map.of());

    assertThat(result.rows()).isEqualTo(2);
    assertThat(DuckDbFiles.rows(tables.pinned(ID))).containsExactly(20L, 21L);
    assertThat(tables.pinned(ID).snapshots()).hasSize(2);
    committer.replaceAll(table, List.of(), Map.of());
    assertThat(DuckDbFiles.rows(tables.pinned(ID))).isEmpty();
  }

  @Test
  void aStagedTableExistsWithItsFirstRows() {
    StagedTable staged =
        tables.stageCreate(ID, DuckDbFiles.SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    DataFile file = DuckDbFiles.range(staged.table(), 0, 3);
    assertThat(tables.exists(ID)).isFalse();

    CommitResult result = committer.commit(staged, List.of(file), Map.of());

    assertThat(DuckDbFiles.rows(tables.pinned(ID))).containsExactly(0L, 1L, 2L);
    assertThat(tables.pinned(ID).currentSnapshot().snapshotId()).isEqualTo(result.snapshotId());
  }

  @Test
  void theLoserOfTwoCreationsIsToldAndItsFilesAreDeleted() {
    StagedTable staged =
        tables.stageCreate(ID, DuckDbFiles.SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    DataFile file = DuckDbFiles.range(staged.table(), 0, 3);
    tables.createTable(ID, DuckDbFiles.SCHEMA);

    assertThatThrownBy(() -> committer.commit(staged, List.of(file), Map.of()))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
    assertThat(LocalPaths.toPath(file.location())).doesNotExist();
    assertThat(DuckDbFiles.rows(tables.pinned(ID))).isEmpty();
  }

  @Test
  void aStagedReplacementGivesATableItsNewContent() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);
    committer.append(table, List.of(DuckDbFiles.range(table, 0, 10)), Map.of());
    StagedTable staged =
        tables.stageReplace(ID, DuckDbFiles.SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    DataFile file = DuckDbFiles.range(staged.table(), 5, 6);
    assertThat(DuckDbFiles.rows(tables.pinned(ID))).hasSize(10);

    committer.commit(staged, List.of(file), Map.of());

    assertThat(DuckDbFiles.rows(tables.pinned(ID))).containsExactly(5L);
  }

  @Test
  void manyAppendsDoNotPileUpManifests() {
    Table table =
        tables.createTable(
            ID,
            DuckDbFiles.SCHEMA,
            PartitionSpec.unpartitioned(),
            Map.of("commit.manifest.min-count-to-merge", "5"));
    DataFile file = DuckDbFiles.range(table, 0, 1);

    for (int i = 0; i < 12; i++) {
      DataFile copy = org.apache.iceberg.DataFiles.builder(table.spec()).copy(file).build();
      committer.append(table, List.of(copy), Map.of());
    }

    BaseTable read = tables.pinned(ID);
    assertThat(read.currentSnapshot().allManifests(read.io())).hasSizeLessThanOrEqualTo(5);
    assertThat(DuckDbFiles.rows(read)).hasSize(12);
  }

  @Test
  void aCommitToADroppedTableIsRefusedAndItsFilesAreDeleted() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);
    DataFile file = DuckDbFiles.range(table, 0, 3);
    tables.dropTable(ID, false);

    assertThatThrownBy(() -> committer.append(table, List.of(file), Map.of()))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(LocalPaths.toPath(file.location())).doesNotExist();
  }

  @Test
  void theVersionHintFollowsEveryCommit() throws IOException {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);
    for (int i = 0; i < 3; i++) {
      committer.append(table, List.of(DuckDbFiles.range(table, i, i + 1)), Map.of());
      String current = tables.pinned(ID).operations().current().metadataFileLocation();
      Path folder = LocalPaths.toPath(table.location()).resolve("metadata");
      String hint = Files.readString(folder.resolve("version-hint.text"));
      assertThat(LocalPaths.toPath(current)).isEqualTo(folder.resolve(hint + ".metadata.json"));
    }
  }

  @Test
  void whatIsRememberedOfACommitIsWhatIsOnDisk() {
    Table table = tables.createTable(ID, DuckDbFiles.SCHEMA);
    committer.append(table, List.of(DuckDbFiles.range(table, 0, 3)), Map.of("k", "v"));
    committer.replaceAll(table, List.of(DuckDbFiles.range(table, 3, 4)), Map.of());
    table.updateSchema().addColumn("more", Types.StringType.get()).commit();

    TableMetadata remembered = tables.pinned(ID).operations().current();
    TableMetadata onDisk = TableMetadataParser.read(table.io(), remembered.metadataFileLocation());
    assertThat(TableMetadataParser.toJson(remembered))
        .isEqualTo(TableMetadataParser.toJson(onDisk));
    assertThat(remembered.changes()).isEmpty();
    assertThat(remembered.previousFiles()).hasSize(3);
  }
}
