package io.icerunner.internal.register.partition;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Finds keys that differ from a column or from another key only in case. */
final class KeyCase {
  private final Map<String, Spelling> spellings = new HashMap<>();

  private record Spelling(String name, String origin) {}

  /**
   * @param origin where the names are, for messages
   */
  KeyCase(Collection<String> names, String origin) {
    names.forEach(name -> add(name, origin));
  }

  void add(String name, String origin) {
    spellings.putIfAbsent(name.toLowerCase(Locale.ROOT), new Spelling(name, origin));
  }

  /**
   * Takes a key of a path.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if it is known in another case
   */
  void check(String location, String key) {
    Spelling known =
        spellings.computeIfAbsent(
            key.toLowerCase(Locale.ROOT), lower -> new Spelling(key, location));
    if (!known.name().equals(key)) {
      throw Refusals.of(
          location,
          "key %s of its path differs only in case from %s of %s; keys match columns by their exact name, so rename the folder or the column"
              .formatted(key, known.name(), known.origin()));
    }
  }
}
