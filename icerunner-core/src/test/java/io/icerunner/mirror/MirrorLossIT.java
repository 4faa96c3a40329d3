package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources and targets that do more than grow. */
class MirrorLossIT {
  private static final String TABLE = TwoLakes.TABLE;

  @TempDir private Path folder;
  private TwoLakes lakes;
  private Lake source;

  @BeforeEach
  void open() {
    lakes = new TwoLakes(folder);
    source = lakes.source;
  }

  @AfterEach
  void close() throws Exception {
    lakes.close();
  }

  @Test
  void equalsASourceThatDeletesAndOverwritesAfterEachStep() {
    source.put(TABLE, 0, 5);
    DataFile first = source.lastFiles(TABLE).get(0);
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UPDATED);

    source.put(TABLE, 5, 5);
    DataFile second = source.lastFiles(TABLE).get(0);
    lakes.run();
    lakes.assertEqual();

    source.table(TABLE).newDelete().deleteFile(first).commit();
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.REPLACED);
    lakes.assertRows(LongStream.range(5, 10));

    DataFile other = source.looseFile(TABLE, 20, 3);
    source.table(TABLE).newOverwrite().deleteFile(second).addFile(other).commit();
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.REPLACED);
    lakes.assertRows(LongStream.range(20, 23));

    source.put(TABLE, 23, 2);
    assertThat(lakes.run().rows()).isEqualTo(2);
    lakes.assertRows(LongStream.range(20, 25));
  }

  @Test
  void stopsAtADeletionIfAsked() {
    source.put(TABLE, 0, 5);
    DataFile first = source.lastFiles(TABLE).get(0);
    lakes.run();
    source.put(TABLE, 5, 5);
    source.table(TABLE).newDelete().deleteFile(first).commit();
    long snapshot = source.table(TABLE).currentSnapshot().snapshotId();
    TableMirrorResult stopped = lakes.attempt(builder -> builder.onRewrite(OnRewrite.STOP));
    assertThat(stopped.outcome()).isEqualTo(TableOutcome.STOPPED);
    assertThat(stopped.failure()).hasMessageContaining(String.valueOf(snapshot));
    lakes.assertRows(LongStream.range(0, 5));
  }

  @Test
  void neverMixesATableThatWasMadeAnew() {
    source.put(TABLE, 0, 5);
    lakes.run();
    source.catalog().dropTable(TableIdentifier.parse(TABLE), false);
    source.put(TABLE, 50, 2);
    IceRunnerException stopped = lakes.failure(builder -> builder);
    assertThat(stopped).hasMessageContaining("uuid").hasMessageContaining("resync");
    assertThat(stopped.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    lakes.assertRows(LongStream.range(0, 5));
    assertThat(lakes.run(builder -> builder.onLoss(OnLoss.RESYNC)).outcome())
        .isEqualTo(TableOutcome.REPLACED);
    lakes.assertRows(LongStream.range(50, 52));
    source.put(TABLE, 52, 1);
    assertThat(lakes.run().rows()).isEqualTo(1);
  }

  @Test
  void noticesThatItsPositionExpired() {
    source.put(TABLE, 0, 5);
    long position = source.table(TABLE).currentSnapshot().snapshotId();
    lakes.run();
    source.put(TABLE, 5, 5);
    source.table(TABLE).expireSnapshots().expireSnapshotId(position).commit();
    IceRunnerException stopped = lakes.failure(builder -> builder);
    assertThat(stopped)
        .hasMessageContaining(String.valueOf(position))
        .hasMessageContaining("expired")
        .hasMessageContaining("resync");
    lakes.assertRows(LongStream.range(0, 5));
    lakes.run(builder -> builder.onLoss(OnLoss.RESYNC));
    lakes.assertRows(LongStream.range(0, 10));
  }

  @Test
  void noticesThatTheSourceWasRolledBack() {
    source.put(TABLE, 0, 5);
    long before = source.table(TABLE).currentSnapshot().snapshotId();
    source.put(TABLE, 5, 5);
    lakes.run();
    source.table(TABLE).manageSnapshots().rollbackTo(before).commit();
    source.put(TABLE, 10, 5);
    assertThat(lakes.failure(builder -> builder)).hasMessageContaining("resync");
    lakes.assertRows(LongStream.range(0, 10));
    lakes.run(builder -> builder.onLoss(OnLoss.RESYNC));
    lakes.assertEqual();
  }

  @Test
  void noticesThatTheTargetWasSetBack() {
    source.put(TABLE, 0, 5);
    lakes.run();
    long before = lakes.target.table(TABLE).currentSnapshot().snapshotId();
    source.put(TABLE, 5, 5);
    lakes.run();
    lakes.target.table(TABLE).manageSnapshots().rollbackTo(before).commit();
    source.put(TABLE, 10, 5);
    assertThat(lakes.failure(builder -> builder)).hasMessageContaining("resync");
    lakes.run(builder -> builder.onLoss(OnLoss.RESYNC));
    lakes.assertRows(LongStream.range(0, 15));
  }

  @Test
  void leavesRowsAloneThatNoMirrorWrote() {
    source.put(TABLE, 0, 5);
    lakes.target.put(TABLE, 100, 1);
    assertThat(lakes.failure(builder -> builder)).hasMessageContaining("no mirror wrote");
    lakes.assertRows(LongStream.range(100, 101));
    lakes.run(builder -> builder.resync(true));
    lakes.assertRows(LongStream.range(0, 5));
  }

  @Test
  void keepsToTheWayATargetIsFollowed() {
    source.put(TABLE, 0, 5);
    lakes.run();
    assertThat(lakes.failure(builder -> builder.mode(MirrorMode.FULL)))
        .hasMessageContaining("SNAPSHOT")
        .hasMessageContaining("FULL");
    assertThat(lakes.run(builder -> builder.mode(MirrorMode.FULL).resync(true)).outcome())
        .isEqualTo(TableOutcome.REPLACED);
    lakes.assertRows(LongStream.range(0, 5));
    // Without a mode the record decides.
    source.put(TABLE, 5, 1);
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.REPLACED);
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
    lakes.assertRows(LongStream.range(0, 6));
  }

  @Test
  void stopsAtNewColumnsIfAsked() {
    source.put(TABLE, 0, 5);
    lakes.run();
    source.table(TABLE).updateSchema().addColumn("note", Types.StringType.get()).commit();
    assertThat(lakes.failure(builder -> builder.onSchemaChange(OnSchemaChange.STOP)))
        .hasMessageContaining("note");
    lakes.assertRows(LongStream.range(0, 5));
  }
}
