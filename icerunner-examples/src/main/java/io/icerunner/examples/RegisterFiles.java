package io.icerunner.examples;

import io.icerunner.register.Registration;
import io.icerunner.register.RegistrationResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Makes Parquet files that exist part of a table, in place; then only what is new. */
public final class RegisterFiles {
  private RegisterFiles() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Path lake = folder.resolve("lake");
    Path manifest = folder.resolve("done.csv");
    writeDay(lake, "2024-01-01");
    Files.writeString(manifest, "day,rows\n2024-01-01,100\n");
    register(lake, manifest, folder.resolve("warehouse"));

    writeDay(lake, "2024-01-02");
    Files.writeString(manifest, "day,rows\n2024-01-01,100\n2024-01-02,100\n");
    register(lake, manifest, folder.resolve("warehouse"));
  }

  private static void register(Path lake, Path manifest, Path warehouse) {
    RegistrationResult result =
        Registration.builder()
            .source(lake)
            .manifest(manifest.toString())
            .warehouse(warehouse)
            .table("weather.measured")
            .build()
            .run();
    System.out.printf(
        "%s new units with %s rows; the table has %s rows%n",
        result.units(), result.rows(), result.tableRows());
  }

  /** What some other program does all day. */
  private static void writeDay(Path lake, String day) throws Exception {
    Path file = lake.resolve("day=" + day).resolve("part.parquet");
    Files.createDirectories(file.getParent());
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute(
          "COPY (SELECT range AS station, range / 10 AS celsius FROM range(100)) TO '%s' (FORMAT parquet)"
              .formatted(file));
    }
  }
}
