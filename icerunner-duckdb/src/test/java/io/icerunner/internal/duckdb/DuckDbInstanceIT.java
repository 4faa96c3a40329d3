package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an instance refuses by itself, even if a statement got past the checks before it. */
class DuckDbInstanceIT {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @SuppressWarnings("NullAway.Init")
  private DuckDbInstance instance;

  @SuppressWarnings("NullAway.Init")
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    TestTables.write(folder.resolve("wh/t/data/a.parquet"), "SELECT 1 AS id");
    TestTables.write(folder.resolve("wh/t2/data/b.parquet"), "SELECT 2 AS id");
    TestTables.write(folder.resolve("wh/t/data2/c.parquet"), "SELECT 3 AS id");
    Files.writeString(folder.resolve("secret.csv"), "secret,words\n1,2\n");
    Files.createSymbolicLink(folder.resolve("wh/t/data/link.csv"), folder.resolve("secret.csv"));
    Files.createDirectories(folder.resolve("spill"));
    instance =
        DuckDbInstance.open(
            DuckDbConfig.of(Map.of()),
            new InstanceKey(Set.of(folder.resolve("wh/t/data") + "/"), false),
            folder.resolve("spill"));
    connection = instance.connect(ZoneOffset.UTC);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    instance.close();
  }

  private void run(String sql) throws SQLException {
    String text = sql.replace("$D", folder.toString());
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(text)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
      }
    }
  }

  @Test
  void readsFilesOfItsOwnFolders() throws SQLException {
    run("SELECT * FROM read_parquet('$D/wh/t/data/a.parquet')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM read_parquet('$D/wh/t2/data/b.parquet')",
        "SELECT * FROM read_parquet('$D/wh/t/data2/c.parquet')",
        "SELECT * FROM read_parquet('$D/wh/t/data/../../t2/data/b.parquet')",
        "SELECT * FROM read_csv('$D/wh/t/data/link.csv')",
        "SELECT * FROM read_csv('$D/secret.csv')",
        "SELECT * FROM '$D/secret.csv'",
        "SELECT * FROM read_text('$D/secret.csv')",
        "SELECT * FROM read_blob('$D/secret.csv')",
        "SELECT * FROM read_json('$D/secret.csv')",
        "SELECT * FROM sniff_csv('$D/secret.csv')",
        "SELECT * FROM read_text('file://$D/secret.csv')",
        "SELECT * FROM glob('$D/*')",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM parquet_metadata('$D/wh/t2/data/b.parquet')",
        "SELECT * FROM parquet_schema('$D/wh/t2/data/b.parquet')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_text('/proc/self/environ')",
        "SELECT * FROM read_parquet('http://127.0.0.1:1/a.parquet')",
        "SELECT * FROM read_parquet('s3://bucket/a.parquet')",
        "SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
        "COPY (SELECT 1) TO '$D/out.parquet'",
        "COPY (SELECT 1) TO '$D/wh/t2/data/out.csv'",
        "WITH x AS (COPY (SELECT 1) TO '$D/out.parquet') SELECT 1",
        "ATTACH '$D/new.db'",
        "ATTACH '$D/wh/t2/new.db' AS n",
        "EXPORT DATABASE '$D/export'",
        "IMPORT DATABASE '$D/export'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "LOAD '$D/evil.duckdb_extension'",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET allowed_directories = ['/']",
        "SET allowed_paths = ['/etc/passwd']",
        "SET allowed_configs = ['threads']",
        "SET temp_directory = '/tmp'",
        "SET memory_limit = '100GB'",
        "SET threads = 100",
        "SET GLOBAL threads = 100",
        "RESET memory_limit",
        "PRAGMA threads = 4",
        "SET log_query_path = '$D/log'",
        "PRAGMA enable_profiling; SET profiling_output = '$D/profile'",
        "CALL enable_logging()",
        "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
        "CREATE PERSISTENT SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')"
      })
  void refuses(String sql) {
    assertThatThrownBy(() -> run(sql)).isInstanceOf(SQLException.class);
    assertThat(folder.resolve("out.parquet")).doesNotExist();
    assertThat(folder.resolve("wh/t2/data/out.csv")).doesNotExist();
    assertThat(folder.resolve("log")).doesNotExist();
    assertThat(folder.resolve("profile")).doesNotExist();
    assertThat(folder.resolve("new.db")).doesNotExist();
  }

  @Test
  void changesTheTimeZoneOfOneConnectionOnly() throws SQLException {
    run("SET TimeZone = 'Europe/Berlin'");
    try (Connection other = instance.connect(ZoneOffset.UTC);
        Statement statement = other.createStatement();
        ResultSet zone = statement.executeQuery("SELECT current_setting('TimeZone')")) {
      zone.next();
      assertThat(zone.getString(1)).isEqualTo("UTC");
    }
  }
}
