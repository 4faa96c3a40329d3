package io.icerunner.server;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Test data that may lie beside the project in {@code ../shared/cases/data}. */
final class SharedCases {
  private SharedCases() {}

  /** A folder or file of the test data; null if it is not there. */
  static @Nullable Path folder(String name) {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      Path found = folder.resolveSibling("shared/cases/data").resolve(name);
      if (Files.exists(found)) {
        return found;
      }
    }
    return null;
  }
}
