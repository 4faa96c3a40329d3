package io.icerunner.internal.register.source;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells what is complete. For one run and one thread. */
public interface UnitSource {

  /**
   * All units that are complete, sorted by key, each once.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if the source of truth is
   *     malformed or contradicts itself, UNAVAILABLE or NOT_FOUND if it cannot be read
   */
  List<Unit> units();

  /**
   * A text that changes whenever {@link #units()} would give others, known without reading them;
   * null if there is none.
   */
  default @Nullable String version() {
    return null;
  }

  /** The files of a unit, by one flat listing unless they are known already. Thread-safe. */
  UnitFiles files(Unit unit);

  /** Whether {@link #units()} has listed every file, so that {@link #files} costs nothing. */
  boolean isListed();

  /**
   * Keys of units that {@link #units()} saw and that are not complete, or not again: they are not
   * to be registered yet, and not gone either.
   */
  default Set<String> pending() {
    return Set.of();
  }

  /** Whether a registered unit that is neither complete nor pending is gone. */
  default boolean tellsWhatIsGone() {
    return true;
  }

  /** Files that {@link #units()} passed over while it listed. */
  int passedOver();
}
