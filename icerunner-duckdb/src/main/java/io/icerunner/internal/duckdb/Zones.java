package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Names of time zones that Java, DuckDB and Arrow's readers all take. */
final class Zones {
  static final String UTC = "UTC";
  private static final int HOUR = 3_600;

  private Zones() {}

  /**
   * The name of a zone; every spelling of UTC is {@code UTC}.
   *
   * @throws IceRunnerException INVALID_ARGUMENT for an offset that is not of whole hours, which has
   *     no name
   */
  static String name(ZoneId zone) {
    ZoneId normal = zone.normalized();
    if (normal.equals(ZoneOffset.UTC)) {
      return UTC;
    }
    return normal instanceof ZoneOffset offset ? offset(offset) : zone.getId();
  }

  /** Named offsets count to the west. */
  private static String offset(ZoneOffset offset) {
    int seconds = offset.getTotalSeconds();
    int hours = seconds / HOUR;
    if (seconds % HOUR != 0 || hours < -12 || hours > 14) {
      throw IceRunnerException.invalidArgument(
          "Cannot use the time zone %s: only whole hours are known; use a name such as Asia/Kolkata"
              .formatted(offset));
    }
    return "Etc/GMT" + (hours > 0 ? "-" : "+") + Math.abs(hours);
  }
}
