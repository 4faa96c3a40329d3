package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceRootTest {

  @ParameterizedTest
  @CsvSource({
    "/d/lake,             file:///d/lake",
    "/d/lake/,            file:///d/lake",
    "/d/lake//,           file:///d/lake",
    "/d/./x/../lake,      file:///d/lake",
    "file:/d/lake,        file:///d/lake",
    "file:/d/lake/,       file:///d/lake",
    "file:///d/lake,      file:///d/lake",
    "file:///d//lake/.//, file:///d/lake",
    "FILE:///d/lake,      file:///d/lake",
    "/d/a b%20c,          file:///d/a b%20c",
    "/,                   file:///",
    "s3://b/lake,         s3://b/lake/",
    "s3://b/lake/,        s3://b/lake/",
    "s3://b/lake//,       s3://b/lake//",
    "s3://b/a//lake,      s3://b/a//lake/",
    "s3://b/./lake,       s3://b/./lake/",
    "s3a://b/lake,        s3://b/lake/",
    "S3N://b/Lake,        s3://b/Lake/",
    "s3://b,              s3://b/",
    "gs://b/lake,         gs://b/lake/",
  })
  void spellsASourceInOneWay(String source, String location) {
    assertThat(SourceRoot.of(source).location()).isEqualTo(location);
  }

  @Test
  void takesRelativePathsFromTheWorkingFolder() {
    String expected = "file://" + Path.of("").toAbsolutePath() + "/lake";

    for (String source : new String[] {"lake", "./lake", "x/../lake/", "file:lake"}) {
      assertThat(SourceRoot.of(source).location()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/d/lake,     k=1/a.parquet,               file:///d/lake/k=1/a.parquet",
    "/d/lake/,    ./k=1//a.parquet,            file:///d/lake/k=1/a.parquet",
    "/d/lake,     /d/lake/a.parquet,           file:///d/lake/a.parquet",
    "/d/lake,     file:/d/lake/a.parquet,      file:///d/lake/a.parquet",
    "/d/lake,     file:///d/lake/a%20b,        file:///d/lake/a%20b",
    "/,           /a.parquet,                  file:///a.parquet",
    "s3://b/lake, k=1//a.parquet,              s3://b/lake/k=1//a.parquet",
    "s3://b/lake, s3a://b/lake/a.parquet,      s3://b/lake/a.parquet",
    "s3://b/lake, ./a.parquet,                 s3://b/lake/./a.parquet",
  })
  void resolvesFilesBelowIt(String source, String text, String location) {
    SourceRoot root = SourceRoot.of(source);

    assertThat(root.resolve(text, "the list")).isEqualTo(location);
    assertThat(root.relative(location)).isEqualTo(location.substring(root.prefix().length()));
  }

  @ParameterizedTest
  @CsvSource({
    "/d/lake,     ../other/a.parquet",
    "/d/lake,     /d/lake2/a.parquet",
    "/d/lake,     /d/lake",
    "/d/lake,     .",
    "s3://b/lake, s3://b/lake2/a.parquet",
    "s3://b/lake, s3://c/lake/a.parquet",
    "s3://b/lake, gs://b/lake/a.parquet",
    "s3://b/lake, s3://b/lake/",
  })
  void refusesFilesThatAreElsewhere(String source, String text) {
    SourceRoot root = SourceRoot.of(source);

    assertThatThrownBy(() -> root.resolve(text, "the list x.txt"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register \"%s\" of the list x.txt: it is not below the source %s"
                .formatted(text, root.location()));
  }

  @Test
  void refusesNoSource() {
    assertThatThrownBy(() -> SourceRoot.of(" ")).isInstanceOf(IceRunnerException.class);
  }
}
