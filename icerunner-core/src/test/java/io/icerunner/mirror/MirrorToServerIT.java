package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of one IceRunner follows that of another, and nothing is here but the mirror. */
class MirrorToServerIT {
  private static final String TABLE = "sales.orders";

  @TempDir private Path folder;
  private Lake source;
  private Lake target;

  @BeforeEach
  void open() {
    source = new Lake(folder.resolve("source"));
    target = new Lake(folder.resolve("target"));
  }

  @AfterEach
  void close() throws Exception {
    target.close();
    source.close();
  }

  private TableMirrorResult run() {
    MirrorResult result = mirror().runOnce();
    IceRunnerException failure = result.tables().get(0).failure();
    if (failure != null) {
      throw failure;
    }
    return result.tables().get(0);
  }

  private Mirror mirror() {
    return Mirror.builder()
        .source(source.uri() + "/" + TABLE)
        .target(target.uri())
        .table(TABLE)
        .longestPause(Duration.ofMillis(50))
        .build();
  }

  @Test
  void copiesWhatIsThereAndWhatIsNew() {
    source.put(TABLE, 0, 10);
    assertThat(run().rows()).isEqualTo(10);
    assertThat(run().outcome()).isEqualTo(TableOutcome.UNCHANGED);
    source.put(TABLE, 10, 5);
    source.table(TABLE).updateSchema().renameColumn("name", "title").commit();
    assertThat(run().rows()).isEqualTo(5);

    assertThat(target.rows(TABLE)).isEqualTo(Lake.named(LongStream.range(0, 15)));
    assertThat(target.table(TABLE).schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "title");
  }
}
