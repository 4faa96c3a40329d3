package io.icerunner.internal.register.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of a manifest in a temporary folder, all of one version: a manifest that is replaced while
 * it is copied is copied again. Closing removes the folder.
 */
final class ManifestCopy implements AutoCloseable {
  private static final int ATTEMPTS = 5;

  private final Path folder;
  private final Path file;

  private ManifestCopy(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * @throws IceRunnerException NOT_FOUND if there is none; UNAVAILABLE if it is never left alone
   */
  static ManifestCopy of(SourceStore store, String location) {
    try {
      Path folder = Files.createTempDirectory("icerunner-manifest");
      try {
        return new ManifestCopy(folder, copy(store, location, folder));
      } catch (IOException | RuntimeException e) {
        delete(folder);
        throw e;
      }
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot read the manifest %s: %s".formatted(location, e.getMessage()),
          e);
    }
  }

  Path file() {
    return file;
  }

  private static Path copy(SourceStore store, String location, Path folder) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      SourceFile before = store.stat(location);
      Path own = Files.createDirectory(folder.resolve(String.valueOf(attempt)));
      Path fetched = store.fetch(location, own);
      if (!fetched.startsWith(folder)) {
        fetched = Files.copy(fetched, own.resolve("manifest"));
      }
      if (store.stat(location).equals(before) && Files.size(fetched) == before.size()) {
        return fetched;
      }
    }
    throw new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot read the manifest %s: it changed %s times while it was read; replace it by a rename"
            .formatted(location, ATTEMPTS));
  }

  @Override
  public void close() {
    try {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(folder)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }
}
