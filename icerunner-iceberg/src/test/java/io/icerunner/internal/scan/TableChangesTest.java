package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableChangesTest {
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
  void theClocksOfWritersDoNotOrderARange() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    long second = TestTables.append(table, ranges.file(table, 2));
    long third = TestTables.append(table, ranges.file(table, 3));
    Table backwards =
        edited(
            table,
            snapshot -> {
              if (snapshot.get("snapshot-id").longValue() == second) {
                snapshot.put("timestamp-ms", snapshot.get("timestamp-ms").longValue() - 50_000);
              }
            });
    assertThat(backwards.snapshot(second).timestampMillis())
        .isLessThan(backwards.snapshot(first).timestampMillis());

    TableChanges changes = TableChanges.between(backwards, first, backwards.currentSnapshot());

    assertThat(changes.kind()).isEqualTo(TableChanges.Kind.APPEND);
    assertThat(changes.appended()).extracting(Snapshot::snapshotId).containsExactly(second, third);
  }

  @Test
  void rowsAreCountedWithoutASummaryToo() {
    Table table = ranges.create(2);
    TestTables.append(table, ranges.file(table, 1));
    TestTables.append(table, ranges.file(table, 2), ranges.file(table, 3));
    Table silent =
        edited(table, snapshot -> ((ObjectNode) snapshot.get("summary")).remove("added-records"));

    assertThat(AddedTotals.records(table, table.currentSnapshot())).isEqualTo(5);
    assertThat(silent.currentSnapshot().summary()).doesNotContainKey("added-records");
    assertThat(AddedTotals.records(silent, silent.currentSnapshot())).isEqualTo(5);
  }

  @Test
  void aSnapshotThatClaimsToHaveRemovedFilesIsNoAppend() {
    Table table = ranges.create(2);
    long first = TestTables.append(table, ranges.file(table, 1));
    TestTables.append(table, ranges.file(table, 2));
    Table claiming =
        edited(
            table,
            snapshot -> ((ObjectNode) snapshot.get("summary")).put("deleted-data-files", "4"));

    TableChanges changes = TableChanges.between(claiming, first, claiming.currentSnapshot());

    assertThat(changes.kind()).isEqualTo(TableChanges.Kind.REWRITE);
    assertThat(changes.reason()).endsWith("(append) removes 4 data files");
  }

  /** The table with other snapshots in its metadata. */
  private static Table edited(Table table, Consumer<ObjectNode> edit) {
    TableOperations operations = ((HasTableOperations) table).operations();
    try {
      JsonNode metadata =
          new ObjectMapper().readTree(TableMetadataParser.toJson(operations.current()));
      metadata.get("snapshots").forEach(snapshot -> edit.accept((ObjectNode) snapshot));
      return new BaseTable(
          new StaticTableOperations(
              TableMetadataParser.fromJson(metadata.toString()), operations.io()),
          table.name());
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
