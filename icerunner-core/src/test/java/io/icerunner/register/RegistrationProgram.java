package io.icerunner.register;

import io.icerunner.fixture.Halt;
import io.icerunner.fixture.KillPoint;
import java.nio.file.Path;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Registers a {@link ProducedLake} in batches of six files: {@code LAKE WAREHOUSE WHEN}. The last
 * is {@code none} for one run, the {@link KillPoint} where the JVM halts, or {@code again-until-}
 * and one for a run after the other until then.
 */
final class RegistrationProgram {
  static final TableIdentifier TABLE = TableIdentifier.of("default", "lake");
  private static final String AGAIN = "again-until-";
  private static final int BATCH_FILES = 6;

  private RegistrationProgram() {}

  public static void main(String[] arguments) throws Exception {
    Path lake = Path.of(arguments[0]);
    Path warehouse = Path.of(arguments[1]);
    String when = arguments[2];
    if (when.equals("none")) {
      register(lake, warehouse);
      return;
    }
    boolean again = when.startsWith(AGAIN);
    RegistrationBuilder builder = builder(lake, warehouse);
    Halt halt = Halt.at(KillPoint.parse(again ? when.substring(AGAIN.length()) : when));
    builder.listener(progress -> halt.reached(progress.step().name()));
    do {
      builder.build().run();
    } while (again);
  }

  static RegistrationResult register(Path lake, Path warehouse) {
    return builder(lake, warehouse).build().run();
  }

  private static RegistrationBuilder builder(Path lake, Path warehouse) {
    return Registration.builder()
        .source(lake.resolve("daily"))
        .manifest(lake.resolve("manifest.parquet").toString())
        .table(TABLE)
        .warehouse(warehouse)
        .batchFiles(BATCH_FILES);
  }
}
