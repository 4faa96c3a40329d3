package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the JDBC driver for Flight SQL sees, be it a tool's or a program's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class JdbcIT {
  private SqlServer server;
  private String url;
  private Connection connection;

  @BeforeAll
  void start(@TempDir Path warehouse) throws SQLException {
    server = new SqlServer(warehouse);
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), 0, 10)) {
      server.ingest(
          rows,
          "t",
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_FAIL);
    }
    server.act(
        "create-table",
        """
        {"table": "wide", "schema": {"type": "struct", "schema-id": 0, "fields": [
          {"id": 1, "name": "k", "required": true, "type": "int"},
          {"id": 2, "name": "price", "required": false, "type": "decimal(12, 3)"},
          {"id": 3, "name": "ts", "required": false, "type": "timestamptz"},
          {"id": 4, "name": "tags", "required": false, "type":
            {"type": "list", "element-id": 5, "element": "string", "element-required": false}},
          {"id": 6, "name": "place", "required": false, "type": {"type": "struct", "fields": [
            {"id": 7, "name": "lat", "required": false, "type": "double"}]}}]}}
        """);
    url = "jdbc:arrow-flight-sql://127.0.0.1:%s/?useEncryption=false".formatted(server.port());
    connection = DriverManager.getConnection(url);
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
    server.close();
  }

  private static final String EVERY_TYPE =
      """
      SELECT true AS b, 1::TINYINT AS i8, 2::SMALLINT AS i16, 3::INTEGER AS i32, 4::BIGINT AS i64,
        255::UTINYINT AS u8, 65535::USMALLINT AS u16, 4294967295::UINTEGER AS u32,
        18446744073709551615::UBIGINT AS u64, 1.5::FLOAT AS f, 2.5::DOUBLE AS d,
        123.456::DECIMAL(12, 3) AS de, 'text' AS s, 'b'::ENUM('a', 'b') AS e,
        DATE '2024-02-29' AS da, TIME '10:11:12.123456' AS ti,
        TIMESTAMP '2024-02-29 10:11:12.123456' AS ts,
        TIMESTAMPTZ '2024-02-29 10:11:12.123456+00' AS tz
      """;

  @Test
  void readsEveryTypeAsText() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(EVERY_TYPE)) {
      assertThat(result.next()).isTrue();
      assertThat(result.getString("b")).isEqualTo("true");
      assertThat(result.getString("i64")).isEqualTo("4");
      assertThat(result.getString("u8")).isEqualTo("255");
      assertThat(result.getString("u16")).isEqualTo("65535");
      assertThat(result.getString("u32")).isEqualTo("4294967295");
      assertThat(result.getString("u64")).isEqualTo("18446744073709551615");
      assertThat(result.getString("de")).isEqualTo("123.456");
      assertThat(result.getString("s")).isEqualTo("text");
      assertThat(result.getString("e")).isEqualTo("b");
      assertThat(result.getString("da")).isEqualTo("2024-02-29");
      assertThat(result.getString("ts")).startsWith("2024-02-29 10:11:12");
      assertThat(result.next()).isFalse();
    }
  }

  @Test
  void readsEveryTypeAsAnObjectByIndexAndByName() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(EVERY_TYPE)) {
      assertThat(result.next()).isTrue();
      for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
        String name = result.getMetaData().getColumnLabel(column);
        // By index the driver makes a double of a float and cannot read a zoned timestamp at all.
        if (!name.equals("tz") && !name.equals("f")) {
          assertThat(result.getObject(column)).as(name).isEqualTo(result.getObject(name));
        }
      }
      assertThat(result.getObject("i32")).isEqualTo(3);
      assertThat(result.getBigDecimal("de")).isEqualTo(new BigDecimal("123.456"));
      assertThat(result.getBigDecimal("u64")).isEqualTo(new BigDecimal("18446744073709551615"));
      assertThat(result.getObject("tz", OffsetDateTime.class).toInstant())
          .isEqualTo(
              OffsetDateTime.of(2024, 2, 29, 10, 11, 12, 123_456_000, ZoneOffset.UTC).toInstant());
    }
  }

  @Test
  void readsTimestamps() throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(EVERY_TYPE)) {
      assertThat(result.next()).isTrue();
      assertThat(result.getTimestamp("tz", utc).toInstant())
          .isEqualTo(
              OffsetDateTime.of(2024, 2, 29, 10, 11, 12, 123_456_000, ZoneOffset.UTC).toInstant());
      assertThat(result.getTimestamp("ts"))
          .isEqualTo(Timestamp.valueOf("2024-02-29 10:11:12.123456"));
      assertThat(result.getDate("da")).isEqualTo(Date.valueOf("2024-02-29"));
    }
  }

  @Test
  void sumsOfLongsAreExact() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT sum(id) AS s FROM t")) {
      assertThat(result.getMetaData().getColumnType(1)).isEqualTo(Types.DECIMAL);
      assertThat(result.next()).isTrue();
      assertThat(result.getBigDecimal(1)).isEqualByComparingTo("45");
    }
  }

  @Test
  void anEmptyResultHasItsColumnsOnce() throws SQLException {
    // Of a plain Statement the driver lists the columns of an empty result twice, whatever it gets.
    try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM t WHERE false");
        ResultSet result = statement.executeQuery()) {
      assertThat(result.getMetaData().getColumnCount()).isEqualTo(2);
      assertThat(result.next()).isFalse();
      assertThat(result.getMetaData().getColumnCount()).isEqualTo(2);
    }
  }

  private interface Setter {
    void set(PreparedStatement statement) throws SQLException;
  }

  private @Nullable String run(String sql, Setter setter) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setter.set(statement);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        return result.getString(1);
      }
    }
  }

  @Test
  void bindsValuesOfEverySetter() throws SQLException {
    assertThat(run("SELECT CAST(? AS BOOLEAN)", s -> s.setBoolean(1, true))).isEqualTo("true");
    assertThat(run("SELECT CAST(? AS TINYINT)", s -> s.setByte(1, (byte) 7))).isEqualTo("7");
    assertThat(run("SELECT CAST(? AS SMALLINT)", s -> s.setShort(1, (short) 7))).isEqualTo("7");
    assertThat(run("SELECT CAST(? AS INTEGER)", s -> s.setInt(1, 7))).isEqualTo("7");
    assertThat(run("SELECT CAST(? AS BIGINT)", s -> s.setLong(1, 7L))).isEqualTo("7");
    assertThat(run("SELECT CAST(? AS FLOAT)", s -> s.setFloat(1, 1.5f))).isEqualTo("1.5");
    assertThat(run("SELECT CAST(? AS DOUBLE)", s -> s.setDouble(1, 1.5))).isEqualTo("1.5");
    assertThat(
            run(
                "SELECT CAST(? AS DECIMAL(12, 3))",
                s -> s.setBigDecimal(1, new BigDecimal("1.500"))))
        .isEqualTo("1.500");
    assertThat(run("SELECT CAST(? AS VARCHAR)", s -> s.setString(1, "x"))).isEqualTo("x");
    assertThat(
            run("SELECT octet_length(CAST(? AS BLOB))", s -> s.setBytes(1, new byte[] {1, 2, 3})))
        .isEqualTo("3");
    assertThat(run("SELECT ?", s -> s.setString(1, "unknown"))).isEqualTo("unknown");
  }

  @Test
  void bindsDatesAndTimes() throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    Timestamp timestamp = Timestamp.from(java.time.Instant.parse("2024-02-29T10:11:12.123Z"));
    assertThat(
            run(
                "SELECT CAST(? = TIMESTAMP '2024-02-29 10:11:12.123' AS VARCHAR)",
                s -> s.setTimestamp(1, timestamp, utc)))
        .isEqualTo("true");
    assertThat(
            run(
                "SELECT CAST(CAST(? AS TIMESTAMP) AS VARCHAR)",
                s -> s.setTimestamp(1, timestamp, utc)))
        .isEqualTo("2024-02-29 10:11:12.123");
    assertThat(
            run(
                "SELECT CAST(CAST(? AS DATE) AS VARCHAR)",
                s -> s.setDate(1, Date.valueOf("2024-02-29"))))
        .isEqualTo("2024-02-29");
    assertThat(
            run(
                "SELECT CAST(CAST(? AS TIME) AS VARCHAR)",
                s -> s.setTime(1, Time.valueOf("10:11:12"))))
        .isEqualTo("10:11:12");
  }

  @Test
  void bindsNulls() throws SQLException {
    String sql = "SELECT count(*) FROM t WHERE id IS NOT DISTINCT FROM ?";
    assertThat(run(sql, s -> s.setNull(1, Types.BIGINT))).isEqualTo("0");
    assertThat(run(sql, s -> s.setObject(1, null))).isEqualTo("0");
    assertThat(run(sql, s -> s.setObject(1, 3L))).isEqualTo("1");
  }

  @Test
  void aPreparedStatementRunsAgainWithOtherValues() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT name FROM t WHERE id = ?")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(1);
      for (long id = 0; id < 5; id++) {
        statement.setLong(1, id);
        try (ResultSet result = statement.executeQuery()) {
          assertThat(result.next()).isTrue();
          assertThat(result.getString(1)).isEqualTo("n" + id);
        }
      }
    }
  }

  @Test
  void statementsThatChangeDataAreRefusedWithAReason() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t VALUES (1, 'x')"))
          .isInstanceOf(SQLException.class)
          .hasStackTraceContaining("UNIMPLEMENTED");
      assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM missing"))
          .isInstanceOf(SQLException.class)
          .hasStackTraceContaining("missing");
    }
  }

  @Test
  void everyMetadataMethodWithoutArgumentsAnswers() throws Exception {
    DatabaseMetaData metadata = connection.getMetaData();
    List<String> failures = new ArrayList<>();
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getParameterCount() == 0) {
        try {
          Object answer = method.invoke(metadata);
          if (answer instanceof ResultSet result) {
            while (result.next()) {
              result.getObject(1);
            }
            result.close();
          }
        } catch (InvocationTargetException e) {
          if (!(e.getCause() instanceof SQLFeatureNotSupportedException)) {
            failures.add(method.getName() + ": " + e.getCause());
          }
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(metadata.getDatabaseProductName()).isEqualTo("IceRunner");
    assertThat(metadata.isReadOnly()).isFalse();
    assertThat(metadata.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metadata.supportsTransactions()).isFalse();
  }

  private static List<String> strings(ResultSet result, String column) throws SQLException {
    List<String> values = new ArrayList<>();
    try (result) {
      while (result.next()) {
        values.add(String.valueOf(result.getObject(column)));
      }
    }
    return values;
  }

  @Test
  void listsCatalogsSchemasTablesAndColumns() throws SQLException {
    DatabaseMetaData metadata = connection.getMetaData();
    assertThat(strings(metadata.getCatalogs(), "TABLE_CAT")).containsExactly("lake");
    assertThat(strings(metadata.getSchemas(), "TABLE_SCHEM")).contains("default");
    assertThat(strings(metadata.getTables(null, null, "%", null), "TABLE_NAME"))
        .containsExactlyInAnyOrder("t", "wide");
    assertThat(strings(metadata.getTables("lake", "default", "t", null), "TABLE_TYPE"))
        .containsExactly("TABLE");
    assertThat(strings(metadata.getTableTypes(), "TABLE_TYPE")).containsExactly("TABLE");
    assertThat(strings(metadata.getColumns(null, "default", "wide", "%"), "COLUMN_NAME"))
        .containsExactly("k", "price", "ts", "tags", "place");
    assertThat(strings(metadata.getColumns(null, "default", "wide", "%"), "TYPE_NAME"))
        .containsExactly(
            "INTEGER",
            "DECIMAL(12,3)",
            "TIMESTAMP WITH TIME ZONE",
            "VARCHAR[]",
            "STRUCT(\"lat\" DOUBLE)");
    assertThat(strings(metadata.getColumns(null, "default", "wide", "price"), "COLUMN_SIZE"))
        .containsExactly("12");
    assertThat(strings(metadata.getColumns(null, "default", "wide", "price"), "DECIMAL_DIGITS"))
        .containsExactly("3");
    assertThat(strings(metadata.getColumns(null, "default", "wide", "k"), "NULLABLE"))
        .containsExactly("0");
    assertThat(strings(metadata.getPrimaryKeys(null, "default", "wide"), "COLUMN_NAME")).isEmpty();
    assertThat(strings(metadata.getImportedKeys(null, "default", "wide"), "FKCOLUMN_NAME"))
        .isEmpty();
  }

  private static long count(Connection other) throws SQLException {
    try (other;
        Statement statement = other.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM t")) {
      assertThat(result.next()).isTrue();
      return result.getLong(1);
    }
  }

  @Test
  void connectsInAnyOfTheDriversWays() throws SQLException {
    assertThat(count(DriverManager.getConnection(url, new Properties()))).isEqualTo(10);
    assertThat(count(DriverManager.getConnection(url + "&schema=default&timezone=Asia/Tokyo")))
        .isEqualTo(10);
    Connection withCatalog = DriverManager.getConnection(url + "&catalog=lake");
    try (Statement statement = withCatalog.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM t")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getLong(1)).isEqualTo(10);
    }
    // The driver closes a session twice, the second time on a closed channel.
    assertThatThrownBy(withCatalog::close).hasMessageContaining("Channel shutdown");
    assertThatThrownBy(() -> DriverManager.getConnection(url + "&catalog=other"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void aPasswordIsRefusedWhereNothingChecksIt() {
    assertThatThrownBy(() -> DriverManager.getConnection(url, "bob", "secret"))
        .isInstanceOf(SQLException.class)
        .hasStackTraceContaining("this server has no authentication");
  }
}
