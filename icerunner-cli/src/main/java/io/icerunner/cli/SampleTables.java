package io.icerunner.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Puts one table of each {@link SampleProfile} into an empty warehouse. */
final class SampleTables {
  static final int ROWS = 1_000;

  private SampleTables() {}

  /** Does nothing, and says so, when there are tables already. */
  static void create(ServerConnection connection, String baseName, PrintWriter err)
      throws IOException, InterruptedException {
    if (connection.client().listFlights(Criteria.ALL).iterator().hasNext()) {
      err.println("The warehouse has tables already; no samples were made.");
      return;
    }
    for (SampleProfile profile : SampleProfile.values()) {
      String table = profile.tableName(baseName);
      try (VectorSchemaRoot batch = profile.newBatch(connection.allocator())) {
        Upload upload = new Upload(connection, table, batch, null);
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        profile.fill(batch, ROWS, 0, now, new Random(profile.ordinal()));
        upload.send();
        upload.commit();
      }
      err.printf("Made sample table %s with %,d rows.%n", table, ROWS);
    }
  }
}
