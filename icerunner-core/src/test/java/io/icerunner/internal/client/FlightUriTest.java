package io.icerunner.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlightUriTest {
  @ParameterizedTest
  @CsvSource({
    "grpc://host, grpc://host:8815",
    "grpc://host/, grpc://host:8815",
    "grpc+tcp://Host:1, grpc://host:1",
    "GRPC+TLS://host:65535, grpc+tls://host:65535",
    "flightsql://host, grpc+tls://host:8815",
    "flightsql://host?transport=tcp, grpc://host:8815",
    "flightsql://host/a.b?transport=tls, grpc+tls://host:8815/a.b",
    "grpc://[::1]:99/t, grpc://[::1]:99/t",
    "grpc://[FE80::1]/t, grpc://[fe80::1]:8815/t",
    "grpc://my_service.internal:8815/ns.t, grpc://my_service.internal:8815/ns.t",
    "grpc://h/ns/t, grpc://h:8815/ns.t",
    "grpc://h/a.b/t, grpc://h:8815/a.b.t",
  })
  void isWrittenInOneWay(String uri, String expected) {
    assertThat(FlightUri.parse(uri)).hasToString(expected);
  }

  @Test
  void hasTheTablesNameInItsPath() {
    assertThat(FlightUri.parse("grpc://h").table()).isEmpty();
    assertThat(FlightUri.parse("grpc://h/ns.t").table()).containsExactly("ns", "t");
    assertThat(FlightUri.parse("grpc://h/a/b/t").table()).containsExactly("a", "b", "t");
    assertThat(FlightUri.parse("grpc://h/\"a.b\".t").table()).containsExactly("a.b", "t");
    assertThat(FlightUri.parse("grpc://h/%22a.b%22/t").table()).containsExactly("a.b", "t");
    assertThat(FlightUri.parse("grpc://h/caf%C3%A9.t+1%25").table())
        .containsExactly("café", "t+1%");
    assertThat(FlightUri.parse("grpc://h/%22my%20table%22").table()).containsExactly("my table");
  }

  @Test
  void writesANameSoThatItIsReadBack() {
    FlightUri uri = new FlightUri("h", 1, false, List.of("a.b", "my \"t\""));
    assertThat(uri).hasToString("grpc://h:1/\"a.b\".\"my \"\"t\"\"\"");
    assertThat(FlightUri.parse(uri.toString())).isEqualTo(uri);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "host:8815 | has no scheme",
        "grcp://host | (did you mean \"grpc\"?)",
        "https://host | its scheme 'https' is not known; known are flightsql, grpc, grpc+tcp, grpc+tls",
        "grpc:///t | it has no host",
        "grpc://:1/t | it has no host",
        "grpc://a b/t | 'a b' is no host name",
        "grpc://::1/t | it has no host",
        "grpc://fe80::1/t | ':1' is no port",
        "grpc://[nope]/t | '[nope]' is no IPv6 address",
        "grpc://h:0 | '0' is no port",
        "grpc://h:65536 | '65536' is no port",
        "grpc://h:x | 'x' is no port",
        "grpc://h/a//b | '' in its path is no table name",
        "grpc://h/my%20table | 'my%20table' in its path is no table name; put a part",
        "grpc://h/a%2 | two hexadecimal digits must follow",
        "grpc://h/%ff | is no UTF-8 text",
        "grpc://h/t#1 | a fragment",
        "grpc://h?transport=tcp | with grpc the scheme tells the transport",
        "flightsql://h?transport=udp | its transport 'udp' is neither tcp nor tls",
        "flightsql://h?trasport=tcp | its parameter 'trasport' is not known (did you mean \"transport\"?)",
      })
  void isRefusedWithTheReason(String uri, String reason) {
    assertThatThrownBy(() -> FlightUri.parse(uri))
        .hasMessageContaining(reason)
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void refusesSecretsWithoutShowingThem() {
    assertThatThrownBy(() -> FlightUri.parse("grpc+tls://ann:hunter2@host/t?token=hunter3"))
        .hasMessageContaining("'grpc+tls://host/t': user and password do not belong into a URI")
        .message()
        .doesNotContain("hunter");
  }
}
