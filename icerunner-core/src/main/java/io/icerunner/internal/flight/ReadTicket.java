package io.icerunner.internal.flight;

import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a ticket of ours holds: a request and the snapshots at which its tables were pinned when it
 * was planned.
 *
 * @param id of the FlightInfo it belongs to; by it the work can be cancelled
 * @param zone the session's time zone
 * @param schema fingerprint of the schema that was told, which the stream must have
 */
public record ReadTicket(
    UUID id, ReadRequest request, ZoneId zone, Map<TableIdentifier, Long> pins, long schema) {

  /** Stands for a schema that nobody was told. */
  public static final long ANY_SCHEMA = 0;

  public ReadTicket {
    pins = Map.copyOf(pins);
  }

  /** A number that two schemas share only if they are equal, for all practical purposes. */
  public static long fingerprint(Schema schema) {
    CRC32C low = new CRC32C();
    CRC32 high = new CRC32();
    byte[] bytes = schema.serializeAsMessage();
    low.update(bytes);
    high.update(bytes);
    return Math.max(1, high.getValue() << 31 ^ low.getValue());
  }
}
