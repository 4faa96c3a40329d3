package io.icerunner.internal.client;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a server is reached. Immutable; shows no secret.
 *
 * @param user logs in with the password; null for no log-in
 * @param token a bearer token that is sent with each call, instead of a log-in; null for none
 * @param rootCertificates PEM file of trusted authorities; null for those of the JVM
 * @param clientCertificate PEM file of the certificate that is shown to the server, with its key;
 *     null for none
 * @param skipVerification whether any certificate of the server is taken
 * @param overrideHostname the name that the server's certificate is for; null for the host's
 * @param headers sent with each call, by their names in lower case
 */
public record ConnectionSettings(
    FlightUri uri,
    @Nullable String user,
    @Nullable String password,
    @Nullable String token,
    @Nullable Path rootCertificates,
    @Nullable Path clientCertificate,
    @Nullable Path clientKey,
    boolean skipVerification,
    @Nullable String overrideHostname,
    Map<String, String> headers) {

  private static final String VISIBLE_ASCII = "[\\x20-\\x7e]*";

  /**
   * Checks what fits together.
   *
   * @throws IceRunnerException INVALID_ARGUMENT naming what does not
   */
  public ConnectionSettings {
    headers = lowerCase(headers);
    check(user == null || password != null, uri, "the user %s has no password".formatted(user));
    check(password == null || user != null, uri, "a password is given, and no user");
    check(user == null || token == null, uri, "both a user and a token are given; choose one");
    check(
        (clientCertificate == null) == (clientKey == null),
        uri,
        "a client's certificate and its key are given together or not at all");
    check(
        !skipVerification || rootCertificates == null,
        uri,
        "root certificates are given, and verification is skipped; choose one");
    check(
        token == null || !token.isBlank() && token.matches(VISIBLE_ASCII),
        uri,
        "the token is empty or holds characters that a header cannot carry");
    if (!uri.isEncrypted()) {
      List<String> options =
          encryptionOptions(
              rootCertificates, clientCertificate, skipVerification, overrideHostname);
      check(
          options.isEmpty(),
          uri,
          "the connection is plain, so that %s would do nothing; use grpc+tls://"
              .formatted(String.join(" and ", options)));
    }
    for (Map.Entry<String, String> header : headers.entrySet()) {
      check(
          header.getKey().matches("[a-z0-9_.-]+") && !header.getKey().endsWith("-bin"),
          uri,
          "'%s' is no name of a text header".formatted(header.getKey()));
      check(
          header.getValue().matches(VISIBLE_ASCII),
          uri,
          "the value of header '%s' holds characters that a header cannot carry"
              .formatted(header.getKey()));
    }
    check(
        !headers.containsKey("authorization") || user == null && token == null,
        uri,
        "the header 'authorization' and a user or token are given; choose one");
  }

  /** Nothing but the address. */
  public static ConnectionSettings of(FlightUri uri) {
    return new ConnectionSettings(uri, null, null, null, null, null, null, false, null, Map.of());
  }

  private static List<String> encryptionOptions(
      @Nullable Path rootCertificates,
      @Nullable Path clientCertificate,
      boolean skipVerification,
      @Nullable String overrideHostname) {
    List<String> options = new ArrayList<>();
    if (rootCertificates != null) {
      options.add("root certificates");
    }
    if (clientCertificate != null) {
      options.add("a client's certificate");
    }
    if (skipVerification) {
      options.add("skipping verification");
    }
    if (overrideHostname != null) {
      options.add("another host name");
    }
    return options;
  }

  private static Map<String, String> lowerCase(Map<String, String> headers) {
    Map<String, String> lower = new TreeMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    return Map.copyOf(lower);
  }

  private static void check(boolean holds, FlightUri uri, String problem) {
    if (!holds) {
      throw IceRunnerException.invalidArgument(
          "Cannot connect to %s: %s".formatted(uri.address(), problem));
    }
  }

  /** Whether a server gets something from us that others must not see. */
  boolean hasSecrets() {
    return user != null || token != null || !headers.isEmpty();
  }

  @Override
  public String toString() {
    return "ConnectionSettings[%s%s%s%s%s%s%s]"
        .formatted(
            uri,
            user == null ? "" : ", user " + user + ", password ***",
            token == null ? "" : ", token ***",
            rootCertificates == null ? "" : ", root certificates " + rootCertificates,
            clientCertificate == null ? "" : ", client certificate " + clientCertificate,
            skipVerification ? ", not verified" : "",
            headers.isEmpty() ? "" : ", headers " + headers.keySet());
  }
}
