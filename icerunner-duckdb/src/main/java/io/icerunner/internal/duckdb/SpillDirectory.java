package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder for what does not fit in memory: private to the engine, readable by its owner only, and
 * gone when the engine closes.
 */
final class SpillDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillDirectory.class);

  private final Path path;

  private SpillDirectory(Path path) {
    this.path = path;
  }

  /** Makes a folder of its own inside the given one, or inside the system's. */
  static SpillDirectory create(@Nullable Path parent) {
    try {
      if (parent == null) {
        return new SpillDirectory(Files.createTempDirectory("icerunner-duckdb-"));
      }
      Files.createDirectories(parent);
      return new SpillDirectory(Files.createTempDirectory(parent, "icerunner-duckdb-"));
    } catch (IOException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot open the engine duckdb: no folder can be made in %s: %s"
              .formatted(parent == null ? "the system's temporary folder" : parent, e));
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.warn("Folder of intermediate results is not deleted: {}", path, e);
    }
  }
}
