package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys and values in the folders of a file, as Hive spells them: {@code dt=2024-01-01/p=a%20b}.
 *
 * <p>Keys and values are percent-decoded as UTF-8; a plus sign is a plus sign, and a percent sign
 * that two hexadecimal digits do not follow is itself. {@code __HIVE_DEFAULT_PARTITION__} is null
 * when it is spelled so: writers escape a text of these letters. A value of no letters is the empty
 * text, as DuckDB, Arrow and Polars write it; Hive and Spark write none. A folder without an equals
 * sign is no key. What follows the first equals sign is the value.
 *
 * @param location of the file
 * @param entries in the order of the path; no two keys are equal but for case
 */
public record HivePath(String location, List<Entry> entries) {
  static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  public HivePath {
    entries = List.copyOf(entries);
  }

  /** A folder's key and value; null for Hive's default partition. */
  public record Entry(String key, @Nullable String value) {}

  /**
   * Reads the folders between a source and the file's own name.
   *
   * @param source a prefix of the location that ends at a folder, with or without a slash
   * @throws IceRunnerException INVALID_ARGUMENT if the file is not below the source, a key is there
   *     twice or twice but for case, a key is empty, or a key or value is not UTF-8
   */
  public static HivePath of(String source, String location) {
    String path = below(source, location);
    List<Entry> entries = new ArrayList<>();
    int start = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
      int equals = path.indexOf('=', start);
      if (equals >= 0 && equals < slash) {
        entries.add(
            entry(location, path.substring(start, equals), path.substring(equals + 1, slash)));
      }
      start = slash + 1;
    }
    checkKeys(location, entries);
    return new HivePath(location, entries);
  }

  /** The entry of a key in exactly this spelling; null if there is none. */
  public @Nullable Entry find(String key) {
    for (Entry entry : entries) {
      if (entry.key().equals(key)) {
        return entry;
      }
    }
    return null;
  }

  private static String below(String source, String location) {
    if (!location.startsWith(source)) {
      throw refused(location, "it is not below the source " + source);
    }
    String rest = location.substring(source.length());
    if (!source.isEmpty() && !source.endsWith("/") && !rest.isEmpty() && rest.charAt(0) != '/') {
      throw refused(location, "it is not below the source " + source);
    }
    return rest;
  }

  private static Entry entry(String location, String rawKey, String rawValue) {
    String folder = rawKey + "=" + rawValue;
    if (rawKey.isEmpty()) {
      throw refused(location, "folder %s has no key before the equals sign".formatted(folder));
    }
    String key = decode(location, folder, rawKey);
    return new Entry(key, rawValue.equals(NULL) ? null : decode(location, folder, rawValue));
  }

  private static String decode(String location, String folder, String text) {
    String decoded = PercentEncoding.decode(text);
    if (decoded == null) {
      throw refused(location, "folder %s is not UTF-8 once it is decoded".formatted(folder));
    }
    return decoded;
  }

  private static void checkKeys(String location, List<Entry> entries) {
    for (int later = 1; later < entries.size(); later++) {
      String key = entries.get(later).key();
      for (int earlier = 0; earlier < later; earlier++) {
        String other = entries.get(earlier).key();
        if (other.equalsIgnoreCase(key)) {
          throw refused(
              location,
              other.equals(key)
                  ? "its path has the key %s twice".formatted(key)
                  : "the keys %s and %s of its path differ only in case".formatted(other, key));
        }
      }
    }
  }

  private static IceRunnerException refused(String location, String reason) {
    return Refusals.of(location, reason);
  }
}
