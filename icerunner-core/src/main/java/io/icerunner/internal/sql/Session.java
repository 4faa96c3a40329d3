package io.icerunner.internal.sql;

import java.time.ZoneId;
import org.apache.iceberg.catalog.Namespace;

/**
 * What statements of a client share. Immutable: a statement keeps the session it was planned in.
 *
 * @param namespace where names with one part are looked up
 * @param timeZone how timestamps with time zone are shown and cast
 */
record Session(Namespace namespace, ZoneId timeZone) {
  Session withNamespace(Namespace newNamespace) {
    return new Session(newNamespace, timeZone);
  }

  Session withTimeZone(ZoneId newTimeZone) {
    return new Session(namespace, newTimeZone);
  }
}
