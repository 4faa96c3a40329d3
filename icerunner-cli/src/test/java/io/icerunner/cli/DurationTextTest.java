package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "30, PT30S",
    "30s, PT30S",
    "500ms, PT0.5S",
    "5m, PT5M",
    "2H, PT2H",
    "1d, PT24H",
    "PT1M30S, PT1M30S"
  })
  void readsDurationsAsTyped(String text, Duration duration) {
    assertThat(new DurationText().convert(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1s", "5x", "1.5s", "PT-1S", "soon", "99999999999s"})
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> new DurationText().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }
}
