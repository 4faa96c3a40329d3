package io.icerunner.internal.flight;

import java.util.List;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightServer;

/** The Flight SQL half of the server. Gets only what {@link SqlMessages} says is Flight SQL. */
public interface SqlEndpoint extends FlightProducer, AutoCloseable {

  /** The actions it takes, in the order in which they are listed. */
  List<ActionType> actionTypes();

  /** Whether an action is Flight SQL's, be it one that is only refused. */
  boolean takes(String actionType);

  /** Adds to the transport what sessions need. */
  void configure(FlightServer.Builder transport);

  /**
   * The ticket of ours that a Flight SQL ticket carries, so that it can be cancelled; other bytes
   * as they are.
   */
  byte[] unwrapTicket(byte[] ticket);

  /** Frees sessions and statements. Idempotent. */
  @Override
  void close();
}
