package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.TableVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotResolverTest {
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

  @Test
  void aTableWithoutSnapshotHasNoRows() {
    tables.create(SCHEMA);

    ResolvedTable table = tables.resolve();

    assertThat(table.snapshotId()).isEmpty();
    assertThat(table.recordCount()).hasValue(0);
    assertThat(table.totalBytes()).hasValue(0);
    assertThat(table.plan(Expressions.alwaysTrue()).groups()).isEmpty();
    assertThat(table.schema().asStruct()).isEqualTo(SCHEMA.asStruct());
  }

  @Test
  void aPinOfAnEmptyTableKeepsItEmpty() {
    Table table = tables.create(SCHEMA);
    SnapshotResolver first = tables.resolver();
    first.resolve(List.of("t"), TableVersion.current());
    append(table, 0, 3);

    ResolvedTable again =
        tables.resolver(first.pins()).resolve(List.of("t"), TableVersion.current());

    assertThat(first.pins()).containsExactly(Map.entry(TestTables.ID, -1L));
    assertThat(again.recordCount()).hasValue(0);
    assertThat(again.plan(Expressions.alwaysTrue()).groups()).isEmpty();
  }

  @Test
  void aStatementSeesOneSnapshotWhateverIsCommitted() {
    Table table = tables.create(SCHEMA);
    append(table, 0, 3);
    SnapshotResolver resolver = tables.resolver();
    ResolvedTable before = resolver.resolve(List.of("t"), TableVersion.current());
    append(table, 3, 10);

    assertThat(resolver.resolve(List.of("default", "t"), TableVersion.current())).isSameAs(before);
    assertThat(before.plan(Expressions.alwaysTrue()).recordCount()).isEqualTo(3);
    assertThat(tables.resolve().plan(Expressions.alwaysTrue()).recordCount()).isEqualTo(10);
    ResolvedTable pinned =
        tables.resolver(resolver.pins()).resolve(List.of("t"), TableVersion.current());
    assertThat(pinned.recordCount()).hasValue(3);
  }

  @Test
  void anExpiredPinIsNotFound() {
    Table table = tables.create(SCHEMA);
    long expired = append(table, 0, 3);
    append(table, 3, 4);
    table.expireSnapshots().expireSnapshotId(expired).commit();

    assertThatThrownBy(
            () ->
                tables
                    .resolver(Map.of(TestTables.ID, expired))
                    .resolve(List.of("t"), TableVersion.current()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("snapshot %s of table default.t has expired".formatted(expired))
        .extracting("code")
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void travelsToASnapshotATimeABranchAndATag() {
    Table table = tables.create(SCHEMA);
    long first = append(table, 0, 3);
    long firstTime = table.currentSnapshot().timestampMillis();
    append(table, 3, 10);
    table.manageSnapshots().createTag("v1", first).createBranch("b", first).commit();

    assertThat(rows(TableVersion.snapshot(first))).isEqualTo(3);
    assertThat(rows(TableVersion.asOf(Instant.ofEpochMilli(firstTime)))).isEqualTo(3);
    assertThat(rows(TableVersion.asOf(Instant.MAX))).isEqualTo(10);
    assertThat(rows(TableVersion.ref("v1"))).isEqualTo(3);
    assertThat(rows(TableVersion.ref("b"))).isEqualTo(3);
    assertThat(rows(TableVersion.ref("main"))).isEqualTo(10);
  }

  @Test
  void refsAndTimesArePinnedToo() {
    Table table = tables.create(SCHEMA);
    long first = append(table, 0, 3);
    append(table, 3, 10);
    table.manageSnapshots().createTag("v1", first).createBranch("b", first).commit();
    SnapshotResolver resolver = tables.resolver();
    resolver.resolve(List.of("t"), TableVersion.ref("b"));
    resolver.resolve(List.of("t"), TableVersion.ref("v1"));
    resolver.resolve(List.of("t"), TableVersion.snapshot(table.currentSnapshot().snapshotId()));
    Map<TableIdentifier, Long> pins = resolver.pins();
    table.manageSnapshots().removeBranch("b").removeTag("v1").commit();
    table.manageSnapshots().createBranch("b", table.currentSnapshot().snapshotId()).commit();
    table.updateSchema().addColumn("more", Types.StringType.get()).commit();

    SnapshotResolver again = tables.resolver(pins);
    ResolvedTable branch = again.resolve(List.of("t"), TableVersion.ref("b"));
    ResolvedTable tag = again.resolve(List.of("t"), TableVersion.ref("v1"));

    assertThat(pins).containsExactly(Map.entry(TestTables.ID, first));
    assertThat(branch.recordCount()).hasValue(3);
    assertThat(branch.schema().columns()).hasSize(2);
    assertThat(tag.recordCount()).hasValue(3);
    assertThat(tag.schema().columns()).hasSize(1);
  }

  @Test
  void aTableReadAtTwoMovingVersionsIsNotPinned() {
    Table table = tables.create(SCHEMA);
    long first = append(table, 0, 3);
    append(table, 3, 10);
    table.manageSnapshots().createTag("v1", first).commit();
    SnapshotResolver resolver = tables.resolver();
    resolver.resolve(List.of("t"), TableVersion.ref("v1"));
    resolver.resolve(List.of("t"), TableVersion.current());

    assertThat(resolver.pins()).isEmpty();
  }

  @Test
  void aSnapshotHasItsOwnSchemaAndABranchTheTables() {
    Table table = tables.create(SCHEMA);
    long first = append(table, 0, 3);
    table.manageSnapshots().createTag("v1", first).createBranch("b", first).commit();
    table.updateSchema().addColumn("more", Types.StringType.get()).commit();

    assertThat(columns(TableVersion.snapshot(first))).containsExactly("id");
    assertThat(columns(TableVersion.ref("v1"))).containsExactly("id");
    assertThat(columns(TableVersion.asOf(Instant.MAX))).containsExactly("id");
    assertThat(columns(TableVersion.ref("b"))).containsExactly("id", "more");
    assertThat(columns(TableVersion.current())).containsExactly("id", "more");
  }

  @Test
  void versionsThatDoNotExistAreNotFound() {
    Table table = tables.create(SCHEMA);
    append(table, 0, 3);

    assertNotFound(TableVersion.snapshot(42), "it has no snapshot 42");
    assertNotFound(TableVersion.ref("v1"), "it has no branch or tag 'v1'; it has [main]");
    assertNotFound(TableVersion.asOf(Instant.EPOCH), "its first snapshot was current from");
  }

  private void assertNotFound(TableVersion version, String message) {
    assertThatThrownBy(() -> tables.resolve(version))
        .hasMessageContaining(message)
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .extracting(IceRunnerException::code)
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  private List<String> columns(TableVersion version) {
    return tables.resolve(version).schema().columns().stream()
        .map(Types.NestedField::name)
        .toList();
  }

  private long rows(TableVersion version) {
    return tables.resolve(version).plan(Expressions.alwaysTrue()).recordCount();
  }

  private long append(Table table, long from, long to) {
    return TestTables.append(
        table,
        tables.write(table, "SELECT range AS id FROM range(%s, %s)".formatted(from, to), "id: 1"));
  }
}
