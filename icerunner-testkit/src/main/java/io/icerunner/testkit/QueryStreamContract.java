package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.EngineCapability;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Result streams: memory, cancellation and many at once. */
public interface QueryStreamContract extends QueryEngineUnderTest {
  /** A billion rows that nobody should build before the first is delivered. */
  String HUGE = "SELECT a.id AS x, b.id AS y, c.name FROM numbers a, numbers b, numbers c";

  /** What a result may hold in these tests. */
  long LIMIT = 64L << 20;

  @Test
  @Timeout(120)
  default void aHugeResultIsStreamedOrExceedsItsLimit() {
    try (EngineSession session = EngineSession.open(this);
        BufferAllocator limited = session.allocator().newChildAllocator("result", 0, LIMIT)) {
      if (session.can(EngineCapability.STREAMING)) {
        try (RecordBatchStream stream = huge(session, limited)) {
          for (int batch = 0; batch < 3; batch++) {
            assertThat(stream.loadNextBatch()).isTrue();
            assertThat(stream.root().getRowCount()).isNotNegative();
          }
        }
      } else {
        assertThat(catchAny(() -> huge(session, limited).close()))
            .isInstanceOfAny(IceRunnerException.class, OutOfMemoryException.class);
      }
      assertThat(limited.getAllocatedMemory()).isZero();
    }
  }

  private static RecordBatchStream huge(EngineSession session, BufferAllocator allocator) {
    return session.engine().execute(SqlQuery.of(HUGE, ZoneOffset.UTC), session.tables(), allocator);
  }

  private static Throwable catchAny(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      return e;
    }
    throw new AssertionError("Expected the result to exceed its limit");
  }

  @Test
  @Timeout(120)
  default void anAbandonedStreamGivesEverythingBack() {
    try (EngineSession session = EngineSession.open(this)) {
      for (int i = 0; i < 20; i++) {
        try (RecordBatchStream stream = session.execute("SELECT * FROM numbers, types")) {
          assertThat(stream.loadNextBatch()).isTrue();
          stream.close();
        }
        assertThat(session.allocator().getAllocatedMemory()).isZero();
      }
    }
  }

  @Test
  @Timeout(120)
  default void cancellingEndsTheReader() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (EngineSession session = EngineSession.open(this)) {
      boolean streams = session.can(EngineCapability.STREAMING);
      try (RecordBatchStream stream = session.execute(streams ? HUGE : "SELECT * FROM numbers")) {
        long[] cancelled = new long[1];
        CompletableFuture<Void> cancelling =
            CompletableFuture.runAsync(
                () -> {
                  cancelled[0] = System.nanoTime();
                  stream.cancel();
                },
                thread);
        EngineSession.assertRefused(
            () -> readUntilCancelled(stream, cancelling), ErrorCode.CANCELLED);
        if (session.can(EngineCapability.CANCEL)) {
          assertThat(System.nanoTime() - cancelled[0]).isLessThan(Duration.ofSeconds(30).toNanos());
        }
      }
      assertThat(session.rows("SELECT 1")).hasSize(1);
    } finally {
      thread.shutdownNow();
    }
  }

  private static void readUntilCancelled(
      RecordBatchStream stream, CompletableFuture<Void> cancelling) {
    cancelling.join();
    while (stream.loadNextBatch()) {
      assertThat(stream.root()).isNotNull();
    }
  }

  @Test
  default void theRootStaysAndItsBuffersAreFresh() {
    try (EngineSession session = EngineSession.open(this);
        RecordBatchStream stream =
            session.execute("SELECT a.id * 1000 + b.id AS n FROM numbers a, numbers b")) {
      assertThat(stream.loadNextBatch()).isTrue();
      VectorSchemaRoot root = stream.root();
      ArrowBuf first = root.getVector(0).getDataBuffer();
      long value = ((BigIntVector) root.getVector(0)).get(0);
      first.getReferenceManager().retain();
      try {
        assertThat(stream.loadNextBatch()).isTrue();
        assertThat(stream.root()).isSameAs(root);
        assertThat(first.getLong(0)).isEqualTo(value);
      } finally {
        first.getReferenceManager().release();
      }
    }
  }

  @Test
  @Timeout(120)
  default void manyThreadsAskAtOnce() {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (EngineSession session = EngineSession.open(this)) {
      List<CompletableFuture<Void>> work = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        long id = i;
        work.add(
            CompletableFuture.runAsync(
                () ->
                    assertThat(session.rows("SELECT count(*) FROM numbers WHERE id < " + id))
                        .containsExactly(List.of(id)),
                threads));
      }
      work.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }
}
