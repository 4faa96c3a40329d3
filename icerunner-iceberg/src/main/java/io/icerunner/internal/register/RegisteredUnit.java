package io.icerunner.internal.register;

/**
 * A unit that is in the table. Ordered by key.
 *
 * @param key its path below the source
 * @param rows it was registered with
 * @param digest of its files' names, sizes and modification times
 */
record RegisteredUnit(String key, long rows, int digest) implements Comparable<RegisteredUnit> {

  @Override
  public int compareTo(RegisteredUnit other) {
    return key.compareTo(other.key);
  }
}
