package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {

  @ParameterizedTest
  @CsvSource({
    "events,   events,   true",
    "events,   eventsX,  false",
    "ev*,      events,   true",
    "ev*,      my.ev,    false",
    "*.ev*,    my.ev,    true",
    "e?ents,   events,   true",
    "e?ents,   eents,    false",
    "my_table, myXtable, false",
    "my_*,     myXtable, false",
    "my_%,     myXtable, true",
    "my\\_%,   myXtable, false",
    "my\\_%,   my_table, true",
    "a.b%,     aXb,      false",
  })
  void matches(String pattern, String name, boolean expected) {
    assertThat(NamePattern.of(pattern).matches(name)).isEqualTo(expected);
  }
}
