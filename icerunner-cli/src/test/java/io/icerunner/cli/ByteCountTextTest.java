package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteCountTextTest {

  @ParameterizedTest
  @CsvSource({"500000, 500000", "20MB, 20000000", "1.5 gb, 1500000000", "64MiB, 67108864"})
  void readsNumbersOfBytesAsTyped(String text, long bytes) {
    assertThat(new ByteCountText().convert(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "5x", "MB", "1.MB", "fast", "20 MB/s"})
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> new ByteCountText().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("20MB");
  }
}
