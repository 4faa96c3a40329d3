package io.icerunner.internal.catalog;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver for {@code jdbc:faulty:…} that stands before another one and breaks the next statement
 * that changes a table row, in one chosen way.
 */
public final class FaultyDriver implements Driver {
  public static final String PREFIX = "jdbc:faulty:";

  /** When the link breaks, seen from the database. */
  public enum Moment {
    BEFORE,
    AFTER,
    /** The database says that it is locked, and the link holds. */
    LOCKED
  }

  /** What the client is told. */
  public enum Kind {
    TRANSIENT,
    NON_TRANSIENT,
    CONNECTION_STATE,
    NO_STATE
  }

  /**
   * @param staysDown no new connection can be made until {@link #repair()}
   * @param meanwhile runs between the event in the database and the exception, as another writer
   */
  public record Fault(Moment moment, Kind kind, boolean staysDown, @Nullable Runnable meanwhile) {}

  private static volatile @Nullable Fault next;
  private static volatile boolean down;
  private static volatile int injected;

  static {
    try {
      DriverManager.registerDriver(new FaultyDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private FaultyDriver() {}

  public static void inject(Fault fault) {
    next = fault;
    injected = 0;
  }

  /** Everything works again. */
  public static void repair() {
    next = null;
    down = false;
  }

  /** Faults that took place since the last {@link #inject}. */
  public static int injected() {
    return injected;
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    if (down) {
      throw new SQLNonTransientConnectionException("cannot connect", "08001");
    }
    Connection real = DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), info);
    return proxy(
        Connection.class,
        (method, arguments) -> {
          Object result = invoke(real, method, arguments);
          if (method.getName().equals("prepareStatement") && isChange((String) arguments[0])) {
            return breaking(real, (PreparedStatement) Objects.requireNonNull(result));
          }
          return result;
        });
  }

  private static boolean isChange(String sql) {
    String statement = sql.strip().toUpperCase(Locale.ROOT);
    return statement.startsWith("UPDATE ICEBERG_TABLES")
        || statement.startsWith("INSERT INTO ICEBERG_TABLES");
  }

  private static PreparedStatement breaking(Connection connection, PreparedStatement real) {
    return proxy(
        PreparedStatement.class,
        (method, arguments) -> {
          @Nullable Fault fault = next;
          if (fault == null || !method.getName().equals("executeUpdate")) {
            return invoke(real, method, arguments);
          }
          next = null;
          injected++;
          if (fault.moment() == Moment.AFTER) {
            invoke(real, method, arguments);
          }
          if (fault.meanwhile() != null) {
            fault.meanwhile().run();
          }
          if (fault.moment() == Moment.LOCKED) {
            throw new SQLException("[SQLITE_BUSY] The database file is locked", null, 5);
          }
          down = fault.staysDown();
          connection.close();
          throw exception(fault);
        });
  }

  private static SQLException exception(Fault fault) {
    String message = "link lost " + fault.moment();
    return switch (fault.kind()) {
      case TRANSIENT -> new SQLTransientConnectionException(message, "08006");
      case NON_TRANSIENT -> new SQLNonTransientConnectionException(message, "08001");
      case CONNECTION_STATE -> new SQLException(message, "08006");
      case NO_STATE -> new SQLException(message);
    };
  }

  private interface Call {
    @Nullable Object on(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            FaultyDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call.on(method, arguments)));
  }

  private static @Nullable Object invoke(Object target, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(FaultyDriver.class.getName());
  }
}
