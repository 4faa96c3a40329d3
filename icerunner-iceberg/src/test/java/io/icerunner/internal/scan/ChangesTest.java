package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aRangeHasTheFilesOfItsAppends(int formatVersion) {
    Table table = ranges.create(formatVersion);
    DataFile a = ranges.file(table, 1);
    DataFile b = ranges.file(table, 2);
    DataFile c = ranges.file(table, 3);
    DataFile d = ranges.file(table, 4);
    long first = TestTables.append(table, a);
    long second = TestTables.append(table, b, c);
    long third = TestTables.append(table, d);

    ranges.assertAppended(first, third, b, c, d);
    ranges.assertAppended(first, second, b, c);
    ranges.assertAppended(first, null, b, c, d);
    ranges.assertAppended(null, second, a, b, c);
    ranges.assertAppended(null, null, a, b, c, d);
    ranges.assertAppended(third, null);
    ranges.assertAppended(second, second);
    assertThat(ranges.resolve(first, second).snapshotId()).hasValue(second);
    assertThat(ranges.resolve(first, second).rangeStart()).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void filesOfEarlierSnapshotsInAMergedManifestAreNotOfTheRange(int formatVersion) {
    Table table = ranges.create(formatVersion);
    table.updateProperties().set("commit.manifest.min-count-to-merge", "2").commit();
    List<Long> snapshots = new ArrayList<>();
    List<DataFile> files = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      files.add(ranges.file(table, i));
      table.newAppend().appendFile(files.get(i - 1)).commit();
      snapshots.add(table.currentSnapshot().snapshotId());
    }
    assertThat(table.currentSnapshot().dataManifests(table.io())).hasSizeLessThan(5);

    ranges.assertAppended(snapshots.get(2), null, files.get(3), files.get(4));
    ranges.assertAppended(snapshots.get(0), snapshots.get(2), files.get(1), files.get(2));
    ranges.assertAppended(null, snapshots.get(1), files.get(0), files.get(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void compactionAppendsNothingAndHidesNothing(int formatVersion) {
    Table table = ranges.create(formatVersion);
    DataFile a = ranges.file(table, 1);
    DataFile b = ranges.file(table, 2);
    DataFile compacted = ranges.file(table, 3);
    long first = TestTables.append(table, a);
    long second = TestTables.append(table, b);
    table.newRewrite().deleteFile(a).deleteFile(b).addFile(compacted).commit();
    long third = table.currentSnapshot().snapshotId();
    DataFile c = ranges.file(table, 4);
    long fourth = TestTables.append(table, c);

    ranges.assertAppended(second, third);
    ranges.assertAppended(first, third, b);
    ranges.assertAppended(first, fourth, b, c);
    ranges.assertAppended(null, null, a, b, c);
  }

  @Test
  void onlyManifestsOfTheRangeAreRead() throws IOException {
    Table table = ranges.create(2);
    TestTables.append(table, ranges.file(table, 1));
    long second = TestTables.append(table, ranges.file(table, 2));
    List<String> older =
        table.currentSnapshot().dataManifests(table.io()).stream().map(ManifestFile::path).toList();
    DataFile c = ranges.file(table, 3);
    TestTables.append(table, c);
    assertThat(older).hasSize(2);
    for (String manifest : older) {
      Files.delete(LocalPaths.toPath(manifest));
    }

    ranges.assertAppended(second, null, c);
    assertThatThrownBy(() -> ranges.tables.plan(Expressions.alwaysTrue()))
        .hasMessageContaining("is missing");
  }

  @Test
  void anEmptyTableHasNoChanges() {
    ranges.create(2);

    ranges.assertAppended(null, null);
    assertThat(ranges.resolve(null, null).snapshotId()).isEmpty();
    assertThat(ranges.resolve(null, null).isRange()).isTrue();
    ranges.assertRefused(42L, null, ErrorCode.NOT_FOUND, "snapshot 42 has expired");
  }

  @Test
  void aRangeHasTheCurrentSchema() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    DataFile old = ranges.file(table, 2);
    long second = TestTables.append(table, old);
    table.updateSchema().addColumn("more", Types.StringType.get()).renameColumn("id", "n").commit();
    DataFile evolved =
        ranges.tables.write(table, "SELECT 1::BIGINT AS n, 'x' AS more", "n: 1, more: 2");
    TestTables.append(table, evolved);

    ranges.assertAppended(first, null, old, evolved);
    ranges.assertAppended(first, second, old);
    assertThat(ranges.resolve(first, second).schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("n", "more");
    assertThat(
            ranges.resolve(first, second).plan(Expressions.alwaysTrue()).groups().get(0).current())
        .isFalse();
  }

  @Test
  void aFilterPrunesTheFilesOfARange() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 100));
    DataFile low = ranges.file(table, 10);
    DataFile high = ranges.tables.write(table, "SELECT 500::BIGINT AS id", "id: 1");
    TestTables.append(table, low, high);

    ScanPlan plan = ranges.resolve(first, null).plan(Expressions.greaterThan("id", 200L));

    assertThat(TestTables.paths(plan)).containsExactly(TestTables.path(high));
    assertThat(TestTables.paths(ranges.tables.plan(Expressions.alwaysTrue()))).hasSize(3);
  }

  @Test
  void aRangeWithoutAnEndIsPinned() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    DataFile b = ranges.file(table, 2);
    long second = TestTables.append(table, b);
    SnapshotResolver resolver = ranges.tables.resolver();
    resolver.resolve(List.of("t"), TableVersion.changes(first, null));
    resolver.resolve(List.of("t"), TableVersion.changes(null, first));
    TestTables.append(table, ranges.file(table, 4));

    PinnedTable again =
        ranges
            .tables
            .resolver(resolver.pins())
            .resolve(List.of("t"), TableVersion.changes(first, null));
    PinnedTable fixed =
        ranges
            .tables
            .resolver(resolver.pins())
            .resolve(List.of("t"), TableVersion.changes(null, first));

    assertThat(resolver.pins()).containsExactly(Map.entry(TestTables.ID, second));
    assertThat(TestTables.paths(again.plan(Expressions.alwaysTrue())))
        .containsExactly(TestTables.path(b));
    assertThat(fixed.recordCount()).hasValue(1);
  }

  @Test
  void statisticsThatAreTooLargeToKeepAreReadAgain() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 100));
    DataFile high = ranges.tables.write(table, "SELECT 500::BIGINT AS id", "id: 1");
    TestTables.append(table, ranges.file(table, 10), high);

    PinnedTable range =
        new SnapshotResolver(
                ranges.tables.catalog, TestTables.NAMESPACE, Map.of(), new ScanPlanner(0))
            .resolve(List.of("t"), TableVersion.changes(first, null));

    assertThat(TestTables.paths(range.plan(Expressions.greaterThan("id", 200L))))
        .containsExactly(TestTables.path(high));
  }
}
