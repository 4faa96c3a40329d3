package io.icerunner.internal.duckdb;

import java.util.Collection;
import java.util.Comparator;

/** The known name that a misspelt one most likely meant. */
final class NearestName {
  private NearestName() {}

  /** The candidate with the fewest edits to the name, the first in order of the alphabet. */
  static String of(String name, Collection<String> candidates) {
    return candidates.stream()
        .sorted()
        .min(Comparator.comparingInt(candidate -> edits(name, candidate)))
        .orElse("");
  }

  private static int edits(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replace = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
