package io.icerunner.internal.register.source;

import java.util.HashSet;
import java.util.Set;

/** Folders that a marker file says are complete. */
final class MarkerUnits extends ListedUnits {
  /** The unit of the files that are in no folder below the source. */
  private static final String SOURCE_ITSELF = ".";

  private final SourceStore store;
  private final SourceRoot root;
  private final String markerName;

  MarkerUnits(SourceStore store, SourceRoot root, String markerName) {
    this.store = store;
    this.root = root;
    this.markerName = markerName;
  }

  @Override
  int list() {
    Set<String> marked = new HashSet<>();
    Listing listing = Listing.of(store, root, path -> mark(path, marked));
    listing
        .data()
        .forEach(
            (path, file) -> {
              String folder = folder(path);
              String key = folder.isEmpty() ? SOURCE_ITSELF : folder;
              add(key, file, isComplete(folder, marked));
            });
    return listing.passedOver();
  }

  private void mark(String path, Set<String> marked) {
    String folder = folder(path);
    boolean isMarker = path.equals(folder.isEmpty() ? markerName : folder + "/" + markerName);
    if (isMarker && !DataFileRule.isHidden(folder + "/")) {
      marked.add(folder);
    }
  }

  private static boolean isComplete(String folder, Set<String> marked) {
    String above = folder;
    while (!marked.contains(above)) {
      if (above.isEmpty()) {
        return false;
      }
      above = folder(above);
    }
    return true;
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
