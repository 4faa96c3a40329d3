package io.icerunner.mirror;

import io.icerunner.internal.discovery.CatalogChoice;
import org.jspecify.annotations.Nullable;

/**
 * Where a mirror writes: one of both.
 *
 * @param text for messages, as in "a catalog object"
 */
record TargetChoice(String text, @Nullable CatalogChoice catalog, @Nullable FlightAccess server) {

  static TargetChoice of(CatalogChoice catalog) {
    return new TargetChoice(catalog.source(), catalog, null);
  }

  static TargetChoice of(FlightAccess server) {
    return new TargetChoice("the server " + server.uri(), null, server);
  }
}
