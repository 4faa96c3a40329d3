package io.icerunner.internal.catalog;

import java.nio.file.Path;
import java.util.Map;

/** How a SQLite file is opened through JDBC. */
final class SqliteUri {
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
      return "jdbc:sqlite:" + path;
    }
    return "jdbc:sqlite:file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23");
  }
}
