package io.icerunner.internal.catalog;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** How a SQLite database is opened through JDBC. */
final class SqliteUri {
  static final String PREFIX = "jdbc:sqlite:";
  static final String IN_MEMORY = PREFIX + ":memory:";

  /**
   * A write-ahead log, so that readers and a writer do not wait for each other; every commit
   * flushed to disk; up to thirty seconds of waiting for another writer.
   */
  static final Map<String, String> SETTINGS =
      Map.of(
          "jdbc.journal_mode", "WAL",
          "jdbc.synchronous", "FULL",
          "jdbc.busy_timeout", "30000");

  private SqliteUri() {}

  /** The URL of a file. A path with characters that mean something in a URL is escaped. */
  static String of(Path file) {
    String path = file.toString();
    if (path.indexOf('?') < 0 && path.indexOf('#') < 0 && path.indexOf('%') < 0) {
      return PREFIX + path;
    }
    return PREFIX + "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23");
  }

  static boolean isSqlite(String uri) {
    return uri.toLowerCase(Locale.ROOT).startsWith(PREFIX);
  }

  /** True if each connection to the URL has a database of its own, gone when it is closed. */
  static boolean isInMemory(String uri) {
    if (!isSqlite(uri)) {
      return false;
    }
    String name = uri.substring(PREFIX.length());
    return name.isEmpty()
        || name.startsWith("?")
        || name.startsWith(":memory:")
        || name.startsWith("file::memory:")
        || name.contains("mode=memory");
  }
}
