package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PositionTextTest {

  @Test
  void aPositionIsAFewWordsForPeople() {
    assertThat(PositionText.brief("{\"snapshot-id\":7,\"sequence-number\":2}"))
        .isEqualTo("snapshot 7");
    assertThat(
            PositionText.brief(
                "{\"snapshot-id\":7,\"pending\":{\"to\":9,\"rows\":500,\"digest\":\"ab\"}}"))
        .isEqualTo("row 500 of those up to snapshot 9");
    assertThat(PositionText.brief("{\"column\":\"ts\",\"type\":\"date\",\"last\":\"2024-01-31\"}"))
        .isEqualTo("ts 2024-01-31");
    assertThat(PositionText.brief("{\"cycles\":3,\"rows\":90}"))
        .isEqualTo("{\"cycles\":3,\"rows\":90}");
    assertThat(PositionText.brief("no JSON")).isEqualTo("no JSON");
  }

  @Test
  void aPositionIsAnObjectForMachines() {
    assertThat(PositionText.fields("{\"digest\":\"ab\",\"rows\":90}"))
        .isEqualTo(Map.of("digest", "ab", "rows", 90));
    assertThat(PositionText.fields("no JSON")).isEqualTo("no JSON");
  }
}
