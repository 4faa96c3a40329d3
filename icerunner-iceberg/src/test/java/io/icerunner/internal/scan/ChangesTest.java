package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

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

  private Table create(int formatVersion) {
    return tables.create(
        SCHEMA,
        PartitionSpec.unpartitioned(),
        Map.of("format-version", String.valueOf(formatVersion)));
  }

  private DataFile file(Table table, int rows) {
    return tables.write(table, "SELECT range AS id FROM range(%s)".formatted(rows), "id: 1");
  }

  private PinnedTable resolve(@Nullable Long from, @Nullable Long to) {
    return tables.resolver().resolve(List.of("t"), TableVersion.changes(from, to));
  }

  /** The files of a range, which has the rows and bytes of these by its metadata too. */
  private void assertAppended(@Nullable Long from, @Nullable Long to, DataFile... files) {
    PinnedTable range = resolve(from, to);
    ScanPlan plan = range.plan(Expressions.alwaysTrue());
    assertThat(TestTables.paths(plan))
        .containsExactlyInAnyOrder(
            List.of(files).stream().map(TestTables::path).toArray(String[]::new));
    assertThat(range.recordCount())
        .hasValue(List.of(files).stream().mapToLong(DataFile::recordCount).sum());
    assertThat(range.totalBytes())
        .hasValue(List.of(files).stream().mapToLong(DataFile::fileSizeInBytes).sum());
  }

  private void assertRefused(
      @Nullable Long from, @Nullable Long to, ErrorCode code, String... texts) {
    assertThatThrownBy(() -> resolve(from, to))
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code))
        .satisfies(e -> assertThat(e.getMessage()).contains("default.t").contains(texts));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aRangeHasTheFilesOfItsAppends(int formatVersion) {
    Table table = create(formatVersion);
    DataFile a = file(table, 1);
    DataFile b = file(table, 2);
    DataFile c = file(table, 3);
    DataFile d = file(table, 4);
    long first = TestTables.append(table, a);
    long second = TestTables.append(table, b, c);
    long third = TestTables.append(table, d);

    assertAppended(first, third, b, c, d);
    assertAppended(first, second, b, c);
    assertAppended(first, null, b, c, d);
    assertAppended(null, second, a, b, c);
    assertAppended(null, null, a, b, c, d);
    assertAppended(third, null);
    assertAppended(second, second);
    assertThat(resolve(first, second).snapshotId()).hasValue(second);
    assertThat(resolve(first, second).rangeStart()).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void filesOfEarlierSnapshotsInAMergedManifestAreNotOfTheRange(int formatVersion) {
    Table table = create(formatVersion);
    table.updateProperties().set("commit.manifest.min-count-to-merge", "2").commit();
    List<Long> snapshots = new ArrayList<>();
    List<DataFile> files = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      files.add(file(table, i));
      table.newAppend().appendFile(files.get(i - 1)).commit();
      snapshots.add(table.currentSnapshot().snapshotId());
    }
    assertThat(table.currentSnapshot().dataManifests(table.io())).hasSizeLessThan(5);

    assertAppended(snapshots.get(2), null, files.get(3), files.get(4));
    assertAppended(snapshots.get(0), snapshots.get(2), files.get(1), files.get(2));
    assertAppended(null, snapshots.get(1), files.get(0), files.get(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void compactionAppendsNothingAndHidesNothing(int formatVersion) {
    Table table = create(formatVersion);
    DataFile a = file(table, 1);
    DataFile b = file(table, 2);
    DataFile compacted = file(table, 3);
    long first = TestTables.append(table, a);
    long second = TestTables.append(table, b);
    table.newRewrite().deleteFile(a).deleteFile(b).addFile(compacted).commit();
    long third = table.currentSnapshot().snapshotId();
    DataFile c = file(table, 4);
    long fourth = TestTables.append(table, c);

    assertAppended(second, third);
    assertAppended(first, third, b);
    assertAppended(first, fourth, b, c);
    assertAppended(null, null, a, b, c);
  }

  @Test
  void anOverwriteThatRemovesNothingAppends() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));
    DataFile b = file(table, 2);
    table.newOverwrite().addFile(b).overwriteByRowFilter(Expressions.lessThan("id", -5L)).commit();

    assertThat(table.currentSnapshot().operation()).isEqualTo("overwrite");
    assertAppended(first, null, b);
  }

  @Test
  void aRangeWithAnOverwriteIsRefused() {
    Table table = tables.create(SCHEMA);
    DataFile a = file(table, 1);
    DataFile b = file(table, 2);
    long first = TestTables.append(table, a, b);
    table.newOverwrite().deleteFile(a).deleteFile(b).addFile(file(table, 3)).commit();
    long second = table.currentSnapshot().snapshotId();
    DataFile c = file(table, 4);
    TestTables.append(table, c);

    assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "since snapshot " + first,
        "snapshot %s (overwrite) removes 2 data files".formatted(second));
    assertRefused(null, null, ErrorCode.INVALID_ARGUMENT, "since its beginning");
    assertAppended(second, null, c);
    assertAppended(null, first, a, b);
  }

  @Test
  void aRangeWithADeletionIsRefused() {
    Table table = tables.create(SCHEMA);
    DataFile a = file(table, 1);
    TestTables.append(table, a);
    long first = TestTables.append(table, file(table, 2));
    table.newDelete().deleteFile(a.location()).commit();

    assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s (delete) removes 1 data file;"
            .formatted(table.currentSnapshot().snapshotId()));
  }

  @Test
  void aRangeWithDeleteFilesIsRefused() {
    Table table = create(2);
    DataFile a = file(table, 1);
    long first = TestTables.append(table, a);
    table
        .newRowDelta()
        .addRows(file(table, 2))
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

    assertRefused(
        first,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s (overwrite) adds 1 delete file;".formatted(second));

    DataFile c = file(table, 3);
    TestTables.append(table, c);
    assertAppended(second, null, c);
  }

  @Test
  void aRangeThatBeginsAtAnExpiredSnapshotIsNotFound() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));
    long second = TestTables.append(table, file(table, 2));
    DataFile c = file(table, 3);
    TestTables.append(table, c);
    table.expireSnapshots().expireSnapshotId(first).commit();

    assertRefused(first, null, ErrorCode.NOT_FOUND, "snapshot %s has expired".formatted(first));
    assertRefused(
        null, null, ErrorCode.NOT_FOUND, "snapshot %s of its history has expired".formatted(first));
    assertAppended(second, null, c);
  }

  @Test
  void aRangeWithAnExpiredSnapshotInsideIsNotFound() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));
    long second = TestTables.append(table, file(table, 2));
    long third = TestTables.append(table, file(table, 3));
    table.manageSnapshots().createTag("kept", first).commit();
    table.expireSnapshots().expireSnapshotId(second).commit();

    assertThat(table.snapshot(first)).isNotNull();
    assertRefused(
        first,
        third,
        ErrorCode.NOT_FOUND,
        "snapshot %s, between the snapshots %s and %s, has expired"
            .formatted(second, first, third));
  }

  @Test
  void aRangeThatEndsAtAnUnknownSnapshotIsNotFound() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));

    assertRefused(first, 42L, ErrorCode.NOT_FOUND, "up to snapshot 42", "has expired");
  }

  @Test
  void aRangeFromASnapshotThatWasRolledBackIsRefused() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));
    long second = TestTables.append(table, file(table, 2));
    table.manageSnapshots().rollbackTo(first).commit();
    DataFile c = file(table, 3);
    long third = TestTables.append(table, c);

    assertRefused(
        second,
        null,
        ErrorCode.INVALID_ARGUMENT,
        "snapshot %s is not in the history of snapshot %s".formatted(second, third));
    assertRefused(third, first, ErrorCode.INVALID_ARGUMENT, "is not in the history");
    assertAppended(first, null, c);
  }

  @Test
  void anEmptyTableHasNoChanges() {
    tables.create(SCHEMA);

    assertAppended(null, null);
    assertThat(resolve(null, null).snapshotId()).isEmpty();
    assertThat(resolve(null, null).isRange()).isTrue();
    assertRefused(42L, null, ErrorCode.NOT_FOUND, "snapshot 42 has expired");
  }

  @Test
  void aRangeHasTheCurrentSchema() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));
    DataFile old = file(table, 2);
    long second = TestTables.append(table, old);
    table.updateSchema().addColumn("more", Types.StringType.get()).renameColumn("id", "n").commit();
    DataFile evolved = tables.write(table, "SELECT 1::BIGINT AS n, 'x' AS more", "n: 1, more: 2");
    TestTables.append(table, evolved);

    assertAppended(first, null, old, evolved);
    assertAppended(first, second, old);
    assertThat(resolve(first, second).schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("n", "more");
    assertThat(resolve(first, second).plan(Expressions.alwaysTrue()).groups().get(0).current())
        .isFalse();
  }

  @Test
  void aFilterPrunesTheFilesOfARange() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 100));
    DataFile low = file(table, 10);
    DataFile high = tables.write(table, "SELECT 500::BIGINT AS id", "id: 1");
    TestTables.append(table, low, high);

    ScanPlan plan = resolve(first, null).plan(Expressions.greaterThan("id", 200L));

    assertThat(TestTables.paths(plan)).containsExactly(TestTables.path(high));
    assertThat(TestTables.paths(tables.plan(Expressions.alwaysTrue()))).hasSize(3);
  }

  @Test
  void aRangeWithoutAnEndIsPinned() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 1));
    DataFile b = file(table, 2);
    long second = TestTables.append(table, b);
    SnapshotResolver resolver = tables.resolver();
    resolver.resolve(List.of("t"), TableVersion.changes(first, null));
    resolver.resolve(List.of("t"), TableVersion.changes(null, first));
    TestTables.append(table, file(table, 4));

    PinnedTable again =
        tables.resolver(resolver.pins()).resolve(List.of("t"), TableVersion.changes(first, null));
    PinnedTable fixed =
        tables.resolver(resolver.pins()).resolve(List.of("t"), TableVersion.changes(null, first));

    assertThat(resolver.pins()).containsExactly(Map.entry(TestTables.ID, second));
    assertThat(TestTables.paths(again.plan(Expressions.alwaysTrue())))
        .containsExactly(TestTables.path(b));
    assertThat(fixed.recordCount()).hasValue(1);
  }

  @Test
  void statisticsThatAreTooLargeToKeepAreReadAgain() {
    Table table = tables.create(SCHEMA);
    long first = TestTables.append(table, file(table, 100));
    DataFile high = tables.write(table, "SELECT 500::BIGINT AS id", "id: 1");
    TestTables.append(table, file(table, 10), high);

    PinnedTable range =
        new SnapshotResolver(tables.catalog, TestTables.NAMESPACE, Map.of(), new ScanPlanner(0))
            .resolve(List.of("t"), TableVersion.changes(first, null));

    assertThat(TestTables.paths(range.plan(Expressions.greaterThan("id", 200L))))
        .containsExactly(TestTables.path(high));
  }
}
