package io.icerunner.internal.duckdb;

import io.icerunner.internal.duckdb.sql.PlannedStatement;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sessions, of which a few are kept when their statement has run to its end: preparing is most of
 * what a small statement costs.
 */
final class Sessions implements AutoCloseable {
  static final int KEPT = 32;
  private static final int LONGEST_TEXT = 20_000;

  private final DuckDbInstances instances;
  private final Set<Session> idle = new LinkedHashSet<>();
  private boolean closed;

  Sessions(DuckDbInstances instances) {
    this.instances = instances;
  }

  /** A session for the statement; nothing runs yet. */
  Session take(PlannedStatement planned, ZoneId zone) throws SQLException {
    Session.Key key = Session.Key.of(planned, zone);
    if (planned.fileLists().isEmpty()) {
      Session known = find(key);
      if (known != null) {
        return known;
      }
    }
    return Session.open(instances, key, zone, planned.fileLists());
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
    Session surplus = keep(session);
    if (surplus != null) {
      surplus.close();
    }
  }

  /** Keeps a session; answers one that is too many. */
  private synchronized @Nullable Session keep(Session session) {
    if (closed || session.key().sql().length() > LONGEST_TEXT) {
      return session;
    }
    idle.add(session);
    if (idle.size() <= KEPT) {
      return null;
    }
    Session oldest = idle.iterator().next();
    idle.remove(oldest);
    return oldest;
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
