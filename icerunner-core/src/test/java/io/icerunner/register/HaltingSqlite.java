package io.icerunner.register;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes the place of SQLite's driver in this JVM and tells before and after each statement that
 * makes or moves a table's row: the moment of a commit.
 */
final class HaltingSqlite implements Driver {
  private final Driver sqlite;
  private final Runnable before;
  private final Runnable after;

  private HaltingSqlite(Driver sqlite, Runnable before, Runnable after) {
    this.sqlite = sqlite;
    this.before = before;
    this.after = after;
  }

  static void install(Runnable before, Runnable after) throws Exception {
    Class.forName("org.sqlite.JDBC");
    for (Driver driver : Collections.list(DriverManager.getDrivers())) {
      if (driver.acceptsURL("jdbc:sqlite:")) {
        DriverManager.deregisterDriver(driver);
        DriverManager.registerDriver(new HaltingSqlite(driver, before, after));
        return;
      }
    }
    throw new IllegalStateException("SQLite's driver isn't registered");
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    @Nullable Connection connection = sqlite.connect(url, info);
    return connection == null ? null : watched(connection);
  }

  private Connection watched(Connection connection) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          @Nullable Object result = invoke(connection, method, arguments);
          return result instanceof PreparedStatement statement && isCommit((String) arguments[0])
              ? watched(statement)
              : result;
        });
  }

  private PreparedStatement watched(PreparedStatement statement) {
    return proxy(
        PreparedStatement.class,
        (method, arguments) -> {
          if (!method.getName().equals("executeUpdate")) {
            return invoke(statement, method, arguments);
          }
          before.run();
          @Nullable Object rows = invoke(statement, method, arguments);
          after.run();
          return rows;
        });
  }

  private static boolean isCommit(String sql) {
    String statement = sql.strip().toUpperCase(Locale.ROOT);
    return statement.startsWith("UPDATE ICEBERG_TABLES")
        || statement.startsWith("INSERT INTO ICEBERG_TABLES");
  }

  private interface Call {
    @Nullable Object on(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            HaltingSqlite.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call.on(method, arguments)));
  }

  private static @Nullable Object invoke(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return sqlite.acceptsURL(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    return sqlite.getPropertyInfo(url, info);
  }

  @Override
  public int getMajorVersion() {
    return sqlite.getMajorVersion();
  }

  @Override
  public int getMinorVersion() {
    return sqlite.getMinorVersion();
  }

  @Override
  public boolean jdbcCompliant() {
    return sqlite.jdbcCompliant();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
