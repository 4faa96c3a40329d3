package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IceRunnerServerBuilderTest {
  private record BadValue(String field, String value, Consumer<IceRunnerServerBuilder> setter) {}

  static List<BadValue> badValues() {
    return List.of(
        new BadValue("port", "-1", b -> b.port(-1)),
        new BadValue("port", "65536", b -> b.port(65_536)),
        new BadValue("host", " ", b -> b.host(" ")),
        new BadValue("warehouse", "", b -> b.warehouse("")),
        new BadValue("catalog provider", "", b -> b.catalog("", Map.of())),
        new BadValue("catalogName", "", b -> b.catalogName("")),
        new BadValue("engine", "", b -> b.engine("", Map.of())),
        new BadValue("advertise", "http://x:1", b -> b.advertise("http://x:1")),
        new BadValue("advertise", "grpc://x", b -> b.advertise("grpc://x")),
        new BadValue("advertise", "a b", b -> b.advertise("a b")),
        new BadValue("memoryLimit", "0", b -> b.memoryLimit(0)),
        new BadValue("callMemoryLimit", "-5", b -> b.callMemoryLimit(-5)),
        new BadValue("engineMemoryLimit", "0", b -> b.engineMemoryLimit(0)),
        new BadValue("engineThreads", "0", b -> b.engineThreads(0)),
        new BadValue("maxMessageBytes", "100", b -> b.maxMessageBytes(100)),
        new BadValue("defaultNamespace", "a..b", b -> b.defaultNamespace("a..b")),
        new BadValue("setupTimeout", "PT0S", b -> b.setupTimeout(Duration.ZERO)),
        new BadValue("drainTimeout", "PT-1S", b -> b.drainTimeout(Duration.ofSeconds(-1))),
        new BadValue("action name", "", b -> b.action("", "", (body, context) -> {})));
  }

  @ParameterizedTest
  @MethodSource("badValues")
  void settersRefuseBadValuesNamingFieldAndValue(BadValue bad) {
    assertThatThrownBy(() -> bad.setter().accept(IceRunnerServer.builder()))
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("Cannot set %s to \"%s\": ".formatted(bad.field(), bad.value())));
  }

  @Test
  void everythingMissingOrContradictingIsReportedTogether() {
    IceRunnerServerBuilder builder =
        IceRunnerServer.builder()
            .host("0.0.0.0")
            .engine("duckdb", Map.of())
            .engine("other", Map.of())
            .memoryLimit(10)
            .callMemoryLimit(20);
    assertThatThrownBy(builder::start)
        .hasMessageContaining("no tables to serve")
        .hasMessageContaining("several query engines")
        .hasMessageContaining("call insecure()")
        .hasMessageContaining("callMemoryLimit 20 is more than memoryLimit 10");
  }

  @Test
  void twoSourcesOfTablesContradict() {
    IceRunnerServerBuilder builder =
        IceRunnerServer.builder().warehouse(Path.of("a")).catalog("rest", Map.of("uri", "u"));
    assertThatThrownBy(builder::build)
        .hasMessageContaining("keep one of: warehouse, catalog \"rest\"");
  }

  @Test
  void twoActionsWithOneNameAreRefused() {
    IceRunnerServerBuilder builder =
        IceRunnerServer.builder().action("a", "first", (body, context) -> {});
    assertThatThrownBy(() -> builder.action("a", "second", (body, context) -> {}))
        .hasMessageContaining("there is one with that name already");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "::1"})
  void loopbackNeedsNoConsent(String host) {
    assertThat(IceRunnerServer.builder().warehouse(Path.of("w")).host(host).build()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.1", "example.com", "127.example.com"})
  void anyOtherAddressNeedsConsent(String host) {
    IceRunnerServerBuilder builder = IceRunnerServer.builder().warehouse(Path.of("w")).host(host);
    assertThatThrownBy(builder::build)
        .hasMessageContaining("other machines reach \"%s\"".formatted(host));
    assertThat(builder.insecure().build()).isNotNull();
  }

  @Test
  void aServerThatWasNotStartedClosesQuietly() {
    IceRunnerServer server = IceRunnerServer.builder().warehouse(Path.of("w")).build();
    server.close();
    server.close();
    assertThatThrownBy(server::port).hasMessageContaining("not running");
    assertThatThrownBy(server::start).hasMessageContaining("was started before");
    assertThat(Path.of("w")).doesNotExist();
  }
}
