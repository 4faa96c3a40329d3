package io.icerunner.internal.register.source;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Files that nobody has changed for a while; each is a unit. */
final class QuietUnits implements UnitSource {
  private final SourceStore store;
  private final SourceRoot root;
  private final Duration quiet;
  private final Clock clock;
  private final Map<String, SourceFile> complete = new TreeMap<>();
  private final Set<String> pending = new HashSet<>();
  private int passedOver;

  QuietUnits(SourceStore store, SourceRoot root, Duration quiet, Clock clock) {
    this.store = store;
    this.root = root;
    this.quiet = quiet;
    this.clock = clock;
  }

  @Override
  public List<Unit> units() {
    long latest = clock.instant().minus(quiet).toEpochMilli();
    Listing listing = Listing.of(store, root, path -> {});
    passedOver = listing.passedOver();
    complete.clear();
    pending.clear();
    listing
        .data()
        .forEach(
            (path, file) -> {
              if (file.modifiedMillis() <= latest) {
                complete.put(path, file);
              } else {
                pending.add(path);
              }
            });
    return complete.keySet().stream().map(path -> new Unit(path, null)).toList();
  }

  @Override
  public UnitFiles files(Unit unit) {
    SourceFile file = complete.get(unit.key());
    return new UnitFiles(file == null ? List.of() : List.of(file), 0);
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
