package io.icerunner.internal.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaRecordJsonTest {
  private static final ReplicaRecord RECORD =
      new ReplicaRecord(
          "grpc://host:1/a.b",
          "uuid",
          "cursor",
          "{\"column\":\"ts\",\"last\":\"2026-01-01\",\"n\":1.25,\"big\":123456789012345678901234567890}",
          3,
          "run",
          9_007_199_254_740_993L,
          12,
          Map.of(4, 1, 10, 2),
          1_700_000_000_000L);

  @Test
  void whatIsWrittenIsRead() {
    String text = ReplicaRecordJson.write(RECORD).toString();

    assertThat(text).startsWith("{\"version\":1,").contains("\"field-ids\":{\"4\":1,\"10\":2}");
    assertThat(ReplicaRecordJson.read(tree(text), "table t")).isEqualTo(RECORD);
  }

  @Test
  void aSourceWithoutUuidIsRead() {
    ReplicaRecord record = new ReplicaRecord("s", null, "full", "{}", 1, "r", 1, 0, Map.of(), 0);

    assertThat(ReplicaRecordJson.read(ReplicaRecordJson.write(record), "table t"))
        .isEqualTo(record);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"version\":1; \"version\":\"1\"; it has no version",
        "\"run\":\"run\"; \"run\":5; its 'run' is not a text",
        "\"run\":\"run\"; \"ran\":\"run\"; it has a key 'ran' that means nothing",
        "\"epoch\":3; \"epoch\":3.5; its 'epoch' is not a number",
        "\"epoch\":3; \"epoch\":99999999999999999999; its 'epoch' is not a number",
        "\"4\":1; \"x\":1; its 'field-ids' has x: 1",
        "\"4\":1; \"4\":\"1\"; its 'field-ids' has 4: \"1\"",
        "\"position\":{; \"position\":1,\"p\":{; it has a key 'p'",
      })
  void whatIsDamagedIsTold(String from, String to, String reason) {
    String text = ReplicaRecordJson.write(RECORD).toString();
    assertThat(text).contains(from);

    assertThatThrownBy(() -> ReplicaRecordJson.read(tree(text.replace(from, to)), "table t"))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aLaterVersionIsRefused() {
    assertThatThrownBy(() -> ReplicaRecordJson.read(tree("{\"version\":2}"), "table t"))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("use a release that knows it");
  }

  @Test
  void aPositionIsAnObject() {
    assertThatThrownBy(() -> ReplicaRecordJson.normalized("[1]"))
        .hasMessageContaining("Cannot record position [1]");
    assertThat(ReplicaRecordJson.normalized("{ \"a\" : 1 }")).isEqualTo("{\"a\":1}");
  }

  private static JsonNode tree(String text) {
    try {
      return ReplicaRecordJson.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
