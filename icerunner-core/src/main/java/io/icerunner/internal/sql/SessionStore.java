package io.icerunner.internal.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that clients opened by setting an option, by their id. A session that nobody used
 * for {@link #IDLE} ends. Safe for use by many threads.
 */
final class SessionStore {
  /** Long enough for a person at a query tool, short enough for clients that never close. */
  static final Duration IDLE = Duration.ofHours(1);

  /** A session is a few hundred bytes. */
  static final int MAX_SESSIONS = 10_000;

  private final Cache<String, Session> sessions;

  SessionStore() {
    this(Ticker.systemTicker());
  }

  /**
   * @param ticker the clock of idleness
   */
  SessionStore(Ticker ticker) {
    this.sessions = Caffeine.newBuilder().ticker(ticker).expireAfterAccess(IDLE).build();
  }

  @Nullable Session find(String id) {
    return sessions.getIfPresent(id);
  }

  /** Opens a session; returns its id, which nobody can guess. */
  String open(Session session) {
    if (sessions.estimatedSize() >= MAX_SESSIONS) {
      sessions.cleanUp();
      if (sessions.estimatedSize() >= MAX_SESSIONS) {
        throw IceRunnerException.resourceExhausted(
            "Cannot open a session: %s are open; close some, or wait until idle ones end"
                .formatted(MAX_SESSIONS));
      }
    }
    String id = UUID.randomUUID().toString();
    sessions.put(id, session);
    return id;
  }

  void update(String id, Session session) {
    sessions.put(id, session);
  }

  void close(String id) {
    sessions.invalidate(id);
  }

  void closeAll() {
    sessions.invalidateAll();
  }
}
