package io.icerunner.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionSettingsTest {
  private static final FlightUri PLAIN = FlightUri.parse("grpc://h");
  private static final FlightUri TLS = FlightUri.parse("grpc+tls://h");
  private static final Path FILE = Path.of("ca.pem");

  @TempDir Path folder;

  @Test
  void showsNoSecret() {
    ConnectionSettings settings =
        new ConnectionSettings(
            TLS, "ann", "hunter2", null, FILE, FILE, FILE, false, "x", Map.of("Key", "hunter3"));
    assertThat(settings.toString()).contains("ann", "ca.pem", "[key]").doesNotContain("hunter");
    assertThat(withToken(TLS, "hunter4").toString()).contains("token ***").doesNotContain("hunter");
  }

  @Test
  void refusesWhatDoesNotFitTogether() {
    assertRefused(() -> withUser("ann", null), "the user ann has no password");
    assertRefused(() -> withUser(null, "secret"), "a password is given, and no user");
    assertRefused(() -> withToken(TLS, "a\nb"), "the token is empty or holds characters");
    assertRefused(() -> withToken(TLS, " "), "the token is empty or holds characters");
    assertRefused(
        () -> new ConnectionSettings(TLS, "a", "b", "c", null, null, null, false, null, Map.of()),
        "both a user and a token");
    assertRefused(
        () ->
            new ConnectionSettings(TLS, null, null, null, null, FILE, null, false, null, Map.of()),
        "certificate and its key are given together");
    assertRefused(
        () -> new ConnectionSettings(TLS, null, null, null, FILE, null, null, true, null, Map.of()),
        "verification is skipped");
    assertRefused(() -> withHeader("a b", "c"), "'a b' is no name of a text header");
    assertRefused(() -> withHeader("a-bin", "c"), "'a-bin' is no name of a text header");
    assertRefused(() -> withHeader("a", "c\r\nd: e"), "the value of header 'a'");
    assertRefused(
        () ->
            new ConnectionSettings(
                TLS,
                null,
                null,
                "t",
                null,
                null,
                null,
                false,
                null,
                Map.of("Authorization", "Bearer x")),
        "choose one");
  }

  @Test
  void refusesCertificatesForAPlainConnection() {
    assertRefused(
        () ->
            new ConnectionSettings(PLAIN, null, null, null, FILE, FILE, FILE, false, "x", Map.of()),
        "the connection is plain, so that root certificates and a client's certificate and another host name would do nothing; use grpc+tls://");
    assertRefused(
        () ->
            new ConnectionSettings(PLAIN, null, null, null, null, null, null, true, null, Map.of()),
        "skipping verification would do nothing");
  }

  @Test
  void namesFilesThatCannotBeRead() throws IOException {
    Path missing = folder.resolve("missing.pem");
    assertNotOpened(withFiles(missing, null, null), "Cannot read the certificates in " + missing);
    Path text = Files.writeString(folder.resolve("text.pem"), "nothing");
    assertNotOpened(withFiles(text, null, null), "Cannot read the certificates in " + text);
    assertNotOpened(withFiles(null, text, text), "Cannot read the certificates in " + text);
  }

  private static void assertNotOpened(ConnectionSettings settings, String message) {
    try (BufferAllocator allocator = new RootAllocator()) {
      assertRefused(() -> FlightConnection.open(settings, allocator), message);
    }
  }

  private static void assertRefused(Runnable settings, String message) {
    assertThatThrownBy(settings::run).hasMessageContaining(message);
  }

  private static ConnectionSettings withFiles(
      @Nullable Path roots, @Nullable Path certificate, @Nullable Path key) {
    return new ConnectionSettings(
        TLS, null, null, null, roots, certificate, key, false, null, Map.of());
  }

  private static ConnectionSettings withUser(@Nullable String user, @Nullable String password) {
    return new ConnectionSettings(
        TLS, user, password, null, null, null, null, false, null, Map.of());
  }

  private static ConnectionSettings withToken(FlightUri uri, String token) {
    return new ConnectionSettings(uri, null, null, token, null, null, null, false, null, Map.of());
  }

  private static ConnectionSettings withHeader(String name, String value) {
    return new ConnectionSettings(
        TLS, null, null, null, null, null, null, false, null, Map.of(name, value));
  }
}
