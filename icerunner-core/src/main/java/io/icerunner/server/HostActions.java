package io.icerunner.server;

import io.icerunner.internal.flight.ServerAction;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.FlightProducer.CallContext;
import org.apache.iceberg.catalog.Catalog;

/** Puts the host's actions beside the server's own. */
final class HostActions {
  private HostActions() {}

  static List<ServerAction> of(List<ServerConfig.HostAction> actions, Catalog catalog) {
    return actions.stream().map(action -> adapt(action, catalog)).toList();
  }

  private static ServerAction adapt(ServerConfig.HostAction action, Catalog catalog) {
    return new ServerAction(
        new ActionType(action.name(), action.description()),
        (call, body, results) ->
            action.handler().handle(body, new Context(action.name(), catalog, call, results)));
  }

  private record Context(String action, Catalog catalog, CallContext call, Consumer<byte[]> results)
      implements FlightActionContext {
    @Override
    public void send(byte[] result) {
      results.accept(result);
    }

    @Override
    public boolean isCancelled() {
      return call.isCancelled();
    }
  }
}
