package io.icerunner.mirror;

import io.icerunner.internal.discovery.CatalogChoice;

/** Where a mirror writes. */
sealed interface TargetChoice {

  /** For messages, as in "a catalog object". */
  String text();

  record InCatalog(CatalogChoice catalog) implements TargetChoice {
    @Override
    public String text() {
      return catalog.source();
    }
  }

  record OnServer(FlightAccess access) implements TargetChoice {
    @Override
    public String text() {
      return "the server " + access.uri();
    }
  }
}
