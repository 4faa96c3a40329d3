package io.icerunner.internal.catalog;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a catalog's exception says about its database. */
final class SqliteFailures {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int CORRUPT = 11;
  private static final int NOT_A_DATABASE = 26;

  private SqliteFailures() {}

  /** True if SQLite refused the statement because another connection held the lock too long. */
  static boolean isBusy(Throwable failure) {
    @Nullable SQLException sql = sqlCause(failure);
    if (sql == null) {
      return false;
    }
    int primaryCode = sql.getErrorCode() & 0xff;
    String message = String.valueOf(sql.getMessage());
    return message.contains("[SQLITE_") && (primaryCode == BUSY || primaryCode == LOCKED);
  }

  /** True if SQLite cannot make sense of the file. */
  static boolean isDamaged(Throwable failure) {
    @Nullable SQLException sql = sqlCause(failure);
    if (sql == null) {
      return false;
    }
    int primaryCode = sql.getErrorCode() & 0xff;
    String message = String.valueOf(sql.getMessage());
    return message.contains("[SQLITE_")
        && (primaryCode == CORRUPT || primaryCode == NOT_A_DATABASE);
  }

  /** True if somebody else made the same table or column first, or was about to. */
  static boolean isRaceForSchema(Throwable failure) {
    @Nullable SQLException sql = sqlCause(failure);
    String message = sql == null ? "" : String.valueOf(sql.getMessage());
    return message.contains("duplicate column")
        || message.contains("already exists")
        || isBusy(failure);
  }

  /** True if a database is at the bottom of the failure. */
  static boolean isSql(Throwable failure) {
    return sqlCause(failure) != null;
  }

  static @Nullable SQLException sqlCause(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql;
      }
    }
    return null;
  }
}
