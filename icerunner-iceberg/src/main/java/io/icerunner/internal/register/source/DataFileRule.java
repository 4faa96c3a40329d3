package io.icerunner.internal.register.source;

import java.util.Locale;

/**
 * Which files of a listing are data files: the name ends in {@code .parquet}, {@code .parq} or
 * {@code .pq}, in any case; neither the name nor a folder between it and the source begins with a
 * dot or an underscore; and it has content. So {@code _SUCCESS}, {@code _metadata}, {@code
 * _temporary/…}, {@code .part.parquet.crc} and {@code part.parquet.tmp} are no data files.
 *
 * <p>As in Spark, a folder such as {@code _p=1} counts: an underscore may begin a Hive key.
 */
final class DataFileRule {
  private DataFileRule() {}

  /**
   * @param path below the source
   */
  static boolean isData(String path, long size) {
    return size > 0 && hasDataName(path) && !isHidden(path);
  }

  private static boolean hasDataName(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    return name.endsWith(".parquet") || name.endsWith(".parq") || name.endsWith(".pq");
  }

  /** Whether the name or a folder above it says that this is not for readers. */
  static boolean isHidden(String path) {
    int start = 0;
    while (start <= path.length()) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      String segment = path.substring(start, end);
      boolean hiveKey = slash >= 0 && segment.indexOf('=') > 0;
      if (segment.startsWith(".") || segment.startsWith("_") && !hiveKey) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  /** Whether the name is one of a file that is being written, or of a checksum. */
  static boolean isByProduct(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    return name.endsWith(".tmp") || name.endsWith(".crc") || name.endsWith("._copying_");
  }
}
