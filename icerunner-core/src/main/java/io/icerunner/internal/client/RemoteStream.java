package io.icerunner.internal.client;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.types.TypeMappers;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/** A stream from a server. One thread reads and closes; any thread may {@link #cancel()}. */
public final class RemoteStream implements AutoCloseable {
  private static final int CLOSE_ATTEMPTS = 8;

  private final FlightPeer peer;
  private final String doing;
  private final FlightClient client;
  private final FlightStream stream;
  private final Login.Pass pass;

  RemoteStream(
      FlightPeer peer, String doing, FlightClient client, FlightStream stream, Login.Pass pass) {
    this.peer = peer;
    this.doing = doing;
    this.client = client;
    this.stream = stream;
    this.pass = pass;
  }

  /**
   * Moves to the next batch, waiting for it; false at the end.
   *
   * @throws IceRunnerException UNAVAILABLE if the stream breaks off or ends without a schema
   */
  public boolean next() {
    try {
      while (stream.next()) {
        // Messages that hold metadata alone may come before the schema.
        if (stream.hasRoot()) {
          return true;
        }
      }
    } catch (RuntimeException e) {
      throw RemoteFailure.of(doing, peer.address(), e);
    }
    if (!stream.hasRoot()) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot %s: the stream of %s ended without a schema".formatted(doing, peer.address()));
    }
    return false;
  }

  /** Whether opening the stream anew may help after a failure: the log-in was over. */
  public boolean mayBeReopened(IceRunnerException failure) {
    return peer.renewed(pass, failure);
  }

  /** After the first {@link #next()}: a field with a dictionary has the type of its values. */
  public Schema schema() {
    return TypeMappers.decoded(stream.getRoot().getSchema(), stream.getDictionaryProvider());
  }

  /** The current batch; valid until the next. */
  public VectorSchemaRoot batch() {
    return stream.getRoot();
  }

  /** The dictionaries of the current batch. */
  public DictionaryProvider dictionaries() {
    return stream.getDictionaryProvider();
  }

  /** Ends the stream; returns at once. */
  public void cancel() {
    stream.cancel("The reader has ended", null);
  }

  /** Frees what arrived. An interrupted thread frees too. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      closeStream();
    } finally {
      FlightPeer.close(client);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What is still on its way is drained, and each message that cannot be read ends an attempt. */
  private void closeStream() {
    for (int attempt = 1; ; attempt++) {
      try {
        stream.close();
        return;
      } catch (Exception e) {
        if (attempt == CLOSE_ATTEMPTS) {
          throw IceRunnerException.internal(
              "Cannot end the stream of %s".formatted(peer.address()), e);
        }
      }
    }
  }
}
