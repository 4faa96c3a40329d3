package io.icerunner.mirror;

import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightUri;
import io.icerunner.internal.settings.Setting;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a Flight server is reached: its address, and what proves who connects. Immutable; each method
 * gives another object. Secrets are shown by nothing.
 *
 * <pre>{@code
 * FlightAccess.at("grpc+tls://lake.example.com:8816/sales.orders")
 *     .user("ann").password(secret)
 *     .rootCertificates(Path.of("ca.pem"))
 * }</pre>
 */
public final class FlightAccess {
  private final FlightUri uri;
  private @Nullable String user;
  private @Nullable String password;
  private @Nullable String token;
  private @Nullable Path rootCertificates;
  private @Nullable Path clientCertificate;
  private @Nullable Path clientKey;
  private boolean skipVerification;
  private @Nullable String overrideHostname;
  private Map<String, String> headers;

  private FlightAccess(FlightUri uri) {
    this.uri = uri;
    this.headers = Map.of();
  }

  private FlightAccess(FlightAccess other) {
    uri = other.uri;
    user = other.user;
    password = other.password;
    token = other.token;
    rootCertificates = other.rootCertificates;
    clientCertificate = other.clientCertificate;
    clientKey = other.clientKey;
    skipVerification = other.skipVerification;
    overrideHostname = other.overrideHostname;
    headers = other.headers;
  }

  /**
   * A server, or a table of it.
   *
   * @param uri {@code grpc://host:port}, {@code grpc+tcp://}, {@code grpc+tls://} or {@code
   *     flightsql://}, with a table's name as path or not
   */
  public static FlightAccess at(String uri) {
    return new FlightAccess(FlightUri.parse(Setting.notBlank("uri", uri)));
  }

  /** Logs in as this user, with {@link #password(String)}. */
  public FlightAccess user(String name) {
    FlightAccess copy = new FlightAccess(this);
    copy.user = Setting.notBlank("user", name);
    return copy;
  }

  /** The user's password. */
  public FlightAccess password(String secret) {
    FlightAccess copy = new FlightAccess(this);
    copy.password = Objects.requireNonNull(secret, "secret is null");
    return copy;
  }

  /** Sends this bearer token with each call, instead of logging in. */
  public FlightAccess token(String secret) {
    FlightAccess copy = new FlightAccess(this);
    copy.token = Objects.requireNonNull(secret, "secret is null");
    return copy;
  }

  /** Trusts the authorities in this PEM file. By default those that the JVM trusts. */
  public FlightAccess rootCertificates(Path file) {
    FlightAccess copy = new FlightAccess(this);
    copy.rootCertificates = Objects.requireNonNull(file, "file is null");
    return copy;
  }

  /** Shows a certificate to the server: PEM files. */
  public FlightAccess clientCertificate(Path certificate, Path key) {
    FlightAccess copy = new FlightAccess(this);
    copy.clientCertificate = Objects.requireNonNull(certificate, "certificate is null");
    copy.clientKey = Objects.requireNonNull(key, "key is null");
    return copy;
  }

  /** Whether any certificate of the server is taken: whoever is in between can read and change. */
  public FlightAccess skipVerification(boolean skip) {
    FlightAccess copy = new FlightAccess(this);
    copy.skipVerification = skip;
    return copy;
  }

  /** The name that the server's certificate is for, if it is not the host of the URI. */
  public FlightAccess overrideHostname(String host) {
    FlightAccess copy = new FlightAccess(this);
    copy.overrideHostname = Setting.notBlank("overrideHostname", host);
    return copy;
  }

  /** Sends a header with each call. */
  public FlightAccess header(String name, String value) {
    FlightAccess copy = new FlightAccess(this);
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(Setting.notBlank("header", name), Objects.requireNonNull(value, "value is null"));
    copy.headers = Map.copyOf(more);
    return copy;
  }

  FlightUri uri() {
    return uri;
  }

  /**
   * As connections take it.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if something contradicts
   */
  ConnectionSettings settings() {
    return new ConnectionSettings(
        uri,
        user,
        password,
        token,
        rootCertificates,
        clientCertificate,
        clientKey,
        skipVerification,
        overrideHostname,
        headers);
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "FlightAccess[%s%s%s]"
        .formatted(
            uri,
            user == null ? "" : ", user " + user,
            password == null && token == null ? "" : ", secret ***");
  }
}
