package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".",
        "..",
        " a",
        "a ",
        "a/b",
        "a\\b",
        "a:b",
        "a*",
        "a?",
        "a\"b",
        "<a",
        "a>",
        "a|b",
        "a#b",
        "a+b",
        "a`b",
        "a\u0000b",
        "a\nb",
        "a\u007f",
        "a\u200bb",
        "\u202ea",
        "a\u2028b"
      })
  void dangerousNamesAreRefused(String name) {
    assertThatThrownBy(() -> TableNames.check(TableIdentifier.of("ns", name)))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> Assertions.assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("Cannot name a table");
    assertThatThrownBy(() -> TableNames.check(Namespace.of("a", name)))
        .hasMessageStartingWith("Cannot ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t", "T1", "größe", "日本", "a b", "a-b", "a_b", "a.b", "100%", "it's", "a;b", "(x)", "$1",
        "select"
      })
  void ordinaryNamesAreTaken(String name) {
    assertThatCode(() -> TableNames.check(TableIdentifier.of("ns", name)))
        .doesNotThrowAnyException();
  }

  @Test
  void aNamespaceLevelHasNoDotAndATableHasANamespace() {
    assertThatThrownBy(() -> TableNames.check(Namespace.of("a.b"))).hasMessageContaining("no dot");
    assertThatThrownBy(() -> TableNames.check(TableIdentifier.of("t")))
        .hasMessageContaining("no namespace");
  }

  @Test
  void lengthIsLimitedInBytes() {
    assertThatThrownBy(() -> TableNames.check(TableIdentifier.of("ns", "ü".repeat(101))))
        .hasMessageContaining("200 bytes");
  }
}
