package io.icerunner.internal.commit;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One commit at a time per table in this process: threads that wait their turn are faster than
 * threads that race each other. Two tables may share a lock.
 */
final class CommitLocks {
  private static final int STRIPES = 256;
  private static final CommitLocks SHARED = new CommitLocks();

  private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

  private CommitLocks() {
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new ReentrantLock(true);
    }
  }

  static <T> T locked(String tableLocation, Supplier<T> work) {
    ReentrantLock lock = SHARED.locks[Math.floorMod(tableLocation.hashCode(), STRIPES)];
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
