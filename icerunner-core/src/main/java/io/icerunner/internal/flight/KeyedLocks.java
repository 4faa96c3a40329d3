package io.icerunner.internal.flight;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One at a time per key. Keys share locks, so work under a lock must not take another.
 *
 * @param <K> the key, by its hash code
 */
final class KeyedLocks<K> {
  private static final int STRIPES = 64;

  private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

  KeyedLocks() {
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  <T> T locked(K key, Supplier<T> work) {
    ReentrantLock lock = locks[Math.floorMod(key.hashCode(), STRIPES)];
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
