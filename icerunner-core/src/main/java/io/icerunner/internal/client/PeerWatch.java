package io.icerunner.internal.client;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Notices that a server no longer answers, though nothing has closed the connection. While calls
 * run and nothing arrives for a while, it asks for something that every server refuses at once.
 *
 * <p>The pings of gRPC are of no use here: most servers close the connection to a client that sends
 * more than a few while they work on an answer. Safe for use by many threads.
 */
final class PeerWatch {
  private final Patience patience;
  private final Probe probe;
  private final Runnable gone;
  private long lastHeardNanos;
  private int calls;
  private boolean scheduled;
  private boolean over;

  /**
   * @param silence after which is asked
   * @param answer how long that may take
   */
  record Patience(Duration silence, Duration answer) {
    static final Patience DEFAULT = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(35));
  }

  /** Asks a server whether it is there. */
  @FunctionalInterface
  interface Probe {
    /**
     * Asks without waiting.
     *
     * @return false if no answer came in time
     */
    CompletableFuture<Boolean> ask(Duration timeout);
  }

  /**
   * @param gone called once when the server does not answer; the watch is over then
   */
  PeerWatch(Patience patience, Probe probe, Runnable gone) {
    this.patience = patience;
    this.probe = probe;
    this.gone = gone;
  }

  /** A call begins; it is made with {@link #traced} options. */
  synchronized void begin() {
    calls++;
    lastHeardNanos = System.nanoTime();
    schedule();
  }

  /** A call has ended. */
  synchronized void end() {
    calls--;
  }

  /** Lets the watch know what passes in the call that is made with these options. */
  CallOptions traced(CallOptions options) {
    return options.withStreamTracerFactory(
        new ClientStreamTracer.Factory() {
          @Override
          public ClientStreamTracer newClientStreamTracer(
              ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new Tracer();
          }
        });
  }

  private final class Tracer extends ClientStreamTracer {
    @Override
    public void inboundHeaders() {
      heard();
    }

    @Override
    public void inboundWireSize(long bytes) {
      heard();
    }

    /** What is sent waits for the server to take what was sent before. */
    @Override
    public void outboundWireSize(long bytes) {
      heard();
    }
  }

  private synchronized void heard() {
    lastHeardNanos = System.nanoTime();
  }

  private synchronized void schedule() {
    if (scheduled || over) {
      return;
    }
    scheduled = true;
    long left = patience.silence().toNanos() - silentNanos();
    CompletableFuture.delayedExecutor(Math.max(left, 1), TimeUnit.NANOSECONDS).execute(this::look);
  }

  private long silentNanos() {
    return System.nanoTime() - lastHeardNanos;
  }

  private void look() {
    long askedNanos;
    synchronized (this) {
      scheduled = false;
      if (calls == 0 || over) {
        return;
      }
      if (silentNanos() < patience.silence().toNanos()) {
        schedule();
        return;
      }
      scheduled = true;
      askedNanos = System.nanoTime();
    }
    probe.ask(patience.answer()).thenAccept(answered -> answered(answered, askedNanos));
  }

  private void answered(boolean answered, long askedNanos) {
    synchronized (this) {
      scheduled = false;
      if (answered) {
        lastHeardNanos = System.nanoTime();
      }
      if (calls == 0 || over) {
        return;
      }
      if (answered || lastHeardNanos - askedNanos > 0) {
        schedule();
        return;
      }
      over = true;
    }
    gone.run();
  }

  /** Ends the watch. */
  synchronized void close() {
    over = true;
  }
}
