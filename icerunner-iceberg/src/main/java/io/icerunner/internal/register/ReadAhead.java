package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.source.SourceFile;
import io.icerunner.internal.register.source.SourceStore;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Batches with the footers of their files. One is listed and read while the caller works on the one
 * before, since a commit keeps one processor busy at most. A failure is thrown when its batch is
 * due. For use by one thread; closing it ends what is being read.
 */
final class ReadAhead implements Iterator<ReadAhead.Batch>, AutoCloseable {
  private static final int SECONDS_TO_STOP = 10;

  /** Units with the footers of all their files, in order. */
  record Batch(List<ListedUnit> units, List<ReadFile> reads) {}

  private final UnitBatches batches;
  private final FooterReads footers;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "icerunner-register-ahead");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable Future<Batch> ahead;

  /** Begins to read the first batch. */
  ReadAhead(UnitBatches batches, SourceStore store) {
    this.batches = batches;
    this.footers = new FooterReads(store);
    this.ahead = start();
  }

  @Override
  public boolean hasNext() {
    return ahead != null;
  }

  @Override
  public Batch next() {
    if (ahead == null) {
      throw new NoSuchElementException();
    }
    Batch batch = await(ahead);
    ahead = start();
    return batch;
  }

  private @Nullable Future<Batch> start() {
    return batches.hasNext() ? reader.submit(this::read) : null;
  }

  private Batch read() {
    List<ListedUnit> units = batches.next();
    List<SourceFile> files = units.stream().flatMap(unit -> unit.files().stream()).toList();
    return new Batch(units, footers.read(files));
  }

  private static Batch await(Future<Batch> batch) {
    try {
      return batch.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot go on registering: the thread was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw (Error) e.getCause();
    }
  }

  @Override
  public void close() {
    reader.shutdownNow();
    try {
      boolean ignored = reader.awaitTermination(SECONDS_TO_STOP, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
