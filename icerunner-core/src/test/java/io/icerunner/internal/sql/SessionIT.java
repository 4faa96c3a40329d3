package io.icerunner.internal.sql;

import static io.icerunner.internal.sql.QueryIT.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SessionIT {
  private SqlServer server;
  private FlightSqlClient sql;

  @BeforeEach
  void start(@TempDir Path warehouse) {
    server = new SqlServer(warehouse);
    sql = server.sql();
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), 0, 2)) {
      server.ingest(
          rows,
          "t",
          "a.b",
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_FAIL);
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Map<String, SetSessionOptionsResult.Error> set(Map<String, String> options) {
    Map<String, SessionOptionValue> values = new HashMap<>();
    options.forEach(
        (name, value) -> values.put(name, SessionOptionValueFactory.makeSessionOptionValue(value)));
    return sql.setSessionOptions(new SetSessionOptionsRequest(values)).getErrors();
  }

  private Map<String, SessionOptionValue> options() {
    return sql.getSessionOptions(new GetSessionOptionsRequest()).getSessionOptions();
  }

  private static SessionOptionValue text(String value) {
    return SessionOptionValueFactory.makeSessionOptionValue(value);
  }

  private String timeZone(CallOption... options) {
    return ((ArrowType.Timestamp)
            sql.execute("SELECT TIMESTAMPTZ '2024-01-01 00:00:00+00' z", options)
                .getSchemaOptional()
                .orElseThrow()
                .getFields()
                .get(0)
                .getType())
        .getTimezone();
  }

  @Test
  void tellsTheDefaultsBeforeAnythingIsSet() {
    assertThat(options())
        .containsEntry("catalog", text("lake"))
        .containsEntry("schema", text("default"))
        .containsEntry("timezone", text("UTC"));
  }

  @Test
  void theSchemaIsWhereNamesOfOnePartAreFound() {
    assertFails(() -> sql.execute("SELECT * FROM t"), FlightStatusCode.NOT_FOUND, "t");

    assertThat(set(Map.of("schema", "a.b", "catalog", "lake"))).isEmpty();

    assertThat(server.query("SELECT count(*) FROM t").single()).isEqualTo(2L);
    assertThat(options()).containsEntry("schema", text("a.b"));
  }

  @Test
  void theTimeZoneIsThatOfTimestamps() {
    assertThat(timeZone()).isEqualTo("UTC");

    assertThat(set(Map.of("timezone", "Europe/Madrid"))).isEmpty();

    assertThat(timeZone()).isEqualTo("Europe/Madrid");
    assertThat(server.query("SELECT TIMESTAMPTZ '2024-01-01 00:00:00+00'").schema())
        .isEqualTo(
            sql.execute("SELECT TIMESTAMPTZ '2024-01-01 00:00:00+00'")
                .getSchemaOptional()
                .orElseThrow());
    assertThat(
            server.query("SELECT CAST(TIMESTAMPTZ '2024-01-01 00:00:00+00' AS VARCHAR)").single())
        .isEqualTo("2024-01-01 01:00:00+01");
  }

  @Test
  void theTimeZoneOfTheMachineDoesNotShow(@TempDir Path warehouse) {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Madrid"));
    try (SqlServer elsewhere = new SqlServer(warehouse)) {
      SqlServer.Rows rows =
          elsewhere.query(
              """
              SELECT epoch_us(TIMESTAMPTZ '2024-01-01 00:00:00+00') AS micros,
                CAST(TIMESTAMPTZ '2024-01-01 00:00:00+00' AS VARCHAR) AS shown
              """);

      assertThat(rows.rows())
          .isEqualTo(List.of(List.of(1_704_067_200_000_000L, "2024-01-01 00:00:00+00")));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void eachOptionThatCannotBeSetIsReported() {
    assertThat(
            set(
                Map.of(
                    "catalog", "other",
                    "schema", "missing",
                    "timezone", "Mars/Olympus",
                    "color", "red")))
        .isEqualTo(
            Map.of(
                "catalog", new SetSessionOptionsResult.Error(ErrorValue.INVALID_VALUE),
                "schema", new SetSessionOptionsResult.Error(ErrorValue.INVALID_VALUE),
                "timezone", new SetSessionOptionsResult.Error(ErrorValue.INVALID_VALUE),
                "color", new SetSessionOptionsResult.Error(ErrorValue.INVALID_NAME)));
    assertThat(options()).containsEntry("schema", text("default"));
  }

  @Test
  void anEmptyValueSetsBackToTheDefault() {
    set(Map.of("schema", "a.b"));

    sql.setSessionOptions(
        new SetSessionOptionsRequest(
            Map.of("schema", SessionOptionValueFactory.makeEmptySessionOptionValue())));

    assertThat(options()).containsEntry("schema", text("default"));
  }

  @Test
  void sessionsOfTwoClientsAreApart() throws Exception {
    set(Map.of("schema", "a.b"));
    try (FlightSqlClient other = new FlightSqlClient(server.connect())) {
      assertThat(other.getSessionOptions(new GetSessionOptionsRequest()).getSessionOptions())
          .containsEntry("schema", text("default"));
    }
  }

  @Test
  void aClosedSessionLeavesTheDefaults() {
    set(Map.of("schema", "a.b"));

    assertThat(sql.closeSession(new CloseSessionRequest()).getStatus())
        .isEqualTo(CloseSessionResult.Status.CLOSED);

    assertThat(options()).containsEntry("schema", text("default"));
  }

  @Test
  void anUnknownCookieFailsTheCall() {
    assertFails(
        () -> sql.execute("SELECT 1", header("cookie", "arrow_flight_session_id=gone")),
        FlightStatusCode.NOT_FOUND,
        "gone");
    assertThat(server.query("SELECT 1").single()).isEqualTo(1);
  }

  @Test
  void callHeadersStandInForASession() {
    assertThat(timeZone(header("timezone", "Asia/Tokyo"))).isEqualTo("Asia/Tokyo");
    assertFails(
        () -> timeZone(header("timezone", "Mars/Olympus")),
        FlightStatusCode.INVALID_ARGUMENT,
        "Mars/Olympus");
    assertThat(server.read(sql.execute("SELECT count(*) FROM t", header("schema", "a.b"))).single())
        .isEqualTo(2L);
  }

  private static CallOption header(String name, String value) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert(name, value);
    return new HeaderCallOption(headers);
  }
}
