package io.icerunner.internal.catalog;

import java.util.Locale;

/**
 * One spelling for each file: {@code /a}, {@code file:/a} and {@code file:///a} are the same file,
 * and so are {@code s3://b/a}, {@code s3a://b/a} and {@code s3n://b/a}. Keys are for comparing,
 * never for opening.
 */
public final class LocationKey {
  private LocationKey() {}

  /** The key of a location. */
  public static String of(String location) {
    if (isPlain(location)) {
      return location;
    }
    if (LocalPaths.isLocal(location)) {
      return LocalPaths.toLocation(LocalPaths.toPath(location));
    }
    int colon = location.indexOf(':');
    String scheme = location.substring(0, colon).toLowerCase(Locale.ROOT);
    boolean isS3 = scheme.equals("s3a") || scheme.equals("s3n");
    return (isS3 ? "s3" : scheme) + location.substring(colon);
  }

  /** Tells whether a location is below a folder or is the folder itself; both are keys. */
  public static boolean isUnder(String key, String folderKey) {
    int length = folderKey.endsWith("/") ? folderKey.length() - 1 : folderKey.length();
    return key.regionMatches(0, folderKey, 0, length)
        && (key.length() == length || key.charAt(length) == '/');
  }

  /** As {@link LocalPaths#toLocation} writes it: the usual case, without making a path. */
  private static boolean isPlain(String location) {
    return location.startsWith("file:///")
        && location.indexOf("//", 8) < 0
        && !location.contains("/.")
        && !location.startsWith("/", 8)
        && !location.endsWith("/")
        && location.indexOf('\\') < 0
        && location.indexOf(':', 5) < 0;
  }
}
