package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.ResolvedTable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTotalsTest {
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
  void countsRowsAndBytesOfAllLiveFiles() {
    Table table = tables.create(SCHEMA);
    DataFile one = range(table, 10);
    DataFile other = range(table, 5);
    TestTables.append(table, one);
    TestTables.append(table, other);

    ResolvedTable resolved = tables.resolve();

    assertThat(resolved.recordCount()).hasValue(15);
    assertThat(resolved.totalBytes()).hasValue(one.fileSizeInBytes() + other.fileSizeInBytes());
  }

  @Test
  void removedFilesDoNotCount() {
    Table table = tables.create(SCHEMA);
    DataFile one = range(table, 10);
    DataFile other = range(table, 5);
    TestTables.append(table, one, other);
    table.newDelete().deleteFile(one.location()).commit();

    assertThat(tables.resolve().recordCount()).hasValue(5);
    assertThat(tables.resolve().totalBytes()).hasValue(other.fileSizeInBytes());
  }

  @Test
  void aSummaryThatDisagreesWithTheManifestsIsNotTrusted() {
    Map<String, String> summary =
        Map.of("total-records", "15", "total-data-files", "2", "total-files-size", "300");

    assertThat(SnapshotTotalsReader.bySummary(summary, 15, 2))
        .isEqualTo(SnapshotTotals.of(15, 300));
    assertThat(SnapshotTotalsReader.bySummary(summary, 14, 2)).isNull();
    assertThat(SnapshotTotalsReader.bySummary(summary, 15, 3)).isNull();
    assertThat(SnapshotTotalsReader.bySummary(Map.of("total-records", "many"), 15, 2)).isNull();
    assertThat(SnapshotTotalsReader.bySummary(null, 15, 2)).isNull();
  }

  private DataFile range(Table table, int rows) {
    return tables.write(table, "SELECT range AS id FROM range(%s)".formatted(rows), "id: 1");
  }
}
