package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.FlightPeer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables of a server, by ListFlights. */
final class TableListing {
  private static final Logger LOG = LoggerFactory.getLogger(TableListing.class);
  private static final String DOING = "list tables";

  private TableListing() {}

  /** Names in the order of the server; empty if it lists none, or knows no listing. */
  static List<List<String>> of(FlightPeer server) {
    try {
      return server.call(DOING, TableListing::flights);
    } catch (IceRunnerException e) {
      if (!TableWays.NOT_THIS_WAY.contains(e.code())) {
        throw e;
      }
      return List.of();
    }
  }

  private static List<List<String>> flights(FlightClient client, CallOption... options) {
    Set<List<String>> names = new LinkedHashSet<>();
    int unnamed = 0;
    for (FlightInfo info : client.listFlights(Criteria.ALL, options)) {
      List<String> name = name(info.getDescriptor());
      if (name.isEmpty()) {
        unnamed++;
      } else {
        names.add(name);
      }
    }
    if (unnamed > 0) {
      LOG.warn("{} flights that the server lists have no name and are passed over", unnamed);
    }
    return new ArrayList<>(names);
  }

  private static List<String> name(FlightDescriptor descriptor) {
    if (!descriptor.isCommand()) {
      List<String> path = descriptor.getPath();
      return path == null || path.contains("") ? List.of() : path;
    }
    String command = new String(descriptor.getCommand(), StandardCharsets.UTF_8);
    boolean isText =
        !command.isBlank()
            && command.codePoints().noneMatch(c -> Character.isISOControl(c) || c == 0xfffd);
    return isText ? List.of(command) : List.of();
  }
}
