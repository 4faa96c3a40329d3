package io.icerunner.internal.settings;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with a builder, so that it is reported all together. */
public final class Faults {
  private final List<String> faults = new ArrayList<>();

  /** Adds what is wrong and what to do, without a full stop. */
  public void add(String fault) {
    faults.add(fault);
  }

  /**
   * Adds a fault unless exactly one was given.
   *
   * @param what as in "catalog"
   * @param hint how one is given
   * @param given names each
   */
  public void one(String what, String hint, List<String> given) {
    if (given.isEmpty()) {
      add("no %s: %s".formatted(what, hint));
    } else if (given.size() > 1) {
      add("more than one %s, keep one of: %s".formatted(what, String.join(", ", given)));
    }
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /**
   * INVALID_ARGUMENT with all faults.
   *
   * @param what as in "Cannot build the server"
   */
  public IceRunnerException asException(String what) {
    return IceRunnerException.invalidArgument(what + ": " + String.join("; ", faults));
  }
}
