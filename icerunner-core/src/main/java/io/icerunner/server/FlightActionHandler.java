package io.icerunner.server;

/** An action that the host offers to Flight clients, under a name given to the builder. */
@FunctionalInterface
public interface FlightActionHandler {

  /**
   * Handles one call. Called by many threads at once.
   *
   * @param body what the client sent; empty if nothing
   * @param context of the call; {@link FlightActionContext#send} gives results, any number of them
   * @throws io.icerunner.error.IceRunnerException to answer with its code and message
   */
  void handle(byte[] body, FlightActionContext context);
}
