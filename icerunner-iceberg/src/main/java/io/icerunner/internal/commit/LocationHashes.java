package io.icerunner.internal.commit;

import java.util.Arrays;
import java.util.Collection;

/**
 * Hashes of the locations of many files, eight bytes each. Tells surely that a location is not
 * among them; that one is, only nearly surely.
 */
final class LocationHashes {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private final long[] sorted;

  private LocationHashes(long[] sorted) {
    this.sorted = sorted;
  }

  static LocationHashes of(Collection<String> keys) {
    long[] hashes = keys.stream().mapToLong(LocationHashes::hash).toArray();
    Arrays.sort(hashes);
    return new LocationHashes(hashes);
  }

  boolean mayShareOneWith(LocationHashes other) {
    LocationHashes fewer = sorted.length <= other.sorted.length ? this : other;
    LocationHashes more = fewer == this ? other : this;
    for (long hash : fewer.sorted) {
      if (Arrays.binarySearch(more.sorted, hash) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** FNV-1a, over UTF-16 units. */
  private static long hash(String key) {
    long hash = OFFSET;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * PRIME;
    }
    return hash;
  }
}
