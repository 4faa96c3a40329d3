package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightConnection;
import io.icerunner.internal.client.FlightPeer;
import io.icerunner.internal.flight.ReplicaJson;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.replica.ReplicaState;
import io.icerunner.internal.replica.ReplicaTarget;
import io.icerunner.internal.types.TypeMappers;
import java.util.Iterator;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.Result;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Tables of another IceRunner, which makes them, lets their schemas follow and commits. Values are
 * converted here to the types of Iceberg, so that what cannot be stored is refused before it is
 * sent.
 */
public final class FlightReplicaTarget implements ReplicaTarget {
  private static final String STATE = "mirror-state";

  private final FlightConnection connection;
  private final TypeMappers mappers;

  private FlightReplicaTarget(FlightConnection connection, TypeMappers mappers) {
    this.connection = connection;
    this.mappers = mappers;
  }

  /**
   * Connects with the first call.
   *
   * @param mappers of Arrow types
   * @param parent of what calls need that are no loads; closed after the target. The allocators of
   *     loads have the same root
   * @throws IceRunnerException INVALID_ARGUMENT if a file of the settings cannot be read
   */
  public static FlightReplicaTarget open(
      ConnectionSettings settings, TypeMappers mappers, BufferAllocator parent) {
    return new FlightReplicaTarget(FlightConnection.open(settings, parent), mappers);
  }

  @Override
  public ReplicaState state(TableIdentifier table) {
    FlightPeer server = connection.server();
    try {
      byte[] answer =
          server.call(
              "look at table " + table,
              (client, options) ->
                  only(
                      client.doAction(new Action(STATE, ReplicaJson.question(table)), options),
                      table));
      return ReplicaJson.state(answer, table);
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.UNSUPPORTED && e.getMessage().contains("the action")) {
        throw new IceRunnerException(
            ErrorCode.UNSUPPORTED,
            "Cannot mirror to %s: it is no IceRunner that takes mirrors (%s)"
                .formatted(server.address(), e.getMessage()),
            e);
      }
      throw e;
    }
  }

  private static byte[] only(Iterator<Result> results, TableIdentifier table) {
    if (!results.hasNext()) {
      throw IceRunnerException.internal(
          "Cannot look at table %s: the server answers nothing".formatted(table), null);
    }
    byte[] answer = results.next().getBody();
    results.forEachRemaining(ignored -> {});
    return answer;
  }

  @Override
  public ReplicaLoad open(LoadRequest request, BufferAllocator allocator) {
    return FlightLoad.open(connection.server(), request, mappers, allocator);
  }

  @Override
  public ReplicaLoad openCopy(LoadRequest request, BufferAllocator allocator) {
    return FlightLoad.openCopy(connection.server(), request, allocator);
  }

  /** Ends all calls that run. */
  @Override
  public void close() {
    connection.close();
  }
}
