package io.icerunner.mirror;

import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.internal.lifecycle.ClosingStack;
import io.icerunner.spi.QueryEngine;
import org.jspecify.annotations.Nullable;

/** A query engine that is opened when it is first needed: most mirrors need none. */
final class LazyEngine {
  private final EngineChoice choice;
  private final ClosingStack owned;
  private @Nullable QueryEngine engine;

  /**
   * @param owned closes the engine if it was opened; not closed while it is being opened
   */
  LazyEngine(EngineChoice choice, ClosingStack owned) {
    this.choice = choice;
    this.owned = owned;
  }

  synchronized QueryEngine engine() {
    QueryEngine open = engine;
    if (open == null) {
      open = owned.add(choice.open(Providers.context("default")));
      engine = open;
    }
    return open;
  }
}
