package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NewTableOptionsTest {

  @Test
  void splitsPartitionFieldsAtCommasOutsideParentheses() {
    assertThat(NewTableOptions.fields("tile, month(date),bucket(16, id) ,truncate(4,name)"))
        .containsExactly("tile", "month(date)", "bucket(16, id)", "truncate(4,name)");
    assertThat(NewTableOptions.fields(" ")).isEmpty();
    assertThat(NewTableOptions.fields("bucket(16, id")).containsExactly("bucket(16, id");
  }
}
