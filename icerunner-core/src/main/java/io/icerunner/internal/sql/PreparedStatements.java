package io.icerunner.internal.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.google.protobuf.ByteString;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.UUID;

/**
 * The prepared statements of all clients by their handles. One that was not used for {@link #IDLE}
 * is closed, since clients can vanish without closing theirs. Safe for use by many threads.
 */
final class PreparedStatements {
  static final Duration IDLE = Duration.ofHours(1);

  /** Refusing to prepare one more is better than closing one that is in use. */
  static final int MAX_STATEMENTS = 10_000;

  private final Cache<ByteString, PreparedStatement> statements;
  private final int limit;

  PreparedStatements() {
    this(Ticker.systemTicker(), MAX_STATEMENTS);
  }

  /**
   * @param ticker the clock of idleness
   * @param limit how many can be open
   */
  PreparedStatements(Ticker ticker, int limit) {
    this.statements = Caffeine.newBuilder().ticker(ticker).expireAfterAccess(IDLE).build();
    this.limit = limit;
  }

  /** Keeps a statement; returns its handle. */
  ByteString add(PreparedStatement statement) {
    if (statements.estimatedSize() >= limit) {
      statements.cleanUp();
      if (statements.estimatedSize() >= limit) {
        throw IceRunnerException.resourceExhausted(
            "Cannot prepare the statement: %s are open; close some, or wait until idle ones end"
                .formatted(limit));
      }
    }
    ByteString handle = ByteString.copyFromUtf8(UUID.randomUUID().toString());
    statements.put(handle, statement);
    return handle;
  }

  /**
   * @throws IceRunnerException NOT_FOUND if there is none
   */
  PreparedStatement load(ByteString handle) {
    PreparedStatement statement = statements.getIfPresent(handle);
    if (statement == null) {
      throw IceRunnerException.notFound(
          ("Cannot find the prepared statement: it was closed, or not used for %s minutes, or"
                  + " prepared on another server; prepare it again")
              .formatted(IDLE.toMinutes()));
    }
    return statement;
  }

  /** Idempotent. */
  void close(ByteString handle) {
    statements.invalidate(handle);
  }

  /** How many are open. */
  long count() {
    statements.cleanUp();
    return statements.estimatedSize();
  }

  void closeAll() {
    statements.invalidateAll();
  }
}
