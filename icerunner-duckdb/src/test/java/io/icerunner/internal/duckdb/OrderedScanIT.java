package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableScan;
import io.icerunner.spi.TableVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class OrderedScanIT extends EngineTest {
  private static final org.apache.iceberg.Schema COLUMNS =
      new org.apache.iceberg.Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "text", Types.StringType.get()));
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("id", new ArrowType.Int(64, true)),
              Field.nullable("text", ArrowType.Utf8.INSTANCE)));
  private static final long ROWS = 1_300_050;

  @SuppressWarnings("NullAway.Init")
  private ScanPlan.File large;

  @BeforeEach
  void makeTable() {
    large = write("large.parquet", 0, 1_200_000);
    ScanPlan.File small = write("small.parquet", 1_200_000, 100_000);
    ScanPlan.File tiny = write("tiny[1].parquet", 1_300_000, 50);
    ScanPlan.Group group = new ScanPlan.Group(COLUMNS, true, Map.of(), List.of(large, small, tiny));
    tables.add(new TestTable(TableIdentifier.of("default", "t"), COLUMNS, List.of(group)));
  }

  private ScanPlan.File write(String name, long from, long count) {
    return TestTables.write(
        file(name),
        "SELECT i AS id, CASE WHEN i %% 7 <> 0 THEN md5(i::VARCHAR) END AS text FROM range(%d, %d) t(i)"
            .formatted(from, from + count));
  }

  private RecordBatchStream scan() {
    return engine.scan(
        new TableScan(
            tables.resolve(List.of("t"), TableVersion.current()),
            List.of("id", "text"),
            null,
            SCHEMA),
        allocator);
  }

  @Test
  void givesAllRowsInTheirOrder() {
    long expected = 0;
    try (RecordBatchStream stream = scan()) {
      assertThat(stream).isInstanceOf(OrderedScan.class);
      assertThat(stream.schema()).isEqualTo(SCHEMA);
      while (stream.loadNextBatch()) {
        BigIntVector ids = (BigIntVector) stream.root().getVector(0);
        for (int i = 0; i < ids.getValueCount(); i++) {
          if (ids.get(i) != expected
              || stream.root().getVector(1).isNull(i) != (expected % 7 == 0)) {
            assertThat(ids.get(i)).isEqualTo(expected);
          }
          expected++;
        }
      }
      assertThat(stream.loadNextBatch()).isFalse();
    }
    assertThat(expected).isEqualTo(ROWS);
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void holdsABoundedNumberOfBatches() throws Exception {
    try (RecordBatchStream stream = scan()) {
      assertThat(stream.loadNextBatch()).isTrue();
      CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS))
          .get();
      assertThat(allocator.getAllocatedMemory()).isLessThan(100_000_000);
    }
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void failsLikeAnyScan() throws Exception {
    Files.delete(Path.of(large.path()));
    assertThatThrownBy(() -> Results.count(scan()))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("large.parquet");
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void failsInTheMiddle() throws Exception {
    ScanPlan.File broken = new ScanPlan.File(file("broken.parquet").toString(), 300_000, 8 << 10);
    Files.writeString(Path.of(broken.path()), "no parquet file");
    ScanPlan.Group group = new ScanPlan.Group(COLUMNS, true, Map.of(), List.of(large, broken));
    tables.add(new TestTable(TableIdentifier.of("default", "t"), COLUMNS, List.of(group)));
    assertThatThrownBy(() -> Results.count(scan()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("broken.parquet");
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void canBeCancelledAndClosedAtAnyTime() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 100; i++) {
      RecordBatchStream stream = scan();
      CompletableFuture<Void> cancelling =
          CompletableFuture.runAsync(
              stream::cancel,
              CompletableFuture.delayedExecutor(random.nextInt(30), TimeUnit.MILLISECONDS));
      int batches = random.nextInt(30);
      try (stream) {
        for (int k = 0; k < batches && stream.loadNextBatch(); k++) {
          assertThat(stream.root().getRowCount()).isPositive();
        }
      } catch (IceRunnerException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
      }
      cancelling.get();
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }
}
