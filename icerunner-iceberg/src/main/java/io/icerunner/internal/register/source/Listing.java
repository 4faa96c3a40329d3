package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All files of a source by one flat listing.
 *
 * @param data the data files by their paths below the source, sorted
 * @param passedOver how many others there are
 */
record Listing(Map<String, SourceFile> data, int passedOver) {

  /**
   * @param other gets the paths of the files that are no data files
   * @throws IceRunnerException NOT_FOUND if there is no file at all
   */
  static Listing of(SourceStore store, SourceRoot root, Consumer<String> other) {
    Map<String, SourceFile> data = new TreeMap<>();
    int passedOver = 0;
    for (SourceFile file : store.list(root.prefix())) {
      String path = root.relative(file.location());
      if (DataFileRule.isData(path, file.size())) {
        data.put(path, file);
      } else {
        passedOver++;
        other.accept(path);
      }
    }
    if (data.isEmpty() && passedOver == 0) {
      throw IceRunnerException.notFound(
          "Cannot register the source %s: there is no file below it".formatted(root));
    }
    return new Listing(data, passedOver);
  }
}
