package io.icerunner.internal.register.source;

import java.time.Clock;
import java.time.Duration;

/** Files that nobody has changed for a while; each is a unit. */
final class QuietUnits extends ListedUnits {
  private final SourceStore store;
  private final SourceRoot root;
  private final Duration quiet;
  private final Clock clock;

  QuietUnits(SourceStore store, SourceRoot root, Duration quiet, Clock clock) {
    this.store = store;
    this.root = root;
    this.quiet = quiet;
    this.clock = clock;
  }

  @Override
  int list() {
    long latest = clock.instant().minus(quiet).toEpochMilli();
    Listing listing = Listing.of(store, root, path -> {});
    listing.data().forEach((path, file) -> add(path, file, file.modifiedMillis() <= latest));
    return listing.passedOver();
  }
}
