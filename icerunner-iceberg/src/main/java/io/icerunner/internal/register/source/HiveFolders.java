package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The Hive folders that lead the paths of a source. */
final class HiveFolders {
  private static final int LOOKED_AT = 10_000;

  private HiveFolders() {}

  /**
   * The keys of the folders that a path begins with.
   *
   * @param path below the source
   */
  static List<String> keys(String path) {
    List<String> keys = new ArrayList<>();
    String[] segments = path.split("/", -1);
    for (int i = 0; i < segments.length - 1 && segments[i].indexOf('=') > 0; i++) {
      keys.add(segments[i].substring(0, segments[i].indexOf('=')));
    }
    return keys;
  }

  /**
   * The path below the source of a data file that tells the keys: the first of a listing that is in
   * a Hive folder.
   *
   * @param manifest a file that is none of the source's data
   * @throws IceRunnerException INVALID_ARGUMENT if there is none among the first files, NOT_FOUND
   *     if there is no data file at all
   */
  static String example(SourceStore store, SourceRoot root, String manifest) {
    String other = null;
    int seen = 0;
    for (SourceFile file : store.list(root.prefix())) {
      String path = root.relative(file.location());
      if (DataFileRule.isData(path, file.size()) && !file.location().equals(manifest)) {
        if (!keys(path).isEmpty()) {
          return path;
        }
        other = path;
      }
      if (++seen == LOOKED_AT) {
        break;
      }
    }
    if (other == null) {
      throw IceRunnerException.notFound(
          "Cannot find the units of the manifest %s: there is no data file among the first %s files below the source %s"
              .formatted(manifest, seen, root));
    }
    throw IceRunnerException.invalidArgument(
        "Cannot find the units of the manifest %s: they are folders such as key=value directly below the source, but a data file of %s is %s"
            .formatted(manifest, root, other));
  }

  /** A data file in a folder, by its path below the source; empty if there is none. */
  static Optional<String> anyFile(SourceStore store, SourceRoot root, String folder) {
    for (SourceFile file : store.list(folder.isEmpty() ? root.prefix() : root.prefix() + folder)) {
      String path = root.relative(file.location());
      if (DataFileRule.isData(path, file.size())) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }
}
