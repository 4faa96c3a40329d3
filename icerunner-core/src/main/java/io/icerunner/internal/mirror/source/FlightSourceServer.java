package io.icerunner.internal.mirror.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightConnection;
import io.icerunner.internal.client.FlightPeer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** A Flight server that is connected to when it is first asked. */
public final class FlightSourceServer implements SourceServer {
  private static final Set<ErrorCode> LISTS_NO_ACTIONS =
      EnumSet.of(ErrorCode.UNSUPPORTED, ErrorCode.NOT_FOUND, ErrorCode.INVALID_ARGUMENT);

  private final FlightConnection connection;
  private final FlightPeer server;
  private final int parallelEndpoints;
  private final BufferAllocator parent;
  private @Nullable Set<String> actions;

  private FlightSourceServer(
      FlightConnection connection, int parallelEndpoints, BufferAllocator parent) {
    this.connection = connection;
    this.server = connection.server();
    this.parallelEndpoints = parallelEndpoints;
    this.parent = parent;
  }

  /**
   * Connects with the first call.
   *
   * @param parallelEndpoints how many endpoints one read takes from at a time; at least 1
   * @param parent of what calls need that are no reads; closed after the server
   * @throws IceRunnerException INVALID_ARGUMENT if a file of the settings cannot be read
   */
  public static FlightSourceServer open(
      ConnectionSettings settings, int parallelEndpoints, BufferAllocator parent) {
    if (parallelEndpoints < 1) {
      throw IceRunnerException.invalidArgument(
          "Cannot read %s endpoints at a time: at least 1 is needed".formatted(parallelEndpoints));
    }
    return new FlightSourceServer(
        FlightConnection.open(settings, parent), parallelEndpoints, parent);
  }

  @Override
  public String address() {
    return server.address();
  }

  @Override
  public List<List<String>> tables() {
    List<List<String>> listed = TableListing.of(server);
    if (!listed.isEmpty()) {
      return listed;
    }
    SqlTables tables = new SqlTables();
    try {
      try (BatchStream batches = read(tableList(), "the list of tables", parent)) {
        while (batches.next()) {
          tables.add(batches.batch());
        }
      }
    } catch (IceRunnerException e) {
      if (!TableWays.NOT_THIS_WAY.contains(e.code())) {
        throw e;
      }
      return List.of();
    }
    return tables.names();
  }

  /** Describes the list of tables that Flight SQL gives. */
  FlightInfo tableList() {
    return SqlTables.info(server);
  }

  @Override
  public synchronized boolean hasAction(String name) {
    if (actions == null) {
      actions = actions();
    }
    return actions.contains(name);
  }

  private Set<String> actions() {
    try {
      return server.call("list actions", (client, options) -> names(client.listActions(options)));
    } catch (IceRunnerException e) {
      if (!LISTS_NO_ACTIONS.contains(e.code())) {
        throw e;
      }
      return Set.of();
    }
  }

  private static Set<String> names(Iterable<ActionType> types) {
    Set<String> names = new HashSet<>();
    types.forEach(type -> names.add(type.getType()));
    return names;
  }

  @Override
  public List<byte[]> action(String name, byte[] body) {
    return server.call(
        "run action %s".formatted(name),
        (client, options) -> {
          List<byte[]> results = new ArrayList<>();
          client
              .doAction(new Action(name, body), options)
              .forEachRemaining(result -> results.add(result.getBody()));
          return results;
        });
  }

  @Override
  public FlightInfo info(FlightDescriptor descriptor) {
    return server.call(
        "describe %s".formatted(DescriptorText.of(descriptor)),
        (client, options) -> client.getInfo(descriptor, options));
  }

  @Override
  public FlightInfo query(String sql) {
    return TableWays.query(server, "run the statement '%s'".formatted(sql), sql);
  }

  @Override
  public FlightInfo table(List<String> name) {
    return new TableWays(server, name).find();
  }

  @Override
  public BatchStream read(FlightInfo info, BufferAllocator allocator) {
    return read(info, DescriptorText.of(info.getDescriptor()), allocator);
  }

  private BatchStream read(FlightInfo info, String what, BufferAllocator allocator) {
    List<EndpointRead> endpoints = new ArrayList<>();
    int count = info.getEndpoints().size();
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      String doing =
          count == 1
              ? "read " + what
              : "read endpoint %s of %s of %s".formatted(endpoints.size() + 1, count, what);
      endpoints.add(new EndpointRead(connection, endpoint, doing, allocator));
    }
    SharedSchema schema = new SharedSchema();
    int threads = Math.min(count, parallelEndpoints);
    EndpointReads reads =
        threads <= 1 || info.getOrdered()
            ? new ReadsInTurn(endpoints, schema)
            : new ReadsAtOnce(endpoints, schema, threads);
    return new FlightBatches(what, info, reads, schema);
  }

  @Override
  public void close() {
    connection.close();
  }
}
