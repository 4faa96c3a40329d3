package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TableVersion;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanRequestJsonTest {

  private static TableVersion version(String keys) {
    return ((ReadRequest.OfTable) ScanRequestJson.parse("{\"table\":\"t\"," + keys + "}"))
        .version();
  }

  @Test
  void readsWishesForDataFiles() {
    assertThat(ScanRequestJson.parse("{\"table\":\"ns.t\",\"data-files\":true,\"snapshot-id\":42}"))
        .isEqualTo(new ReadRequest.OfFiles(List.of("ns", "t"), TableVersion.snapshot(42)));
    assertThat(ScanRequestJson.parse("{\"table\":\"t\",\"data-files\":false,\"filter\":\"a\"}"))
        .isEqualTo(new ReadRequest.OfTable(List.of("t"), TableVersion.current(), null, "a"));
  }

  @Test
  void readsEverything() {
    ReadRequest request =
        ScanRequestJson.parse(
            "{\"table\": \"ns.t\", \"columns\": [\"b\", \"a\"], \"filter\": \"a > 1\","
                + " \"snapshot-id\": 42}");
    assertThat(request)
        .isEqualTo(
            new ReadRequest.OfTable(
                List.of("ns", "t"), TableVersion.snapshot(42), List.of("b", "a"), "a > 1"));
  }

  @Test
  void readsTheShortestForm() {
    assertThat(ScanRequestJson.parse("{\"table\":[\"a.b\",\"t\"]}"))
        .isEqualTo(
            new ReadRequest.OfTable(List.of("a.b", "t"), TableVersion.current(), null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1700000000123 | 2023-11-14T22:13:20.123Z",
        "\"2024-02-01T00:00:00+01:00\" | 2024-01-31T23:00:00Z"
      })
  void readsTimes(String json, Instant expected) {
    assertThat(version("\"timestamp\":" + json)).isEqualTo(TableVersion.asOf(expected));
  }

  @ParameterizedTest
  @CsvSource({"ref", "branch", "tag"})
  void readsRefs(String key) {
    assertThat(version("\"" + key + "\":\"x\"")).isEqualTo(TableVersion.ref("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"from-snapshot-id\":1,\"to-snapshot-id\":2 | 1 | 2",
        "\"from-snapshot-id\":-1 | -1 |",
        "\"to-snapshot-id\":2 | | 2",
        "\"from-snapshot-id\":null,\"to-snapshot-id\":2 | | 2",
        "\"from-snapshot-id\":null | |"
      })
  void readsRanges(String keys, Long from, Long to) {
    assertThat(version(keys)).isEqualTo(TableVersion.changes(from, to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"table\":\"t\" | no valid JSON",
        "{} | \"table\" is missing",
        "{\"table\":\"t\",\"colums\":[\"a\"]} | did you mean \"columns\"?",
        "{\"table\":\"t\",\"columns\":[]} | \"columns\" must be",
        "{\"table\":\"t\",\"columns\":\"a\"} | \"columns\" must be",
        "{\"table\":\"t\",\"columns\":[1]} | \"columns\" must be",
        "{\"table\":\"a b\"} | \"table\" must be",
        "{\"table\":7} | \"table\" must be",
        "{\"table\":\"t\",\"snapshot-id\":1.5} | \"snapshot-id\" must be",
        "{\"table\":\"t\",\"snapshot-id\":\"1\"} | \"snapshot-id\" must be",
        "{\"table\":\"t\",\"snapshot-id\":99999999999999999999} | \"snapshot-id\" must be",
        "{\"table\":\"t\",\"timestamp\":\"yesterday\"} | no time in ISO 8601",
        "{\"table\":\"t\",\"tag\":\"x\",\"snapshot-id\":1} | several versions",
        "{\"table\":\"t\",\"from-snapshot-id\":\"1\"} | \"from-snapshot-id\" must be",
        "{\"table\":\"t\",\"to-snapshot-id\":1.5} | \"to-snapshot-id\" must be",
        "{\"table\":\"t\",\"from-snapshot-id\":1,\"snapshot-id\":1} | several versions",
        "{\"table\":\"t\",\"filter\":\" \"} | \"filter\" must be",
        "{\"table\":\"t\",\"data-files\":1} | \"data-files\" must be",
        "{\"table\":\"t\",\"data-files\":true,\"columns\":[\"a\"]} | \"columns\" beside",
        "{\"table\":\"t\",\"data-files\":true,\"filter\":\"a\"} | \"filter\" beside",
        "{\"table\":\"t\",\"table\":\"u\"} | no valid JSON",
        "{\"table\":\"t\"} x | no valid JSON"
      })
  void refusesTheRest(String json, String reason) {
    assertThatThrownBy(() -> ScanRequestJson.parse(json))
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .satisfies(e -> assertThat(e.getMessage()).contains(reason));
  }
}
