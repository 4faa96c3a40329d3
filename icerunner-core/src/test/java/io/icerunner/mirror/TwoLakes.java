package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** A lake whose table is mirrored into another. */
final class TwoLakes implements AutoCloseable {
  static final String TABLE = "sales.orders";

  final Lake source;
  final Lake target;

  TwoLakes(Path folder) {
    source = new Lake(folder.resolve("source"));
    target = new Lake(folder.resolve("target"));
  }

  /** A mirror of the table that repeats what fails at once. */
  MirrorBuilder mirror() {
    return mirror("/" + TABLE).table(TABLE);
  }

  /** A mirror of what a path names. */
  MirrorBuilder mirror(String path) {
    return Mirror.builder()
        .source(source.uri() + path)
        .catalog(target.catalog())
        .longestPause(Duration.ofMillis(50));
  }

  /** One run, which goes well. */
  TableMirrorResult run() {
    return run(UnaryOperator.identity());
  }

  /** One run, which goes well. */
  TableMirrorResult run(UnaryOperator<MirrorBuilder> more) {
    TableMirrorResult table = attempt(more);
    if (table.failure() != null) {
      throw table.failure();
    }
    return table;
  }

  /** One run, which stops. */
  IceRunnerException failure(UnaryOperator<MirrorBuilder> more) {
    return Objects.requireNonNull(attempt(more).failure(), "it went well");
  }

  /** One run. */
  TableMirrorResult attempt(UnaryOperator<MirrorBuilder> more) {
    MirrorResult result = more.apply(mirror()).build().runOnce();
    assertThat(result.tables()).hasSize(1);
    return result.tables().get(0);
  }

  /** The target has the rows of these ids, each once, and no file twice. */
  void assertRows(LongStream ids) {
    assertThat(target.rows(TABLE)).isEqualTo(Lake.named(ids));
    assertThat(target.filePaths(TABLE)).doesNotHaveDuplicates();
  }

  /** The target has the source's rows. */
  void assertEqual() {
    assertThat(target.rows(TABLE)).isEqualTo(source.rows(TABLE));
    assertThat(target.filePaths(TABLE)).doesNotHaveDuplicates();
  }

  @Override
  public void close() throws Exception {
    target.close();
    source.close();
  }
}
