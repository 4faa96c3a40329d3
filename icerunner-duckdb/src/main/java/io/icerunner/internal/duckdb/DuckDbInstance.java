package io.icerunner.internal.duckdb;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.duckdb.DuckDBConnection;

/**
 * One DuckDB in memory that can read the files under some folders and nothing else. It holds no
 * data. Safe for use by many threads: each statement has a connection of its own.
 */
final class DuckDbInstance implements AutoCloseable {
  private static final String URL = "jdbc:duckdb:";

  private final DuckDBConnection base;

  private DuckDbInstance(DuckDBConnection base) {
    this.base = base;
  }

  /** Opens an instance whose settings nobody can change any more. */
  static DuckDbInstance open(DuckDbConfig config, InstanceKey key, Path spill) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "jdbc_stream_results", "true",
            "jdbc_instance_cache", "false",
            "allow_unsigned_extensions", "false",
            "allow_persistent_secrets", "false",
            "threads", String.valueOf(key.scan() ? config.scanThreads() : config.threads())));
    DuckDBConnection base =
        DriverManager.getConnection(URL, properties).unwrap(DuckDBConnection.class);
    try (Statement statement = base.createStatement()) {
      statement.execute(settings(config, key.roots(), spill));
    } catch (SQLException | RuntimeException e) {
      base.close();
      throw e;
    }
    return new DuckDbInstance(base);
  }

  private static String settings(DuckDbConfig config, Collection<String> roots, Path spill) {
    StringBuilder settings = new StringBuilder();
    String memoryLimit = config.memoryLimit();
    if (memoryLimit != null) {
      set(settings, "memory_limit", SqlText.string(memoryLimit));
    }
    set(settings, "autoinstall_known_extensions", "false");
    set(settings, "autoload_known_extensions", "false");
    set(settings, "allow_community_extensions", "false");
    set(settings, "TimeZone", SqlText.string(Zones.UTC));
    set(settings, "streaming_buffer_size", SqlText.string(config.streamingBufferSize()));
    set(settings, "parquet_metadata_cache", "true");
    set(settings, "temp_directory", SqlText.string(spill.toString()));
    set(settings, "max_temp_directory_size", SqlText.string(config.maxTempDirectorySize()));
    set(settings, "allowed_directories", SqlText.list(allowed(roots)));
    set(settings, "allowed_configs", "['TimeZone']");
    set(settings, "enable_external_access", "false");
    set(settings, "lock_configuration", "true");
    return settings.toString();
  }

  /** DuckDB compares paths as they are written in a statement, before it expands patterns. */
  private static Set<String> allowed(Collection<String> roots) {
    Set<String> allowed = new LinkedHashSet<>(roots);
    roots.forEach(root -> allowed.add(SqlText.globLiteral(root)));
    return allowed;
  }

  private static void set(StringBuilder settings, String name, String value) {
    settings.append("SET ").append(name).append(" = ").append(value).append("; ");
  }

  /** A connection of this instance for one statement. The caller closes it. */
  DuckDBConnection connect(ZoneId zone) throws SQLException {
    DuckDBConnection connection = base.duplicate();
    String name = Zones.name(zone);
    if (!name.equals(Zones.UTC)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TimeZone = " + SqlText.string(name));
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  @Override
  public void close() throws SQLException {
    base.close();
  }
}
