package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of one IceRunner follows that of another. */
class MirrorIT {
  private static final String TABLE = TwoLakes.TABLE;

  @TempDir private Path folder;
  private TwoLakes lakes;
  private Lake source;
  private Lake target;

  @BeforeEach
  void open() {
    lakes = new TwoLakes(folder);
    source = lakes.source;
    target = lakes.target;
  }

  @AfterEach
  void close() throws Exception {
    lakes.close();
  }

  @Test
  void copiesATableAndThenWhatIsNew() {
    source.put(TABLE, 0, 10);
    TableMirrorResult first = lakes.run();
    assertThat(first.outcome()).isEqualTo(TableOutcome.UPDATED);
    assertThat(first.rows()).isEqualTo(10);
    assertThat(first.tableRows()).isEqualTo(10);
    assertThat(first.commits()).isEqualTo(1);
    assertThat(first.position())
        .contains("\"snapshot-id\":" + source.table(TABLE).currentSnapshot().snapshotId());

    source.put(TABLE, 10, 5);
    source.put(TABLE, 15, 5);
    TableMirrorResult second = lakes.run();
    assertThat(second.rows()).isEqualTo(10);
    assertThat(second.commits()).isEqualTo(1);
    lakes.assertRows(LongStream.range(0, 20));
  }

  @Test
  void commitsNothingWhenNothingIsNew() {
    source.put(TABLE, 0, 10);
    lakes.run();
    String before = target.table(TABLE).location();
    int snapshots = target.snapshots(TABLE);
    TableMirrorResult idle = lakes.run();
    assertThat(idle.outcome()).isEqualTo(TableOutcome.UNCHANGED);
    assertThat(idle.commits()).isZero();
    assertThat(idle.tableRows()).isEqualTo(10);
    assertThat(target.table(TABLE).location()).isEqualTo(before);
    assertThat(target.snapshots(TABLE)).isEqualTo(snapshots);
  }

  @Test
  void copiesNoRowOfACompaction() {
    source.put(TABLE, 0, 5);
    var old = source.lastFiles(TABLE).get(0);
    lakes.run();
    source
        .table(TABLE)
        .newRewrite()
        .deleteFile(old)
        .addFile(source.looseFile(TABLE, 0, 5))
        .commit();
    TableMirrorResult compacted = lakes.run();
    assertThat(compacted.rows()).isZero();
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
    source.put(TABLE, 5, 5);
    assertThat(lakes.run().rows()).isEqualTo(5);
    lakes.assertRows(LongStream.range(0, 10));
  }

  @Test
  void anEmptySourceIsAnEmptyTargetThatCatchesUp() {
    source.put(TABLE, 0, 0);
    TableMirrorResult empty = lakes.run();
    assertThat(empty.tableRows()).isZero();
    assertThat(empty.position()).contains("\"snapshot-id\":null");
    assertThat(target.table(TABLE).schema().columns()).hasSize(2);
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
    source.put(TABLE, 0, 3);
    source.put(TABLE, 3, 3);
    assertThat(lakes.run().rows()).isEqualTo(6);
    lakes.assertRows(LongStream.range(0, 6));
  }

  @Test
  void makesACommitOfEachSnapshotIfAsked() {
    source.put(TABLE, 0, 1);
    lakes.run();
    for (int i = 1; i < 4; i++) {
      source.put(TABLE, i, 1);
    }
    TableMirrorResult each = lakes.run(builder -> builder.commitPerSnapshot(true));
    assertThat(each.commits()).isEqualTo(3);
    assertThat(each.rows()).isEqualTo(3);
    lakes.assertRows(LongStream.range(0, 4));
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
  }

  @Test
  void followsColumns() {
    source.put(TABLE, 0, 2);
    lakes.run();
    source.table(TABLE).updateSchema().addColumn("note", Types.StringType.get()).commit();
    source.table(TABLE).updateSchema().renameColumn("name", "title").commit();
    Schema wider =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                Field.nullable("title", ArrowType.Utf8.INSTANCE),
                Field.nullable("note", ArrowType.Utf8.INSTANCE)));
    source.put(TABLE, wider, 2, 1);
    assertThat(lakes.run().rows()).isEqualTo(1);
    assertThat(target.table(TABLE).schema().columns().stream().map(Types.NestedField::name))
        .containsExactly("id", "title", "note");
    assertThat(target.rows(TABLE)).containsExactly("0,n0,null", "1,n1,null", "2,n2,n2");
  }

  @Test
  void followsColumnsWithoutNewRows() {
    source.put(TABLE, 0, 2);
    lakes.run();
    source.table(TABLE).updateSchema().addColumn("note", Types.StringType.get()).commit();
    lakes.run();
    assertThat(target.table(TABLE).schema().findField("note")).isNotNull();
    assertThat(lakes.run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
  }

  @Test
  void widensColumnsAndKeepsThoseThatAreDropped() {
    source.put(TABLE, 0, 2);
    source.table(TABLE).updateSchema().addColumn("n", Types.IntegerType.get()).commit();
    lakes.run();
    source.table(TABLE).updateSchema().updateColumn("n", Types.LongType.get()).commit();
    lakes.run();
    assertThat(target.table(TABLE).schema().findType("n")).isEqualTo(Types.LongType.get());
    source.table(TABLE).updateSchema().deleteColumn("n").commit();
    source.put(TABLE, 2, 1);
    lakes.run();
    assertThat(target.rows(TABLE)).containsExactly("0,n0,null", "1,n1,null", "2,n2,null");
  }

  @Test
  void stopsAtAColumnOfAnotherTypeAndNamesIt() {
    source.put(TABLE, 0, 2);
    lakes.run();
    source.table(TABLE).updateSchema().deleteColumn("name").commit();
    source.table(TABLE).updateSchema().addColumn("name", Types.IntegerType.get()).commit();
    TableMirrorResult stopped = lakes.attempt(builder -> builder);
    assertThat(stopped.outcome()).isEqualTo(TableOutcome.STOPPED);
    assertThat(stopped.failure()).hasMessageContaining("name");
    lakes.assertRows(LongStream.range(0, 2));
  }

  @Test
  void tellsOrderByHistoryAndNotByClocks() {
    source.put(TABLE, 0, 1);
    source.put(TABLE, 1, 1);
    lakes.run();
    source.moveClockOf(TABLE, Duration.ofSeconds(-30));
    source.put(TABLE, 2, 1);
    source.moveClockOf(TABLE, Duration.ofSeconds(30));
    source.put(TABLE, 3, 1);
    lakes.run(builder -> builder.commitPerSnapshot(true));
    lakes.assertRows(LongStream.range(0, 4));
  }

  @Test
  void refusesAClockThatWentBackAnHourAndKeepsThePosition() {
    source.put(TABLE, 0, 1);
    lakes.run();
    source.put(TABLE, 1, 1);
    target.moveClockOf(TABLE, Duration.ofHours(1));
    TableMirrorResult refused = lakes.attempt(builder -> builder.patience(Duration.ZERO));
    assertThat(refused.failure()).isNotNull().hasMessageContaining("set the clocks right");
    lakes.assertRows(LongStream.range(0, 1));
    target.moveClockOf(TABLE, Duration.ofHours(-1));
    lakes.run();
    lakes.assertRows(LongStream.range(0, 2));
  }
}
