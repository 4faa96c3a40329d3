package io.icerunner.server;

import org.apache.iceberg.catalog.Catalog;

/** What a {@link FlightActionHandler} has at hand during one call. */
public interface FlightActionContext {

  /** The name under which the action was called. */
  String action();

  /** The catalog that the server serves. */
  Catalog catalog();

  /** Sends one result to the client. */
  void send(byte[] result);

  /** Whether the client has gone, so that there is no point in going on. */
  boolean isCancelled();
}
