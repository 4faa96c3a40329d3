package io.icerunner.internal.catalog.heal;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of metadata files: {@code 00012-<uuid>.metadata.json} of catalogs, {@code
 * v12.metadata.json} of bare folders, each with {@code .gz} before or after the suffix if
 * compressed.
 */
public final class MetadataName {
  /** Of a name that tells no version. */
  static final long NO_VERSION = -1;

  /** The newest version first; names without a version last. */
  static final Comparator<String> NEWEST_FIRST =
      Comparator.comparingLong(MetadataName::version)
          .reversed()
          .thenComparing(Comparator.naturalOrder());

  private static final String SUFFIX = ".metadata.json";
  private static final List<String> SUFFIXES = List.of(SUFFIX, ".gz" + SUFFIX, SUFFIX + ".gz");
  private static final Pattern VERSIONED = Pattern.compile("v?(\\d{1,18})(?:[-.].*)?");

  private MetadataName() {}

  static boolean isMetadata(String fileName) {
    return !fileName.startsWith(".")
        && (fileName.endsWith(SUFFIX) || fileName.endsWith(SUFFIX + ".gz"));
  }

  static boolean isCompressed(String fileName) {
    return fileName.endsWith(".gz") || fileName.endsWith(".gz" + SUFFIX);
  }

  /** Each commit counts one up from the version it is based on. */
  static long version(String fileName) {
    Matcher matcher = VERSIONED.matcher(fileName);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : NO_VERSION;
  }

  /** The files a hint may mean, the likeliest first. */
  static Stream<String> meantBy(String hint) {
    Stream<String> stems = hint.matches("\\d+") ? Stream.of("v" + hint, hint) : Stream.of(hint);
    return isMetadata(hint)
        ? Stream.of(hint)
        : stems.flatMap(stem -> SUFFIXES.stream().map(suffix -> stem + suffix));
  }

  /** The file name in a location. */
  public static String of(String location) {
    return location.substring(Math.max(location.lastIndexOf('/'), location.lastIndexOf('\\')) + 1);
  }
}
