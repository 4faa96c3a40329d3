package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder below which there is to register, in the one spelling that a table records.
 *
 * <p>A folder of this machine may be given as {@code lake}, {@code ./lake/}, {@code /d/lake},
 * {@code file:/d/lake} or {@code file:///d/lake/}: all become {@code file:///d/lake}. Symbolic
 * links are not resolved. In an object store each slash of a key counts, so nothing is normalised
 * there but the scheme ({@code s3a} and {@code s3n} are {@code s3}) and one slash that ends the
 * prefix is added where there is none.
 */
public final class SourceRoot {
  private static final Pattern REMOTE = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]+):(.*)$");

  /** Ends with a slash. */
  private final String prefix;

  private final boolean local;

  private SourceRoot(String prefix, boolean local) {
    this.prefix = prefix;
    this.local = local;
  }

  /**
   * @param source a path or a URI
   * @throws IceRunnerException INVALID_ARGUMENT or UNSUPPORTED if it is none
   */
  public static SourceRoot of(String source) {
    if (source.isBlank()) {
      throw IceRunnerException.invalidArgument("Cannot register an empty source: give a folder");
    }
    String location = canonical(source);
    return new SourceRoot(
        location.endsWith("/") ? location : location + "/", LocalPaths.isLocal(location));
  }

  /** The canonical spelling of any location, whether below a source or not. */
  public static String canonical(String location) {
    if (LocalPaths.isLocal(location)) {
      return LocalPaths.toLocation(LocalPaths.toPath(location));
    }
    Matcher remote = REMOTE.matcher(location);
    if (!remote.matches()) {
      return location;
    }
    String scheme = remote.group(1).toLowerCase(Locale.ROOT);
    return (scheme.equals("s3a") || scheme.equals("s3n") ? "s3" : scheme) + ":" + remote.group(2);
  }

  /** The folder, without a slash at its end if it is one of this machine. */
  public String location() {
    return local && prefix.length() > "file:///".length()
        ? prefix.substring(0, prefix.length() - 1)
        : prefix;
  }

  /** The folder with a slash at its end: what the location of each file below begins with. */
  public String prefix() {
    return prefix;
  }

  /** Whether a location, in any spelling, is this folder or below it. */
  public boolean contains(String location) {
    return of(location).prefix.startsWith(prefix);
  }

  /**
   * The location that a text of a manifest or a list names: relative to this folder, or absolute.
   *
   * @param owner whose text it is, for messages
   * @throws IceRunnerException INVALID_ARGUMENT if it is not below this folder
   */
  public String resolve(String text, String owner) {
    String location;
    if (local) {
      Path path = LocalPaths.toPath(text);
      location = LocalPaths.toLocation(LocalPaths.toPath(prefix).resolve(path));
    } else {
      location = REMOTE.matcher(text).matches() ? canonical(text) : prefix + text;
    }
    if (!location.startsWith(prefix) || location.length() == prefix.length()) {
      throw IceRunnerException.invalidArgument(
          "Cannot register \"%s\" of %s: it is not below the source %s"
              .formatted(text, owner, location()));
    }
    return location;
  }

  /**
   * The part of a file's location that follows this folder.
   *
   * @param location canonical and below this folder
   */
  public String relative(String location) {
    if (!location.startsWith(prefix)) {
      throw IceRunnerException.internal(
          "Cannot register %s: it was listed below %s".formatted(location, prefix), null);
    }
    return location.substring(prefix.length());
  }

  @Override
  public String toString() {
    return location();
  }
}
