package io.icerunner.internal.register.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Brings a whole file to this machine, block by block. */
final class FileCopy {
  private static final int BLOCK = 8 << 20;

  private FileCopy() {}

  /**
   * Copies into a folder, under a name that is not taken and ends like the file's.
   *
   * @throws IceRunnerException RESOURCE_EXHAUSTED if the folder cannot be written
   */
  static Path copy(SourceStore store, SourceFile file, Path folder) {
    String name = file.location().substring(file.location().lastIndexOf('/') + 1);
    Path target = null;
    try {
      Files.createDirectories(folder);
      target = Files.createTempFile(folder, "", "-" + name);
      try (OutputStream out = Files.newOutputStream(target)) {
        for (long at = 0; at < file.size(); at += BLOCK) {
          out.write(store.read(file.location(), at, (int) Math.min(BLOCK, file.size() - at)));
        }
      }
      Path complete = target;
      target = null;
      return complete;
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "Cannot copy %s to %s: %s".formatted(file.location(), folder, e),
          e);
    } finally {
      if (target != null) {
        delete(target);
      }
    }
  }

  private static void delete(Path incomplete) {
    try {
      Files.deleteIfExists(incomplete);
    } catch (IOException e) {
      incomplete.toFile().deleteOnExit();
    }
  }
}
