package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {
  @ParameterizedTest
  @CsvSource({
    "%, orders, true",
    "'', '', true",
    "'', a, false",
    "o%, orders, true",
    "o%, Orders, false",
    "%der%, orders, true",
    "o_ders, orders, true",
    "o_ders, oders, false",
    "_, \uD83D\uDE00, true",
    "a\\_b, a_b, true",
    "a\\_b, axb, false",
    "a\\%b, a%b, true",
    "a\\%b, axxb, false",
    "a\\\\b, a\\b, true",
    "a\\, a\\, true",
    "a.b, a.b, true",
    "a.b, axb, false",
    "(a)*[b]$^, (a)*[b]$^, true",
    "a\\Eb, aEb, true",
  })
  void matchesAsSqlDoes(String pattern, String name, boolean matches) {
    assertThat(new LikePattern(pattern).test(name)).isEqualTo(matches);
  }
}
