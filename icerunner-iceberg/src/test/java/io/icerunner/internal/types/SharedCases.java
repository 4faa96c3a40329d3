package io.icerunner.internal.types;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The optional folder of test data beside the repository. */
public final class SharedCases {
  private SharedCases() {}

  /** A folder below {@code ../shared/cases/data}; the test is skipped where it is absent. */
  public static Path folder(String name) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path folder = at.resolve("shared/cases/data").resolve(name);
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return Assumptions.abort("no test data: ../shared/cases/data/" + name);
  }
}
