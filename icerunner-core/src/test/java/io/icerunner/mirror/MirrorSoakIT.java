package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.icerunner.fixture.StoredTable;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two mirrors chase a source over a rough link into the same target, each fencing the other, while
 * writers append to, replace and evolve its tables, whose old snapshots expire.
 */
final class MirrorSoakIT {
  private static final Logger LOG = LoggerFactory.getLogger(MirrorSoakIT.class);
  private static final boolean LONG = Boolean.getBoolean("icerunner.test.long");
  private static final Duration PHASE =
      Duration.ofSeconds(Long.getLong("icerunner.test.phase", LONG ? 150 : 5));
  private static final int PHASES = LONG ? 4 : 2;
  private static final Duration PACE = Duration.ofMillis(LONG ? 400 : 100);
  private static final int CHECK_EVERY = 20;
  private static final long SEED = Long.getLong("icerunner.test.seed", 1);

  @TempDir private static Path folder;
  private long checks;
  private int fenced;

  /** What ends a thread, as memory that a mirror has not given back when it closes. */
  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void watchThreads() {
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
  }

  @AfterEach
  void watchThreadsNoMore() {
    Thread.setDefaultUncaughtExceptionHandler(null);
  }

  @Test
  void twoMirrorsChaseASource() throws Exception {
    try (IceRunnerServer server = IceRunnerServer.builder().warehouse(source()).port(0).start();
        EvolvingTable orders = table(server, "orders", 0);
        EvolvingTable visits = table(server, "visits", 1);
        RoughLink link = RoughLink.start(server.port(), SEED)) {
      List<EvolvingTable> tables = List.of(orders, visits);
      chase(link, tables, true);
      HeldResources warm = HeldResources.now();
      for (int phase = 1; phase < PHASES; phase++) {
        chase(link, tables, phase % 2 == 0);
        HeldResources now = HeldResources.now();
        LOG.info("{}, at first {}", now, warm);
        if (LONG) {
          // Of a few seconds, memory tells how warm the JVM is and no more.
          now.assertNoMoreThan(warm);
        }
      }
      assertThat(uncaught).isEmpty();
      assertThat(link.cuts()).isPositive();
      assertThat(fenced).isPositive();
      assertThat(checks).isPositive();
      LOG.info("{} cuts, {} times fenced, {} checks", link.cuts(), fenced, checks);
    }
  }

  private static EvolvingTable table(IceRunnerServer server, String name, int number) {
    return new EvolvingTable(
        source(),
        server.port(),
        TableIdentifier.of("default", name),
        new Random(SEED * 31 + number));
  }

  /**
   * Writes and mirrors for a while, then waits until the target equals the source.
   *
   * @param byFiles whether data files are copied, however small they are
   */
  private void chase(RoughLink link, List<EvolvingTable> tables, boolean byFiles) throws Exception {
    Mirror mirror = mirror(link.port(), byFiles);
    try (Shifts shifts = new Shifts(mirror)) {
      long start = System.nanoTime();
      for (int i = 1; System.nanoTime() - start < PHASE.toNanos(); i++) {
        for (EvolvingTable table : tables) {
          table.write();
        }
        shifts.look();
        if (i % CHECK_EVERY == 0) {
          link.cutAll();
          check(tables);
        }
        LockSupport.parkNanos(PACE.toNanos());
      }
      fenced += shifts.fenced();
    }
    try (MirrorHandle last = mirror.start(PACE)) {
      CaughtUp.await(last);
    }
    check(tables);
  }

  private void check(List<EvolvingTable> tables) throws Exception {
    for (EvolvingTable table : tables) {
      check(table.name());
    }
  }

  /** The target holds what the source held at its position, if that can be read still. */
  private void check(TableIdentifier name) throws Exception {
    TableIdentifier copy = TableIdentifier.of("copy", name.name());
    try (StoredTable source = StoredTable.open(source(), name);
        StoredTable target = StoredTable.open(target(), copy);
        StoredRows rows = new StoredRows()) {
      JsonNode record =
          new JsonMapper().readTree(target.table().properties().get(ReplicaRecord.PROPERTY));
      JsonNode position = record.get("position");
      StoredRows.assertFilesOnce(target);
      List<String> columns =
          target.table().schema().columns().stream().map(NestedField::name).toList();
      long snapshot = position.get("snapshot-id").longValue();
      if (source.table().snapshot(snapshot) != null) {
        rows.assertEqual(columns, source.filesAt(snapshot), target.files());
        checks++;
      }
    }
  }

  private static Mirror mirror(int port, boolean byFiles) {
    MirrorBuilder builder =
        byFiles ? Mirror.builder().leastFileBytes(1) : Mirror.builder().copyDataFiles(false);
    return builder
        .source("grpc://127.0.0.1:" + port)
        .nameTemplate("copy.{table}")
        .warehouse(target())
        .onLoss(OnLoss.RESYNC)
        .longestPause(Duration.ofMillis(500))
        .build();
  }

  private static Path source() {
    return folder.resolve("source");
  }

  private static Path target() {
    return folder.resolve("target");
  }
}
