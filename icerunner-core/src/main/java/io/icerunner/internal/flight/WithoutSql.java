package io.icerunner.internal.flight;

import java.util.List;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.NoOpFlightProducer;

/** A server that speaks plain Flight alone. */
public final class WithoutSql extends NoOpFlightProducer implements SqlEndpoint {
  public WithoutSql(ServerContext context) {}

  @Override
  public List<ActionType> actionTypes() {
    return List.of();
  }

  @Override
  public byte[] unwrapTicket(byte[] ticket) {
    return ticket;
  }

  @Override
  public void close() {}
}
