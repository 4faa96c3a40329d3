package io.icerunner.internal.names;

import java.util.Collection;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds the existing name that was probably meant. */
public final class NearestName {
  private static final int MAX_CANDIDATES = 10_000;
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private NearestName() {}

  /**
   * The candidate with the fewest differing characters, case left aside; empty if none is near.
   *
   * @param candidates the first ten thousand are looked at, or what comes in half a second
   */
  public static Optional<String> of(String name, Iterator<String> candidates) {
    String wanted = name.toLowerCase(Locale.ROOT);
    int bestDistance = Math.max(1, wanted.length() / 3) + 1;
    String best = null;
    long deadline = System.nanoTime() + MAX_NANOS;
    for (int i = 0; i < MAX_CANDIDATES && candidates.hasNext(); i++) {
      if (System.nanoTime() - deadline > 0) {
        break;
      }
      String candidate = candidates.next();
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT), bestDistance);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** As {@link #of(String, Iterator)}, for a few candidates. */
  public static Optional<String> of(String name, Collection<String> candidates) {
    return of(name, candidates.iterator());
  }

  /** A hint to append to a message: {@code (did you mean "x"?)} after a blank, or nothing. */
  public static String hint(String name, Iterator<String> candidates) {
    return of(name, candidates).map(" (did you mean \"%s\"?)"::formatted).orElse("");
  }

  /** As {@link #hint(String, Iterator)}, for a few candidates. */
  public static String hint(String name, Collection<String> candidates) {
    return hint(name, candidates.iterator());
  }

  /** Edits between two texts, counted up to a limit; neighbours swapped are one edit. */
  private static int distance(String a, String b, int limit) {
    if (Math.abs(a.length() - b.length()) >= limit) {
      return limit;
    }
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + cost);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
