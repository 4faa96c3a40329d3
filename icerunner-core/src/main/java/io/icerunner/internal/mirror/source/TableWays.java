package io.icerunner.internal.mirror.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.FlightPeer;
import io.icerunner.internal.names.TableNameText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.jspecify.annotations.Nullable;

/** The ways in which servers can be asked for all rows of a table, tried one after the other. */
final class TableWays {
  /** What a server says that does not know the way, or not the name in this form. */
  static final Set<ErrorCode> NOT_THIS_WAY =
      EnumSet.of(
          ErrorCode.UNSUPPORTED,
          ErrorCode.NOT_FOUND,
          ErrorCode.INVALID_ARGUMENT,
          // What servers in Python and C++ say when they come upon something unforeseen.
          ErrorCode.INTERNAL);

  private final FlightPeer server;
  private final String doing;
  private final List<String> name;
  private final List<String> tried = new ArrayList<>();

  TableWays(FlightPeer server, List<String> name) {
    this.server = server;
    this.name = name;
    this.doing = "describe table %s".formatted(TableNameText.of(name));
  }

  FlightInfo find() {
    FlightInfo info = attempt("by path", () -> info(FlightDescriptor.path(name)));
    String text = String.join(".", name);
    if (info == null && name.size() > 1) {
      info = attempt("by a path of one part", () -> info(FlightDescriptor.path(text)));
    }
    if (info == null) {
      byte[] command = text.getBytes(StandardCharsets.UTF_8);
      info = attempt("by command", () -> info(FlightDescriptor.command(command)));
    }
    if (info == null) {
      info = attempt("by Flight SQL", this::query);
    }
    return info != null ? info : new TicketByName(name, String.join("; ", tried));
  }

  private @Nullable FlightInfo attempt(String way, Supplier<FlightInfo> attempt) {
    try {
      return attempt.get();
    } catch (IceRunnerException e) {
      if (!NOT_THIS_WAY.contains(e.code())) {
        throw e;
      }
      tried.add("%s: %s".formatted(way, e.getMessage()));
      return null;
    }
  }

  private FlightInfo info(FlightDescriptor descriptor) {
    return server.call(doing, (client, options) -> client.getInfo(descriptor, options));
  }

  private FlightInfo query() {
    String quoted =
        name.stream()
            .map(part -> "\"" + part.replace("\"", "\"\"") + "\"")
            .collect(Collectors.joining("."));
    return query(server, doing, "SELECT * FROM " + quoted);
  }

  @SuppressWarnings("resource") // the client is the peer's
  static FlightInfo query(FlightPeer server, String doing, String sql) {
    return server.call(
        doing,
        (FlightClient client, CallOption... options) ->
            new FlightSqlClient(client).execute(sql, options));
  }
}
