package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Some endpoints at a time, each read by a thread of its own, which waits with a batch until it has
 * been taken and done with: no more batches are decoded than threads read.
 */
final class ReadsAtOnce implements EndpointReads {
  private final Deque<EndpointRead> waiting;
  private final SharedSchema schema;
  private final List<Thread> readers = new ArrayList<>();
  private final Set<EndpointRead> reading = new HashSet<>();
  private final Deque<EndpointRead> ready = new ArrayDeque<>();
  private final Set<EndpointRead> handedOver = new HashSet<>();
  private @Nullable EndpointRead current;
  private @Nullable RuntimeException failure;
  private boolean started;
  private boolean stopped;
  private int alive;

  ReadsAtOnce(List<EndpointRead> endpoints, SharedSchema schema, int threads) {
    this.waiting = new ArrayDeque<>(endpoints);
    this.schema = schema;
    this.alive = threads;
    for (int i = 0; i < threads; i++) {
      Thread reader = new Thread(this::run, "icerunner-mirror-read-" + (i + 1));
      reader.setDaemon(true);
      readers.add(reader);
    }
  }

  private void run() {
    try {
      EndpointRead endpoint = begin();
      while (endpoint != null) {
        try (EndpointRead read = endpoint) {
          readAll(read);
        } finally {
          end(endpoint);
        }
        endpoint = begin();
      }
    } catch (RuntimeException e) {
      fail(e);
    } catch (Error e) {
      fail(IceRunnerException.internal("Cannot read an endpoint: " + e, e));
      throw e;
    } finally {
      leave();
    }
  }

  private void readAll(EndpointRead endpoint) {
    boolean hasBatch = endpoint.next();
    schema.check(endpoint);
    while (hasBatch && handOver(endpoint)) {
      hasBatch = endpoint.next();
    }
  }

  private synchronized @Nullable EndpointRead begin() {
    EndpointRead endpoint = stopped ? null : waiting.poll();
    if (endpoint != null) {
      reading.add(endpoint);
    }
    return endpoint;
  }

  private synchronized void end(EndpointRead endpoint) {
    reading.remove(endpoint);
  }

  /** Waits until the batch has been done with; false if the reading is over. */
  private synchronized boolean handOver(EndpointRead endpoint) {
    handedOver.add(endpoint);
    ready.add(endpoint);
    notifyAll();
    while (handedOver.contains(endpoint) && !stopped) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw IceRunnerException.cancelled("Cannot read on: the thread was interrupted");
      }
    }
    return !stopped;
  }

  private synchronized void fail(RuntimeException error) {
    if (failure == null && !stopped) {
      failure = error;
    }
    stop();
  }

  private synchronized void leave() {
    alive--;
    notifyAll();
  }

  @Override
  public synchronized @Nullable EndpointRead next() {
    if (!started) {
      started = true;
      readers.forEach(Thread::start);
    }
    if (current != null) {
      handedOver.remove(current);
      current = null;
      notifyAll();
    }
    while (ready.isEmpty() && alive > 0 && !stopped) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw IceRunnerException.cancelled("Cannot read on: the thread was interrupted");
      }
    }
    if (failure != null) {
      throw failure;
    }
    if (stopped) {
      throw IceRunnerException.cancelled("Cannot read on: the reading was ended");
    }
    current = ready.poll();
    return current;
  }

  private synchronized void stop() {
    stopped = true;
    reading.forEach(EndpointRead::cancel);
    notifyAll();
  }

  @Override
  public void cancel() {
    stop();
  }

  @Override
  public void close() {
    boolean mustRun;
    synchronized (this) {
      stop();
      mustRun = started;
    }
    if (mustRun) {
      readers.forEach(ReadsAtOnce::join);
    }
  }

  private static void join(Thread reader) {
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
