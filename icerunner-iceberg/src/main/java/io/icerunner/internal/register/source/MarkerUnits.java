package io.icerunner.internal.register.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Folders that a marker file says are complete. */
final class MarkerUnits implements UnitSource {
  /** The unit of the files that are in no folder below the source. */
  private static final String SOURCE_ITSELF = ".";

  private final SourceStore store;
  private final SourceRoot root;
  private final String markerName;
  private final Map<String, List<SourceFile>> complete = new TreeMap<>();
  private final Set<String> pending = new HashSet<>();
  private int passedOver;

  MarkerUnits(SourceStore store, SourceRoot root, String markerName) {
    this.store = store;
    this.root = root;
    this.markerName = markerName;
  }

  @Override
  public List<Unit> units() {
    Set<String> marked = new HashSet<>();
    Listing listing = Listing.of(store, root, path -> mark(path, marked));
    passedOver = listing.passedOver();
    complete.clear();
    pending.clear();
    listing
        .data()
        .forEach(
            (path, file) -> {
              String folder = folder(path);
              String key = folder.isEmpty() ? SOURCE_ITSELF : folder;
              if (isComplete(folder, marked)) {
                complete.computeIfAbsent(key, k -> new ArrayList<>()).add(file);
              } else {
                pending.add(key);
              }
            });
    return complete.keySet().stream().map(key -> new Unit(key, null)).toList();
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

  @Override
  public UnitFiles files(Unit unit) {
    return new UnitFiles(complete.getOrDefault(unit.key(), List.of()), 0);
  }

  @Override
  public boolean isListed() {
    return true;
  }

  @Override
  public Set<String> pending() {
    return Set.copyOf(pending);
  }

  @Override
  public int passedOver() {
    return passedOver;
  }
}
