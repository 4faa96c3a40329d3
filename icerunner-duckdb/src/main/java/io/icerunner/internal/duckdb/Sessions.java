package io.icerunner.internal.duckdb;

import io.icerunner.internal.duckdb.sql.PlannedStatement;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sessions, of which a few are kept when their statement has run to its end: preparing is most of
 * what a small statement costs.
 */
final class Sessions implements AutoCloseable {
  static final int KEPT = 32;
  private static final int LONGEST_TEXT = 20_000;

  /** A list of files is kept in DuckDB's memory some ten times over. */
  private static final long MOST_SETUP_CHARACTERS = 8_000_000;

  private final DuckDbInstances instances;
  private final Set<Session> idle = new LinkedHashSet<>();
  private boolean closed;

  Sessions(DuckDbInstances instances) {
    this.instances = instances;
  }

  /** A session for the statement; nothing runs yet. */
  Session take(PlannedStatement planned, ZoneId zone) throws SQLException {
    Session.Key key = Session.Key.of(planned, zone);
    Session known = find(key);
    return known != null ? known : Session.open(instances, key, zone, planned.setup());
  }

  private synchronized @Nullable Session find(Session.Key key) {
    Iterator<Session> sessions = idle.iterator();
    while (sessions.hasNext()) {
      Session session = sessions.next();
      if (session.key().equals(key)) {
        sessions.remove();
        return session;
      }
    }
    return null;
  }

  /** Takes back a session whose statement has ended well, with nothing open on it. */
  void give(Session session) {
    keep(session).forEach(Session::close);
  }

  /** Keeps a session; answers those that are too many. */
  private synchronized List<Session> keep(Session session) {
    if (closed || session.key().sql().length() > LONGEST_TEXT) {
      return List.of(session);
    }
    idle.add(session);
    List<Session> surplus = new ArrayList<>();
    Iterator<Session> oldest = idle.iterator();
    while (idle.size() > KEPT || setupCharacters() > MOST_SETUP_CHARACTERS) {
      surplus.add(oldest.next());
      oldest.remove();
    }
    return surplus;
  }

  private long setupCharacters() {
    return idle.stream().mapToLong(Session::setupCharacters).sum();
  }

  /** A statement's instance is broken: none of its sessions is used again. */
  void discard(Session session) {
    instances.discard(session.lease());
    synchronized (this) {
      idle.removeIf(
          other -> {
            boolean same = other.key().instance().equals(session.key().instance());
            if (same) {
              other.close();
            }
            return same;
          });
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      idle.forEach(Session::close);
      idle.clear();
    }
  }
}
