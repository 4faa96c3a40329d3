package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.names.TableNameText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTextTest {

  @Test
  void splitsAtDots() {
    assertThat(TableNameText.parse("a.b.table-1")).containsExactly("a", "b", "table-1");
  }

  @Test
  void readsQuotedParts() {
    assertThat(TableNameText.parse("\"a.b\".\"say \"\"hi\"\"\".c"))
        .containsExactly("a.b", "say \"hi\"", "c");
  }

  @Test
  void takesUnicode() {
    assertThat(TableNameText.parse("größe.表")).containsExactly("größe", "表");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "\"",
        "\"a",
        "\"\"",
        "\"a\"b",
        "select 1",
        "f(x)",
        "a;",
        "a,b",
        "(select 1)",
        "'a'",
        "a\nb"
      })
  void whatIsNoNameIsNone(String text) {
    assertThat(TableNameText.parse(text)).isNull();
  }
}
