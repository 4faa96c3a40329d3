package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify} of tables that {@code mirror} copied. */
class VerifyCommandIT {
  @TempDir Path folder;

  private MirrorFixture fixture;

  @BeforeEach
  void start() {
    fixture = new MirrorFixture(folder);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private void mirror(String table, String... more) {
    String[] args = fixture.copy("mirror", table, more);
    assertThat(fixture.run(args)).as(fixture::err).isZero();
  }

  private int verify(String table, String... more) {
    return fixture.run(fixture.copy("verify", table, more));
  }

  @Test
  void aTargetEqualsItsSourceAsItWasAtThePosition() throws Exception {
    fixture.append("clicks");
    mirror("/default.clicks", "--one-time");
    fixture.append("clicks");

    assertThat(verify("/default.clicks", "-o", "json")).as(fixture::err).isZero();
    JsonNode equal = fixture.lines().get(0);
    assertThat(equal.path("equal").asBoolean()).isTrue();
    assertThat(equal.path("exact-version").asBoolean()).isTrue();
    assertThat(equal.path("source-rows").asLong()).isEqualTo(10);
    assertThat(equal.path("target-rows").asLong()).isEqualTo(10);
    assertThat(equal.path("differences")).isEmpty();
  }

  @Test
  void whatDiffersIsToldByColumnAndWhatWasNeverCopiedFails() throws Exception {
    fixture.append("clicks");
    mirror("/default.clicks", "--one-time");
    fixture.append("later");
    try (IceRunnerServer targets = MirrorFixture.serve(fixture.target())) {
      fixture.append(targets, "clicks");
    }

    assertThat(verify("")).isEqualTo(1);
    assertThat(fixture.out()).contains("different", "20", "country", "failed", "(2 rows)");
    assertThat(fixture.err())
        .contains("default.clicks: ", "column country differs", "icerunner: default.later: Cannot")
        .doesNotContain("\tat ");
    assertThat(verify("/default.clicks", "-o", "json")).isEqualTo(1);
    JsonNode different = fixture.lines().get(0);
    assertThat(different.path("equal").asBoolean()).isFalse();
    assertThat(different.path("differences").findValuesAsText("column")).contains("id", "country");
  }

  @Test
  void aTargetThatIsFollowedByAColumnIsReadUpToIt() throws Exception {
    fixture.append("clicks");
    mirror("/default.clicks", "--one-time", "--cursor", "ts");
    fixture.append("clicks");

    assertThat(verify("/default.clicks", "-o", "json")).as(fixture::err).isZero();
    assertThat(fixture.lines().get(0).path("exact-version").asBoolean()).isFalse();
    assertThat(fixture.lines().get(0).path("target-rows").asLong()).isEqualTo(10);
  }
}
