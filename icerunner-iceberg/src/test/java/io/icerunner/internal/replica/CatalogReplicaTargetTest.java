package io.icerunner.internal.replica;

import static io.icerunner.internal.replica.Copies.ID;
import static io.icerunner.internal.replica.Copies.byName;
import static io.icerunner.internal.replica.Copies.request;
import static io.icerunner.internal.replica.Copies.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.commit.DuckDbFiles;
import io.icerunner.internal.commit.SnapshotExpiry.Retention;
import io.icerunner.internal.commit.TableCommitter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogReplicaTargetTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(7, "id", Types.LongType.get()));

  @TempDir Path folder;
  private CatalogTables tables;
  private Copies copies;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(folder);
    copies = new Copies(tables);
  }

  @AfterEach
  void close() {
    copies.close();
    tables.close();
  }

  @Test
  void aTableThatIsNotThereIsMissing() {
    assertThat(copies.target.state(ID)).isEqualTo(ReplicaState.MISSING);
  }

  @Test
  void theFirstLoadMakesTheTableWithRowsAndRecord() {
    CommittedLoad committed = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L, 2L);

    assertThat(copies.rows()).containsExactly("1", "2");
    ReplicaRecord record = committed.record();
    assertThat(record.source()).isEqualTo("host:1/a.b");
    assertThat(record.sourceUuid()).isEqualTo("uuid-1");
    assertThat(record.position()).isEqualTo("{\"at\":2}");
    assertThat(record.commits()).isEqualTo(1);
    assertThat(record.rows()).isEqualTo(2);
    assertThat(record.fieldIds()).isEqualTo(Map.of(7, 1));
    assertThat(copies.target.state(ID)).isEqualTo(new ReplicaState(true, false, record, null));
    Snapshot snapshot = copies.table().currentSnapshot();
    assertThat(committed.snapshotId()).isEqualTo(snapshot.snapshotId());
    assertThat(snapshot.summary())
        .containsEntry("icerunner.mirror.position", "{\"at\":2}")
        .containsEntry("icerunner.mirror.source", "host:1/a.b")
        .containsEntry("icerunner.mirror.kind", "snapshot")
        .containsEntry("icerunner.mirror.run", "run")
        .containsEntry("icerunner.mirror.epoch", "1")
        .containsEntry("icerunner.mirror.commits", "1");
    assertThat(committed.files()).isEqualTo(1);
    assertThat(committed.bytes()).isPositive();
  }

  @Test
  void anEmptyFirstLoadMakesTheTableWithItsSchemaAndARecord() {
    Schema schema =
        new Schema(
            Types.NestedField.required(3, "id", Types.LongType.get(), "the key"),
            Types.NestedField.optional(5, "name", Types.StringType.get()));

    CommittedLoad committed = copies.load(request(LoadMode.REPLACE, schema, null));

    assertThat(committed.snapshotId()).isEqualTo(-1);
    assertThat(committed.record().rows()).isZero();
    assertThat(copies.target.state(ID))
        .isEqualTo(new ReplicaState(true, true, committed.record(), null));
    Types.NestedField id = copies.table().schema().findField("id");
    assertThat(id.isRequired()).isTrue();
    assertThat(id.doc()).isEqualTo("the key");
    CommittedLoad next =
        copies.load(request(LoadMode.APPEND, schema, committed.record()), List.of(1L, "a"));
    assertThat(next.record().commits()).isEqualTo(2);
    assertThat(copies.rows()).containsExactly("1|a");
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void oneLoadCommitsSeveralTimes() {
    try (ReplicaLoad load = open(request(LoadMode.APPEND, SCHEMA, null))) {
      for (long i = 1; i <= 3; i++) {
        copies.write(load, SCHEMA, i, i + 10);
        assertThat(load.rowCount()).isEqualTo(2);
        CommittedLoad committed = load.commit(update("run", 1, i));
        assertThat(load.rowCount()).isZero();
        assertThat(committed.record().commits()).isEqualTo(i);
        assertThat(committed.record().rows()).isEqualTo(2 * i);
        assertThat(committed.rows()).isEqualTo(2);
      }
      copies.write(load, SCHEMA, 99L);
    }

    assertThat(copies.rows()).containsExactly("1", "11", "12", "13", "2", "3");
    assertThat(copies.files()).hasSize(3);
    assertThat(record().position()).isEqualTo("{\"at\":3}");
  }

  @Test
  void aReplacementTakesThePlaceOfAllRowsInOneSnapshot() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L, 2L).record();
    int before = copies.table().history().size();

    CommittedLoad committed = copies.load(request(LoadMode.REPLACE, SCHEMA, first), 3L);

    assertThat(copies.rows()).containsExactly("3");
    assertThat(copies.table().history()).hasSize(before + 1);
    assertThat(copies.table().currentSnapshot().operation()).isEqualTo(DataOperations.OVERWRITE);
    assertThat(committed.record().rows()).isEqualTo(1);
    assertThat(committed.record().commits()).isEqualTo(2);
  }

  @Test
  void aReplacementByNothingEmptiesTheTable() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L, 2L).record();

    CommittedLoad committed = copies.load(request(LoadMode.REPLACE, SCHEMA, first));

    assertThat(copies.rows()).isEmpty();
    assertThat(copies.target.state(ID))
        .isEqualTo(new ReplicaState(true, true, committed.record(), null));
  }

  @Test
  void aLoadThatHasReplacedGoesOnAppending() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    try (ReplicaLoad load = open(request(LoadMode.REPLACE, SCHEMA, first))) {
      copies.write(load, SCHEMA, 2L);
      load.commit(update("run", 1, 1));
      copies.write(load, SCHEMA, 3L);
      assertThat(load.commit(update("run", 1, 2)).record().rows()).isEqualTo(2);
    }

    assertThat(copies.rows()).containsExactly("2", "3");
  }

  @Test
  void rowsOfOtherWritersStayWhenAppendingAndGoWhenReplacing() {
    ReplicaRecord record = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    try (ReplicaLoad load = open(request(LoadMode.APPEND, SCHEMA, record))) {
      copies.write(load, SCHEMA, 2L);
      others(50);
      record = load.commit(update("run", 1, 2)).record();
    }
    assertThat(copies.rows()).containsExactly("1", "2", "50");

    try (ReplicaLoad load = open(request(LoadMode.REPLACE, SCHEMA, record))) {
      copies.write(load, SCHEMA, 3L);
      others(60);
      load.commit(update("run", 1, 3));
    }
    assertThat(copies.rows()).containsExactly("3");
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void aLoadThatIsClosedLeavesNoFiles() {
    try (ReplicaLoad load = open(request(LoadMode.APPEND, SCHEMA, null))) {
      copies.write(load, SCHEMA, 1L);
    }

    assertThat(copies.files()).isEmpty();
    assertThat(copies.target.state(ID)).isEqualTo(new ReplicaState(true, true, null, null));
  }

  @Test
  void ofTwoMirrorsOneIsFenced() {
    ReplicaRecord record = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    try (ReplicaLoad one = open(request(LoadMode.APPEND, SCHEMA, record));
        ReplicaLoad other = open(request(LoadMode.APPEND, SCHEMA, record))) {
      copies.write(one, SCHEMA, 2L);
      copies.write(other, SCHEMA, 2L);
      one.commit(update("run-1", 2, 2));

      IceRunnerException fenced =
          catchThrowableOfType(IceRunnerException.class, () -> other.commit(update("run-2", 2, 2)));

      assertThat(fenced.code()).isEqualTo(ErrorCode.FENCED);
      assertThat(fenced.getMessage())
          .contains("d.copy", "commit 2 by run run-1 in epoch 2", "commit 1 by run run in epoch 1");
    }

    assertThat(copies.rows()).containsExactly("1", "2");
    assertThat(copies.files()).hasSize(2);
    assertRefused(ErrorCode.FENCED, request(LoadMode.APPEND, SCHEMA, record));
    assertRefused(ErrorCode.FENCED, request(LoadMode.REPLACE, SCHEMA, null));
  }

  @Test
  void aMirrorOfAnOlderEpochIsFenced() {
    ReplicaRecord record;
    try (ReplicaLoad load = open(request(LoadMode.APPEND, SCHEMA, null))) {
      record = load.commit(update("run-2", 5, 1)).record();
    }

    try (ReplicaLoad load = open(request(LoadMode.APPEND, SCHEMA, record))) {
      assertThatThrownBy(() -> load.commit(update("run-1", 4, 1)))
          .hasMessageContaining("run run-1 in epoch 4");
    }
  }

  @Test
  void aTableThatWasSetBackIsDamaged() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    long snapshot = copies.table().currentSnapshot().snapshotId();
    ReplicaRecord second = copies.load(request(LoadMode.APPEND, SCHEMA, first), 2L).record();
    assertThat(copies.target.state(ID).damage()).isNull();

    copies.table().manageSnapshots().rollbackTo(snapshot).commit();

    ReplicaState state = copies.target.state(ID);
    assertThat(state.record()).isEqualTo(second);
    assertThat(state.damage()).contains("d.copy was set back to snapshot " + snapshot);

    copies.load(request(LoadMode.REPLACE, SCHEMA, second), 1L, 2L);
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void aCommitWithoutRowsHidesNoSettingBack() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    long snapshot = copies.table().currentSnapshot().snapshotId();
    ReplicaRecord second = copies.load(request(LoadMode.APPEND, SCHEMA, first), 2L).record();
    ReplicaRecord third = copies.load(request(LoadMode.APPEND, SCHEMA, second)).record();
    assertThat(third.commits()).isEqualTo(3);
    assertThat(copies.target.state(ID).damage()).isNull();

    copies.table().manageSnapshots().rollbackTo(snapshot).commit();

    assertThat(copies.target.state(ID).damage()).isNotNull();
  }

  @Test
  void settingBackIsSeenBehindCommitsOfOthers() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    others(50);
    long snapshot = copies.table().currentSnapshot().snapshotId();
    copies.load(request(LoadMode.APPEND, SCHEMA, first), 2L);
    copies.table().manageSnapshots().rollbackTo(snapshot).commit();
    others(60);

    assertThat(copies.target.state(ID).damage()).contains("was set back");
  }

  @Test
  void expiryOfTheRecordsSnapshotIsNoDamage() {
    copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L);
    others(50);
    others(60);
    copies
        .table()
        .expireSnapshots()
        .expireOlderThan(System.currentTimeMillis() + 1)
        .retainLast(1)
        .commit();

    assertThat(copies.table().snapshots()).hasSize(1);
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void aTableThatWasReplacedAltogetherIsDamaged() {
    copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L);
    Table table = copies.table();
    tables.catalog().newReplaceTableTransaction(ID, table.schema(), false).commitTransaction();

    assertThat(copies.target.state(ID).isEmpty()).isTrue();
    assertThat(copies.target.state(ID).damage()).contains("was set back to no snapshot");
  }

  @Test
  void aRecordThatWasSetBackIsDamaged() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    String old = copies.table().properties().get(ReplicaRecord.PROPERTY);
    copies.load(request(LoadMode.APPEND, SCHEMA, first), 2L);

    copies.table().updateProperties().set(ReplicaRecord.PROPERTY, old).commit();

    assertThat(copies.target.state(ID).damage())
        .contains("The record of table d.copy was set back");
  }

  @Test
  void aDamagedRecordIsToldAndCanBeReplaced() {
    copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L);
    copies.table().updateProperties().set(ReplicaRecord.PROPERTY, "{\"version\": 1}").commit();

    ReplicaState state = copies.target.state(ID);
    assertThat(state.exists()).isTrue();
    assertThat(state.record()).isNull();
    assertThat(state.damage()).contains("icerunner.mirror of table d.copy is damaged");
    assertRefused(ErrorCode.INTERNAL, request(LoadMode.APPEND, SCHEMA, null));

    CommittedLoad committed = copies.load(request(LoadMode.REPLACE, SCHEMA, null), 2L);
    assertThat(committed.record().commits()).isEqualTo(2);
    assertThat(copies.rows()).containsExactly("2");
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void aRecordOfALaterVersionIsRefused() {
    copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L);
    copies.table().updateProperties().set(ReplicaRecord.PROPERTY, "{\"version\": 2}").commit();

    assertThatThrownBy(() -> copies.target.state(ID))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("has version 2");
  }

  @Test
  void aTableThatLostItsRecordCountsOnFromItsSnapshots() {
    ReplicaRecord first = copies.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    copies.load(request(LoadMode.APPEND, SCHEMA, first), 2L);
    copies.table().updateProperties().remove(ReplicaRecord.PROPERTY).commit();

    CommittedLoad adopted = copies.load(request(LoadMode.APPEND, SCHEMA, null));

    assertThat(adopted.record().commits()).isEqualTo(3);
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void aPartitionedTableIsRefused() {
    tables.ensureNamespace(ID.namespace());
    tables.createTable(
        ID, SCHEMA, PartitionSpec.builderFor(SCHEMA).identity("id").build(), Map.of());

    assertRefused(ErrorCode.UNSUPPORTED, byName(LoadMode.APPEND, SCHEMA, null));
  }

  @Test
  void aValueThatCannotBeStoredLeavesNothing() {
    LoadRequest request =
        new LoadRequest(
            ID,
            LoadMode.APPEND,
            io.icerunner.internal.write.ArrowRows.arrow(SCHEMA),
            new Schema(Types.NestedField.required(1, "id", Types.LongType.get())),
            null,
            null,
            true,
            Map.of());
    try (ReplicaLoad load = open(request)) {
      copies.write(load, SCHEMA, 1L);
      assertThatThrownBy(() -> copies.write(load, SCHEMA, List.of()))
          .isInstanceOfSatisfying(
              IceRunnerException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    assertThat(copies.files()).isEmpty();
  }

  @Test
  void oldSnapshotsAndTheFilesThatOnlyTheyNeedGo() {
    copies.close();
    copies = new Copies(tables, Duration.ofSeconds(5), new Retention(0, 2, 1_000));
    @Nullable ReplicaRecord record = null;
    for (long i = 0; i < 6; i++) {
      record = copies.load(request(LoadMode.REPLACE, SCHEMA, record), i).record();
    }

    assertThat(copies.table().snapshots()).hasSize(2);
    // A file goes with the snapshot that removed it.
    assertThat(copies.files()).hasSize(3);
    assertThat(copies.rows()).containsExactly("5");
    assertThat(copies.target.state(ID).damage()).isNull();
  }

  @Test
  void snapshotsStayForThoseWhoFollowACopyThatGrows() {
    copies.close();
    copies = new Copies(tables, Duration.ofSeconds(5), new Retention(0, 2, 1_000));
    @Nullable ReplicaRecord record = null;
    for (long i = 0; i < 6; i++) {
      record = copies.load(request(LoadMode.APPEND, SCHEMA, record), i).record();
    }

    assertThat(copies.table().snapshots()).hasSize(6);
  }

  @Test
  void snapshotsThatAReaderMayBeReadingStay() {
    @Nullable ReplicaRecord record = null;
    for (long i = 0; i < 8; i++) {
      record = copies.load(request(LoadMode.REPLACE, SCHEMA, record), i).record();
    }

    assertThat(copies.table().snapshots()).hasSize(8);
    assertThat(copies.files()).hasSize(8);
  }

  private ReplicaLoad open(LoadRequest request) {
    return copies.target.open(request, copies.allocator);
  }

  private ReplicaRecord record() {
    return Objects.requireNonNull(copies.record());
  }

  private void assertRefused(ErrorCode code, LoadRequest request) {
    assertThatThrownBy(() -> open(request).close())
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private void others(long value) {
    Table table = copies.table();
    new TableCommitter()
        .append(table, List.of(DuckDbFiles.range(table, value, value + 1)), Map.of());
  }
}
