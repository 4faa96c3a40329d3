package io.icerunner.internal.client;

import io.grpc.ClientInterceptor;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one server. When the server no longer answers, all calls end as unavailable,
 * and a new connection takes the place of the old. Safe for use by many threads.
 */
final class PeerChannel {
  private static final Logger LOG = LoggerFactory.getLogger(PeerChannel.class);
  private static final int CLOSE_SECONDS = 5;

  private final String address;
  private final PeerWatch.Patience patience;
  private final Function<ClientInterceptor, ManagedChannel> opener;
  private Watched current;
  private boolean closed;

  private record Watched(ManagedChannel channel, PeerWatch watch) {}

  /**
   * @param opener makes a connection whose calls go through an interceptor
   */
  PeerChannel(
      String address,
      PeerWatch.Patience patience,
      Function<ClientInterceptor, ManagedChannel> opener) {
    this.address = address;
    this.patience = patience;
    this.opener = opener;
    this.current = open();
  }

  private Watched open() {
    UnknownMethodProbe probe = new UnknownMethodProbe();
    PeerWatch watch = new PeerWatch(patience, probe, this::replace);
    ManagedChannel channel = opener.apply(new WatchedCalls(watch));
    probe.use(channel);
    return new Watched(channel, watch);
  }

  /**
   * For the next call. A connection that failed leaves the server alone for up to two minutes, and
   * lets calls fail meanwhile; how long to wait is the caller's affair, so another one is tried.
   */
  synchronized ManagedChannel channel() {
    if (!closed && current.channel().getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      Watched failed = current;
      current = open();
      failed.watch().close();
      failed.channel().shutdown();
    }
    return current.channel();
  }

  private void replace() {
    ManagedChannel dead;
    synchronized (this) {
      if (closed) {
        return;
      }
      dead = current.channel();
      current = open();
    }
    LOG.warn("{} no longer answers; the calls that run are ended", address);
    dead.shutdownNow();
  }

  /** Ends all calls, and waits a little until the connection is closed. */
  void close() {
    Watched last;
    synchronized (this) {
      closed = true;
      last = current;
    }
    last.watch().close();
    last.channel().shutdownNow();
    try {
      if (!last.channel().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("The connection to {} is still open after {} s", address, CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
