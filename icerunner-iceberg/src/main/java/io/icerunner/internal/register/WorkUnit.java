package io.icerunner.internal.register;

import io.icerunner.internal.register.source.Unit;
import org.jspecify.annotations.Nullable;

/**
 * A unit to register.
 *
 * @param replaces what the table has of it; null if it is new
 */
record WorkUnit(Unit unit, @Nullable RegisteredUnit replaces) {
  String key() {
    return unit.key();
  }
}
