package io.icerunner.internal.flight;

import java.util.function.Consumer;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.FlightProducer.CallContext;

/**
 * An action that clients can call.
 *
 * @param type its name and description
 */
public record ServerAction(ActionType type, Handler handler) {

  /** What an action does. */
  @FunctionalInterface
  public interface Handler {
    /**
     * @param body what the client sent
     * @param results takes any number of results
     */
    void handle(CallContext call, byte[] body, Consumer<byte[]> results);
  }

  static ServerAction of(String name, String description, Handler handler) {
    return new ServerAction(new ActionType(name, description), handler);
  }
}
