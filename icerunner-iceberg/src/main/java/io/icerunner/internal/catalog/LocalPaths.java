package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Locations of the local file system, as Iceberg metadata spells them: a plain path, {@code
 * file:/path}, {@code file:///path}. What follows the scheme is the path itself, never
 * percent-encoded: so do Iceberg, Hadoop and PyIceberg write it.
 */
public final class LocalPaths {
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:.*");
  private static final Pattern WINDOWS_DRIVE = Pattern.compile("^/[A-Za-z]:.*");

  private LocalPaths() {}

  /** Tells whether a location is on the local file system. */
  public static boolean isLocal(String location) {
    return isFileScheme(location) || !SCHEME.matcher(location).matches();
  }

  /**
   * The path of a location.
   *
   * @throws IceRunnerException UNSUPPORTED if the location has another scheme or a host
   */
  public static Path toPath(String location) {
    if (!isLocal(location)) {
      throw IceRunnerException.unsupported(
          "Cannot open %s: only files of this machine can be opened here; set the catalog property io-impl to a FileIO for this scheme"
              .formatted(location));
    }
    try {
      return Path.of(isFileScheme(location) ? withoutScheme(location) : location);
    } catch (InvalidPathException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot open %s: %s".formatted(location, e.getReason()));
    }
  }

  /** The location of a path, as PyIceberg spells it: {@code file://} and the absolute path. */
  public static String toLocation(Path path) {
    String absolute = path.toAbsolutePath().normalize().toString().replace('\\', '/');
    return absolute.startsWith("/") ? "file://" + absolute : "file:///" + absolute;
  }

  private static boolean isFileScheme(String location) {
    return location.regionMatches(true, 0, "file:", 0, 5);
  }

  private static String withoutScheme(String location) {
    String rest = location.substring(5);
    if (rest.startsWith("//")) {
      rest = rest.substring(2);
      if (!rest.startsWith("/")) {
        throw IceRunnerException.unsupported(
            "Cannot open %s: a file location names no host; write file:///%s"
                .formatted(location, rest));
      }
    }
    return WINDOWS_DRIVE.matcher(rest).matches() ? rest.substring(1) : rest;
  }
}
