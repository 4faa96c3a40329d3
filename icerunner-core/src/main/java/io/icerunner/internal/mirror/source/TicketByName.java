package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.Ticket;

/**
 * Stands for the description of a table by a server that gives none, and gives rows for a ticket
 * that is the table's name.
 */
final class TicketByName extends FlightInfo {
  private final String tried;

  /**
   * @param tried the ways to describe the table that the server refused, and how
   */
  TicketByName(List<String> name, String tried) {
    super(
        null,
        FlightDescriptor.path(name),
        List.of(
            new FlightEndpoint(
                new Ticket(String.join(".", name).getBytes(StandardCharsets.UTF_8)))),
        -1,
        -1);
    this.tried = tried;
  }

  /** The failure of the ticket, the last way that there is. */
  IceRunnerException withWaysTried(IceRunnerException failure) {
    return TableWays.NOT_THIS_WAY.contains(failure.code())
        ? new IceRunnerException(
            failure.code(),
            "%s; tried before were: %s".formatted(failure.getMessage(), tried),
            failure)
        : failure;
  }
}
