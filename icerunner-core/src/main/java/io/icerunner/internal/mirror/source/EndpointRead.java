package io.icerunner.internal.mirror.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.FlightConnection;
import io.icerunner.internal.client.FlightPeer;
import io.icerunner.internal.client.RemoteStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one endpoint, from the first of its locations that gives one. One thread reads and
 * closes; any thread may {@link #cancel()}.
 */
final class EndpointRead implements AutoCloseable {
  private final FlightConnection connection;
  private final FlightEndpoint endpoint;
  private final String doing;
  private final BufferAllocator allocator;
  private @Nullable RemoteStream stream;
  private boolean started;
  private boolean cancelled;

  /**
   * @param doing for messages, as in "read endpoint 2 of 3 of a.b"
   * @param allocator of the batches; closed after this
   */
  EndpointRead(
      FlightConnection connection,
      FlightEndpoint endpoint,
      String doing,
      BufferAllocator allocator) {
    this.connection = connection;
    this.endpoint = endpoint;
    this.doing = doing;
    this.allocator = allocator;
  }

  String doing() {
    return doing;
  }

  /** Moves to the next batch, waiting for it; false at the end. */
  boolean next() {
    if (!started) {
      started = true;
      return first();
    }
    try {
      return open().next();
    } catch (IceRunnerException e) {
      throw isCancelled() ? cancelled() : ReadFailures.inMidStream(e);
    }
  }

  private boolean first() {
    checkNotExpired();
    List<IceRunnerException> failures = new ArrayList<>();
    List<Location> locations = endpoint.getLocations();
    for (Location location :
        locations.isEmpty() ? Collections.<@Nullable Location>singletonList(null) : locations) {
      try {
        return first(location == null ? connection.server() : connection.at(location));
      } catch (IceRunnerException e) {
        if (isCancelled()) {
          throw cancelled();
        }
        failures.add(e);
        closeStream();
      }
    }
    throw ReadFailures.ofAll(doing, failures);
  }

  private boolean first(FlightPeer peer) {
    try {
      return open(peer).next();
    } catch (IceRunnerException e) {
      RemoteStream refused = stream;
      if (refused == null || !refused.mayBeReopened(e)) {
        throw e;
      }
      closeStream();
      return open(peer).next();
    }
  }

  private RemoteStream open(FlightPeer peer) {
    RemoteStream opened = peer.stream(doing, endpoint.getTicket(), allocator);
    synchronized (this) {
      stream = opened;
      if (!cancelled) {
        return opened;
      }
    }
    throw cancelled();
  }

  private void checkNotExpired() {
    Instant end = endpoint.getExpirationTime().orElse(Instant.MAX);
    if (Instant.now().isAfter(end)) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot %s: it expired at %s; ask the server for new endpoints".formatted(doing, end));
    }
  }

  private RemoteStream open() {
    return Objects.requireNonNull(stream, "no batch has been read");
  }

  /** After the first {@link #next()}. */
  Schema schema() {
    return open().schema();
  }

  VectorSchemaRoot batch() {
    return open().batch();
  }

  DictionaryProvider dictionaries() {
    return open().dictionaries();
  }

  private synchronized boolean isCancelled() {
    return cancelled;
  }

  private IceRunnerException cancelled() {
    return IceRunnerException.cancelled("Cannot %s: the reading was ended".formatted(doing));
  }

  /** Ends the reading; returns at once. */
  synchronized void cancel() {
    cancelled = true;
    if (stream != null) {
      stream.cancel();
    }
  }

  private void closeStream() {
    RemoteStream open;
    synchronized (this) {
      open = stream;
      stream = null;
    }
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closeStream();
  }
}
