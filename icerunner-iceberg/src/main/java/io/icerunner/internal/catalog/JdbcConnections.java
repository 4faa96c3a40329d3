package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.jdbc.JdbcClientPool;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a catalog's database. A statement is never run twice: whether one that broke took
 * effect is for the caller to find out. A connection that is dead is replaced.
 *
 * <p>Safe for use by many threads; one waits when all connections are in use.
 */
final class JdbcConnections extends JdbcClientPool {
  private static final long TRUSTED_IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int VALIDATION_SECONDS = 5;

  private final Semaphore free;
  private final Deque<Idle> idle = new ArrayDeque<>();
  private boolean closed;

  private record Idle(Connection connection, long since) {}

  private JdbcConnections(int size, String uri, Map<String, String> properties) {
    super(size, uri, properties);
    this.free = new Semaphore(size, true);
  }

  /**
   * Connections to a database. None is opened before it is needed.
   *
   * @param properties the catalog's; {@code clients} says how many connections, those that begin
   *     with {@code jdbc.} go to the driver
   */
  static JdbcConnections open(String uri, Map<String, String> properties, int defaultSize) {
    String size = properties.getOrDefault(CatalogProperties.CLIENT_POOL_SIZE, "" + defaultSize);
    if (!size.matches("[1-9][0-9]{0,3}")) {
      throw IceRunnerException.invalidArgument(
          "Cannot open a catalog: the property %s is %s, not a number from 1 to 9999"
              .formatted(CatalogProperties.CLIENT_POOL_SIZE, size));
    }
    return new JdbcConnections(Integer.parseInt(size), uri, properties);
  }

  @Override
  public <R> R run(Action<R, Connection, SQLException> action, boolean retry) throws SQLException {
    free.acquireUninterruptibly();
    try {
      Connection connection = take();
      boolean usable = false;
      try {
        R result = action.run(connection);
        usable = true;
        return result;
      } finally {
        giveBack(connection, usable || isAlive(connection));
      }
    } finally {
      free.release();
    }
  }

  @Override
  public <R> R run(Action<R, Connection, SQLException> action) throws SQLException {
    return run(action, false);
  }

  private static boolean isAlive(Connection connection) {
    try {
      return !connection.isClosed() && connection.isValid(VALIDATION_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  private Connection take() throws SQLException {
    @Nullable Idle candidate = pollIdle();
    while (candidate != null) {
      boolean trusted = System.nanoTime() - candidate.since() < TRUSTED_IDLE_NANOS;
      if (trusted || candidate.connection().isValid(VALIDATION_SECONDS)) {
        return candidate.connection();
      }
      discard(candidate.connection());
      candidate = pollIdle();
    }
    return newClient();
  }

  private synchronized @Nullable Idle pollIdle() {
    if (closed) {
      throw new IllegalStateException("Cannot use a catalog that is closed");
    }
    return idle.pollFirst();
  }

  private void giveBack(Connection connection, boolean usable) {
    synchronized (this) {
      if (usable && !closed) {
        idle.addFirst(new Idle(connection, System.nanoTime()));
        return;
      }
    }
    discard(connection);
  }

  private static void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is thrown away because it is broken; nothing is lost.
    }
  }

  /** Closes idle connections now and the others when they are given back. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    for (Idle left = idle.pollFirst(); left != null; left = idle.pollFirst()) {
      discard(left.connection());
    }
  }

  @Override
  public synchronized boolean isClosed() {
    return closed;
  }
}
