package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.internal.catalog.StagedTable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedChangesTest {
  @TempDir Path warehouse;
  private Ranges ranges;

  @BeforeEach
  void open() throws SQLException {
    ranges = new Ranges(warehouse);
  }

  @AfterEach
  void close() throws SQLException {
    ranges.close();
  }

  @Test
  void anOverwriteThatRemovesNothingAppends() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    DataFile b = ranges.file(table, 2);
    table.newOverwrite().addFile(b).overwriteByRowFilter(Expressions.lessThan("id", -5L)).commit();

    assertThat(table.currentSnapshot().operation()).isEqualTo("overwrite");
    ranges.assertAppended(first, null, b);
  }

  @Test
  void aRangeWithAnOverwriteIsRefused() {
    Table table = ranges.create(2);
    DataFile a = ranges.file(table, 1);
    DataFile b = ranges.file(table, 2);
    long first = TestTables.append(table, a, b);
    table.newOverwrite().deleteFile(a).deleteFile(b).addFile(ranges.file(table, 3)).commit();
    long second = table.currentSnapshot().snapshotId();
    DataFile c = ranges.file(table, 4);
    TestTables.append(table, c);

    ranges.assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "since snapshot " + first,
        "snapshot %s (overwrite) removes 2 data files".formatted(second));
    ranges.assertRefused(null, null, ErrorCode.INVALID_ARGUMENT, "since its beginning");
    ranges.assertAppended(second, null, c);
    ranges.assertAppended(null, first, a, b);
  }

  @Test
  void aRangeWithADeletionIsRefused() {
    Table table = ranges.create(2);
    DataFile a = ranges.file(table, 1);
    TestTables.append(table, a);
    long first = TestTables.append(table, ranges.file(table, 2));
    table.newDelete().deleteFile(a.location()).commit();

    ranges.assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s (delete) removes 1 data file;"
            .formatted(table.currentSnapshot().snapshotId()));
  }

  @Test
  void aRangeWithDeleteFilesIsRefused() {
    Table table = ranges.create(2);
    DataFile a = ranges.file(table, 1);
    long first = TestTables.append(table, a);
    table
        .newRowDelta()
        .addRows(ranges.file(table, 2))
        .addDeletes(
            FileMetadata.deleteFileBuilder(table.spec())
                .ofPositionDeletes()
                .withPath(a.location() + ".deletes")
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(10)
                .withRecordCount(1)
                .withReferencedDataFile(a.location())
                .build())
        .commit();
    long second = table.currentSnapshot().snapshotId();

    ranges.assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s (overwrite) adds 1 delete file;".formatted(second));

    DataFile c = ranges.file(table, 3);
    TestTables.append(table, c);
    ranges.assertAppended(second, null, c);
  }

  @Test
  void aRangeThatBeginsAtAnExpiredSnapshotIsNotFound() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    long second = TestTables.append(table, ranges.file(table, 2));
    DataFile c = ranges.file(table, 3);
    TestTables.append(table, c);
    table.expireSnapshots().expireSnapshotId(first).commit();

    ranges.assertRefused(
        first, null, ErrorCode.NOT_FOUND, "snapshot %s has expired".formatted(first));
    ranges.assertRefused(
        null, null, ErrorCode.NOT_FOUND, "snapshot %s of its history has expired".formatted(first));
    ranges.assertAppended(second, null, c);
  }

  @Test
  void aRangeWithAnExpiredSnapshotInsideIsNotFound() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    long second = TestTables.append(table, ranges.file(table, 2));
    long third = TestTables.append(table, ranges.file(table, 3));
    table.manageSnapshots().createTag("kept", first).commit();
    table.expireSnapshots().expireSnapshotId(second).commit();

    assertThat(table.snapshot(first)).isNotNull();
    ranges.assertRefused(
        first,
        third,
        ErrorCode.NOT_FOUND,
        "snapshot %s, between the snapshots %s and %s, has expired"
            .formatted(second, first, third));
  }

  @Test
  void aRangeThatEndsAtAnUnknownSnapshotIsNotFound() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));

    ranges.assertRefused(first, 42L, ErrorCode.NOT_FOUND, "up to snapshot 42", "has expired");
  }

  @Test
  void aRangeFromASnapshotThatWasRolledBackIsRefused() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    long second = TestTables.append(table, ranges.file(table, 2));
    table.manageSnapshots().rollbackTo(first).commit();
    DataFile c = ranges.file(table, 3);
    long third = TestTables.append(table, c);

    ranges.assertRefused(
        second,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s is not in the history of snapshot %s".formatted(second, third));
    ranges.assertRefused(third, first, ErrorCode.INVALID_ARGUMENT, "is not in the history");
    ranges.assertAppended(first, null, c);
  }

  @Test
  void aRangeAcrossAReplacementOfTheTableIsRefused() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    StagedTable staged =
        ranges.tables.catalog.stageReplace(
            TestTables.ID, Ranges.SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    Transaction replacement = staged.transaction();
    DataFile b = ranges.file(table, 2);
    replacement.newFastAppend().appendFile(b).commit();
    replacement.commitTransaction();
    table.refresh();

    ranges.assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s (append) replaced the whole table"
            .formatted(table.currentSnapshot().snapshotId()));
    assertThat(TableChanges.between(table, first, table.currentSnapshot()).kind())
        .isEqualTo(TableChanges.Kind.REWRITE);
    ranges.assertAppended(null, null, b);
  }
}
