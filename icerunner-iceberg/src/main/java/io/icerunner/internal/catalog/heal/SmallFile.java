package io.icerunner.internal.catalog.heal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Files that readers see whole, in their old state or the new. */
public final class SmallFile {
  private SmallFile() {}

  /** Writes a file or replaces it. */
  public static void write(Path file, String content) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID());
    try {
      Files.writeString(fresh, content);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
