package io.icerunner.internal.duckdb;

import java.time.ZoneId;
import java.time.ZoneOffset;

/** Names of time zones that Java, DuckDB and Arrow's readers all take. */
final class Zones {
  static final String UTC = "UTC";

  private Zones() {}

  /** The name of a zone; every spelling of UTC is {@code UTC}. */
  static String name(ZoneId zone) {
    ZoneId normal = zone.normalized();
    if (normal.equals(ZoneOffset.UTC)) {
      return UTC;
    }
    return zone.getId();
  }
}
