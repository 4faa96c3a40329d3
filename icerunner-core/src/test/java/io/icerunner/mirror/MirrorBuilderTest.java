package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MirrorBuilderTest {
  private static MirrorBuilder whole() {
    return Mirror.builder().source("grpc://localhost:1/a.b").warehouse(Path.of("w"));
  }

  private static void refuses(MirrorBuilder builder, String... texts) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContainingAll(texts)
        .extracting("code")
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void reportsAllThatIsMissing() {
    refuses(Mirror.builder(), "no source", "no target");
  }

  @Test
  void takesOneTarget() {
    refuses(whole().target("grpc://other:2"), "more than one target", "warehouse", "grpc://other");
  }

  @Test
  void connectsToNothing() {
    assertThat(whole().build()).isNotNull();
  }

  @Test
  void reportsAllThatContradicts() {
    refuses(
        whole()
            .sourceTable("c.d")
            .include("x*")
            .table("t")
            .nameTemplate("{table}")
            .mode(MirrorMode.CURSOR)
            .commitPerSnapshot(true)
            .lookBack("1h"),
        "leave out one of them",
        "CURSOR without a column",
        "commit per snapshot",
        "look-back without a cursor",
        "name template",
        "patterns");
    refuses(whole().cursor("c").mode(MirrorMode.FULL), "cursor with mode FULL");
    refuses(whole().keyColumns(List.of("k")), "key columns without a cursor");
    refuses(
        Mirror.builder().source("grpc://localhost:1").warehouse(Path.of("w")).table("t"),
        "without a source table");
  }

  @Test
  void findsOutThatAccessContradicts() {
    refuses(
        Mirror.builder()
            .source(FlightAccess.at("grpc://localhost:1").user("u"))
            .warehouse(Path.of("w")),
        "password");
  }

  @Test
  void showsNoSecret() {
    assertThat(FlightAccess.at("grpc+tls://localhost:1").user("ann").password("s3cret"))
        .hasToString("FlightAccess[grpc+tls://localhost:1, user ann, secret ***]");
    assertThat(FlightAccess.at("grpc+tls://localhost:1").token("t0ken").toString())
        .doesNotContain("t0ken");
  }

  static Stream<Arguments> badValues() {
    return Stream.of(
        bad("source", b -> b.source(" ")),
        bad("http", b -> b.source("http://localhost")),
        bad("sourceTable", b -> b.sourceTable("")),
        bad("warehouse", b -> b.warehouse(" ")),
        bad("catalog provider", b -> b.catalog(" ", Map.of())),
        bad("engine", b -> b.engine("", Map.of())),
        bad("table", b -> b.table(" ")),
        bad("include", b -> b.include("a", " ")),
        bad("exclude", b -> b.exclude("")),
        bad("nameTemplate", b -> b.nameTemplate("fixed")),
        bad("nameTemplate", b -> b.nameTemplate("{table}.{other}")),
        bad("nameTemplate", b -> b.nameTemplate("a..{table}")),
        bad("parallelTables", b -> b.parallelTables(0)),
        bad("parallelEndpoints", b -> b.parallelEndpoints(-1)),
        bad("cursor", b -> b.cursor(" ")),
        bad("keyColumns", b -> b.keyColumns(List.of(""))),
        bad("lookBack", b -> b.lookBack("soon")),
        bad("batchSize", b -> b.batchSize(0)),
        bad("maxRowsPerSecond", b -> b.maxRowsPerSecond(0)),
        bad("maxBytesPerSecond", b -> b.maxBytesPerSecond(-5)),
        bad("patience", b -> b.patience(Duration.ofSeconds(-1))),
        bad("longestPause", b -> b.longestPause(Duration.ZERO)),
        bad("interval", b -> whole().build().start(Duration.ZERO)));
  }

  private static Arguments bad(String setting, Consumer<MirrorBuilder> call) {
    return Arguments.of(setting, call);
  }

  @ParameterizedTest
  @MethodSource("badValues")
  void refusesBadValuesAtOnce(String setting, Consumer<MirrorBuilder> call) {
    assertThatThrownBy(() -> call.accept(Mirror.builder()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining(setting.equals("source") ? "uri" : setting)
        .extracting("code")
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }
}
