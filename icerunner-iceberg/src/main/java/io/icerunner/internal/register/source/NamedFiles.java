package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;

/** Files that somebody names: they must be there and have content. */
final class NamedFiles {
  private NamedFiles() {}

  /**
   * @param owner what names the file
   * @throws IceRunnerException NOT_FOUND if there is none
   */
  static SourceFile find(SourceStore store, String location, String owner) {
    return store
        .find(location)
        .orElseThrow(
            () ->
                IceRunnerException.notFound(
                    "Cannot register %s: %s names it, but there is no such file"
                        .formatted(location, owner)));
  }

  static void requireContent(SourceFile file, String owner) {
    if (file.size() == 0) {
      throw IceRunnerException.invalidArgument(
          "Cannot register %s: %s names it, but it is empty".formatted(file.location(), owner));
    }
  }
}
