package io.icerunner.internal.register.source;

import java.util.concurrent.atomic.LongAdder;

/** Counts calls. Safe for use by many threads. */
final class CallCounter {
  private final LongAdder listings = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder retries = new LongAdder();

  void listed() {
    listings.increment();
  }

  void read(long count) {
    reads.increment();
    bytes.add(count);
  }

  void retried() {
    retries.increment();
  }

  StoreCalls calls() {
    return new StoreCalls(listings.sum(), reads.sum(), bytes.sum(), retries.sum());
  }
}
