package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class StatisticsPoolTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "p", Types.StringType.get()));
  private static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA).withSpecId(3).identity("p").build();

  private final StatisticsPool pool = new StatisticsPool();

  private static LiveFile file(int number, long lowest, long highest) {
    return LiveFile.of(
        DataFiles.builder(SPEC)
            .withPath("/lake/p=x/" + number + ".parquet")
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(1_000)
            .withPartitionPath("p=x")
            .withMetrics(
                new Metrics(
                    100L,
                    Map.of(1, 500L),
                    Map.of(1, 100L),
                    Map.of(1, 7L),
                    null,
                    Map.of(1, bound(lowest)),
                    Map.of(1, bound(highest))))
            .build(),
        false);
  }

  private static ByteBuffer bound(long value) {
    return Conversions.toByteBuffer(Types.LongType.get(), value);
  }

  @Test
  void whatPruningLooksAtStays() {
    LiveFile live = file(1, -5, 9);

    LiveFile pooled = pool.pooled(live, SPEC);

    DataFile file = pooled.file();
    assertThat(file.location()).isEqualTo(live.file().location());
    assertThat(file.specId()).isEqualTo(3);
    assertThat(file.partition().get(0, Object.class)).hasToString("x");
    assertThat(file.recordCount()).isEqualTo(100);
    assertThat(file.fileSizeInBytes()).isEqualTo(1_000);
    assertThat(file.valueCounts()).isEqualTo(Map.of(1, 100L));
    assertThat(file.nullValueCounts()).isEqualTo(Map.of(1, 7L));
    assertThat(file.nanValueCounts()).isNull();
    assertThat(file.lowerBounds()).isEqualTo(Map.of(1, bound(-5)));
    assertThat(file.upperBounds()).isEqualTo(Map.of(1, bound(9)));
    assertThat(file.columnSizes()).isNull();
    assertThat(pooled.target()).isSameAs(live.target());
  }

  @Test
  void filesOfOnePoolKeepTheirOwnPartitions() {
    LiveFile first = pool.pooled(file(1, 0, 9), SPEC);
    DataFile other =
        DataFiles.builder(SPEC).copy(file(2, 0, 9).file()).withPartitionPath("p=y").build();
    LiveFile second = pool.pooled(LiveFile.of(other, false), SPEC);

    assertThat(first.file().partition().get(0, Object.class)).hasToString("x");
    assertThat(second.file().partition().get(0, Object.class)).hasToString("y");
  }

  @Test
  void aPartitionValueOfAnOlderTypeIsLeftAsItIs() {
    Schema changed = new Schema(Types.NestedField.optional(2, "p", Types.LongType.get()));
    PartitionSpec now = PartitionSpec.builderFor(changed).withSpecId(3).identity("p").build();
    LiveFile live = file(1, 0, 9);

    assertThat(pool.pooled(live, now)).isSameAs(live);
    assertThat(pool.bytes()).isPositive();
  }

  @Test
  void equalStatisticsTakeNoMoreRoom() {
    pool.pooled(file(1, 0, 9), SPEC);
    long once = pool.bytes();
    pool.pooled(file(2, 0, 9), SPEC);

    assertThat(once).isPositive();
    assertThat(pool.bytes()).isEqualTo(once);
    pool.pooled(file(3, 0, 10), SPEC);
    assertThat(pool.bytes()).isBetween(once + 1, once + 400);
  }
}
