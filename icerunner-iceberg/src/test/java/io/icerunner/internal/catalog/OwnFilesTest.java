package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnFilesTest {

  @Test
  void theFoldersATableWritesIntoAreItsOwn() {
    OwnFiles own =
        new OwnFiles("/w/t", Map.of("write.data.path", "s3a://b/d", "write.metadata.path", "/m"));

    assertThat(own.contains("file:///w/t/data/f.parquet")).isTrue();
    assertThat(own.contains("/w/t")).isTrue();
    assertThat(own.contains("/w/t/")).isTrue();
    assertThat(own.contains("s3://b/d/f.parquet")).isTrue();
    assertThat(own.contains("file:/m/v1.metadata.json")).isTrue();
    assertThat(own.contains("/w/t2/f.parquet")).isFalse();
    assertThat(own.contains("/w/t/../t2/f.parquet")).isFalse();
    assertThat(own.contains("/w")).isFalse();
    assertThat(own.contains("s3://b/da/f.parquet")).isFalse();
    assertThat(own.contains("s3://c/d/f.parquet")).isFalse();
  }

  @Test
  void aSourceWithinTheTableIsNot() {
    OwnFiles own = new OwnFiles("/w/t", Map.of(OwnFiles.SOURCE_PROPERTY, "file:///w/t/lake/"));

    assertThat(own.contains("/w/t/metadata/v1.metadata.json")).isTrue();
    assertThat(own.contains("/w/t/lake/f.parquet")).isFalse();
    assertThat(own.contains("/w/t/lake")).isFalse();
    assertThat(own.contains("/w/t")).isFalse();
    assertThat(own.contains("/w/t/lake2/f.parquet")).isTrue();
  }

  @Test
  void aTableWithinItsSourceHasItsOwnFiles() {
    OwnFiles own = new OwnFiles("/lake/_iceberg", Map.of(OwnFiles.SOURCE_PROPERTY, "/lake"));

    assertThat(own.contains("/lake/_iceberg/metadata/v1.metadata.json")).isTrue();
    assertThat(own.contains("/lake/day=1/f.parquet")).isFalse();
  }

  @Test
  void aTableAtItsSourceHasNone() {
    OwnFiles own = new OwnFiles("/lake", Map.of(OwnFiles.SOURCE_PROPERTY, "/lake/"));

    assertThat(own.contains("/lake/day=1/f.parquet")).isFalse();
  }
}
