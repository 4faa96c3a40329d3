package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets are compared with their sources. */
class VerifyIT {
  @TempDir private static Path folder;
  private static Lake source;
  private static Lake target;

  @BeforeAll
  static void open() {
    source = new Lake(folder.resolve("source"));
    target = new Lake(folder.resolve("target"));
  }

  @AfterAll
  static void close() throws Exception {
    target.close();
    source.close();
  }

  private static Mirror mirror(String table, UnaryOperator<MirrorBuilder> more) {
    return more.apply(
            Mirror.builder()
                .source(source.uri() + "/" + table)
                .catalog(target.catalog())
                .table(table))
        .build();
  }

  private static Mirror remote(String table, UnaryOperator<MirrorBuilder> more) {
    return more.apply(
            Mirror.builder().source(source.uri() + "/" + table).target(target.uri()).table(table))
        .build();
  }

  private static void run(String table, UnaryOperator<MirrorBuilder> more) {
    TableMirrorResult result = mirror(table, more).runOnce().tables().get(0);
    assertThat(result.failure()).isNull();
  }

  private static TableVerification verify(String table) {
    VerifyResult result = mirror(table, UnaryOperator.identity()).verify();
    TableVerification verified = result.tables().get(0);
    assertThat(verified.failure()).isNull();
    assertThat(result.isEqual()).isEqualTo(verified.isEqual());
    return verified;
  }

  @Test
  void aSnapshotIsComparedWhateverComesAfterIt() {
    source.put("ns.snapshots", 0, 10);
    run("ns.snapshots", UnaryOperator.identity());
    assertThat(verify("ns.snapshots").isEqual()).isTrue();
    source.put("ns.snapshots", 10, 10);
    TableVerification verified = verify("ns.snapshots");
    assertThat(verified.isEqual()).isTrue();
    assertThat(verified.isExactVersion()).isTrue();
    assertThat(verified.sourceRows()).isEqualTo(10);
  }

  @Test
  void renamedColumnsAreKnownAgain() {
    source.put("ns.renamed", 0, 10);
    run("ns.renamed", UnaryOperator.identity());
    source.table("ns.renamed").updateSchema().renameColumn("name", "title").commit();
    assertThat(verify("ns.renamed").isEqual()).as("not yet followed").isTrue();
    run("ns.renamed", UnaryOperator.identity());
    assertThat(target.table("ns.renamed").schema().findField("title")).isNotNull();
    assertThat(verify("ns.renamed").isEqual()).as("followed").isTrue();
    source.table("ns.renamed").updateSchema().renameColumn("title", "heading").commit();
    source
        .table("ns.renamed")
        .newAppend()
        .appendFile(source.looseFile("ns.renamed_file", 10, 1))
        .commit();
    TableVerification verified = verify("ns.renamed");
    assertThat(verified.isEqual()).as("the snapshot is from before the name").isTrue();
    assertThat(verified.isExactVersion()).isTrue();
  }

  @Test
  void aFullCopyTellsWhichSideChanged() {
    source.put("ns.full", 0, 10);
    run("ns.full", mirror -> mirror.mode(MirrorMode.FULL));
    TableVerification equal = verify("ns.full");
    assertThat(equal.isEqual()).isTrue();
    assertThat(equal.isExactVersion()).isFalse();
    source.put("ns.full", 10, 1);
    TableVerification newer = verify("ns.full");
    assertThat(newer.isEqual()).isFalse();
    assertThat(newer.explanation()).contains("the source has changed since");
    target.put("ns.full", 10, 1);
    TableVerification written = verify("ns.full");
    assertThat(written.isEqual()).isTrue();
    target.put("ns.full", 11, 1);
    assertThat(verify("ns.full").explanation())
        .contains("The target has 12 rows where its mirror wrote 10");
  }

  @Test
  void aCursorIsComparedUpToItsPosition() {
    source.put("ns.cursor", 0, 10);
    run("ns.cursor", mirror -> mirror.cursor("id"));
    source.put("ns.cursor", 10, 5);
    assertThat(verify("ns.cursor").isEqual()).isTrue();
    run("ns.cursor", mirror -> mirror.cursor("id").batchSize(3));
    assertThat(target.rows("ns.cursor")).isEqualTo(source.rows("ns.cursor"));
    assertThat(verify("ns.cursor").targetRows()).isEqualTo(15);
    source.put("ns.cursor", 3, 1);
    TableVerification late = verify("ns.cursor");
    assertThat(late.isEqual()).isFalse();
    assertThat(late.sourceRows()).isEqualTo(16);
    assertThat(late.differences()).extracting(ColumnDifference::column).contains("id", "name");
  }

  @Test
  void targetsOnAnotherServerAreReadThere() {
    source.put("ns.remote", 0, 10);
    Mirror mirror = remote("ns.remote", settings -> settings.cursor("id"));
    assertThat(mirror.runOnce().tables().get(0).failure()).isNull();
    source.put("ns.remote", 9, 3);
    TableMirrorResult second = mirror.runOnce().tables().get(0);
    assertThat(second.failure()).isNull();
    assertThat(second.rows())
        .as("the row 9 that was there is known, the other is not")
        .isEqualTo(3);
    assertThat(target.rows("ns.remote")).isEqualTo(source.rows("ns.remote"));
    assertThat(remote("ns.remote", UnaryOperator.identity()).verify().isEqual()).isTrue();
  }

  @Test
  void snapshotsOnAnotherServerAreCompared() {
    source.put("ns.there", 0, 10);
    Mirror mirror = remote("ns.there", UnaryOperator.identity());
    assertThat(mirror.runOnce().tables().get(0).failure()).isNull();
    source.table("ns.there").updateSchema().renameColumn("name", "title").commit();
    TableVerification equal = mirror.verify().tables().get(0);
    assertThat(equal.failure()).isNull();
    assertThat(equal.isEqual()).isTrue();
    target.put("ns.there", 3, 1);
    assertThat(mirror.verify().isEqual()).isFalse();
  }

  @Test
  void whatNoMirrorWroteFails() {
    source.put("ns.none", 0, 1);
    VerifyResult result = mirror("ns.none", UnaryOperator.identity()).verify();
    assertThat(result.isEqual()).isFalse();
    assertThat(result.tables().get(0).failure()).hasMessageContaining("there is no such target");
  }
}
