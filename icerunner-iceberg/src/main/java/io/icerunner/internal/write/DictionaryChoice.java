package io.icerunner.internal.write;

/**
 * Whether a column chunk gets a dictionary, guessed from the values of its first page. A no is kept
 * for some row groups, so that columns without repetition don't pay for the question each time.
 */
final class DictionaryChoice {
  /** So many values are looked at. */
  static final int SAMPLE = 16_384;

  private static final int ASK_AGAIN_AFTER = 8;

  private final boolean allowed;
  private boolean chosen;
  private int chunks;

  /**
   * @param allowed false to choose none ever
   */
  DictionaryChoice(boolean allowed) {
    this.allowed = allowed;
  }

  /** True if the last answer may be stale, so that a sample is needed. */
  boolean open() {
    return allowed && (chosen || chunks++ % ASK_AGAIN_AFTER == 0);
  }

  boolean chosen() {
    return chosen;
  }

  void choose(boolean dictionary) {
    chosen = dictionary;
  }

  /**
   * How many distinct values a chunk of {@code rows} has, if {@code sample} of them have {@code
   * distinct}: as if drawn evenly from a fixed set.
   */
  static double distinctAmong(double rows, int distinct, int sample) {
    if (distinct >= sample) {
      return rows;
    }
    double low = distinct;
    double high = 1e12;
    for (int i = 0; i < 60 && high > low * 1.001; i++) {
      double set = Math.sqrt(low * high);
      if (set * -Math.expm1(-sample / set) < distinct) {
        low = set;
      } else {
        high = set;
      }
    }
    return low * -Math.expm1(-rows / low);
  }

  /** Bits of an id into a dictionary of that size. */
  static double idBits(double entries) {
    return Math.ceil(Math.log(Math.max(2, entries)) / Math.log(2));
  }
}
