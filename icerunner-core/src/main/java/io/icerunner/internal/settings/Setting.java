package io.icerunner.internal.settings;

import io.icerunner.error.IceRunnerException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** What values a builder's settings may have; others are INVALID_ARGUMENT, naming both. */
public final class Setting {
  private static final Set<String> SCHEMES = Set.of("grpc", "grpc+tcp", "grpc+tls");

  /** The namespace of table names with one part. */
  public static final String DEFAULT_NAMESPACE = "default";

  private Setting() {}

  public static void check(boolean holds, String setting, Object value, String reason) {
    if (!holds) {
      throw refused(setting, value, reason);
    }
  }

  public static String notBlank(String setting, String value) {
    check(!value.isBlank(), setting, value, "it is blank");
    return value;
  }

  public static long positive(String setting, long value) {
    check(value > 0, setting, value, "it must be positive");
    return value;
  }

  public static Duration positive(String setting, Duration value) {
    check(!value.isNegative() && !value.isZero(), setting, value, "it must be positive");
    return value;
  }

  public static Duration notNegative(String setting, Duration value) {
    check(!value.isNegative(), setting, value, "it must not be negative");
    return value;
  }

  /** A table of a catalog, in the namespace "default" if the name has one part. */
  public static TableIdentifier tableName(String setting, String name) {
    TableIdentifier parsed = TableIdentifier.parse(notBlank(setting, name));
    return parsed.namespace().isEmpty()
        ? TableIdentifier.of(Namespace.of(DEFAULT_NAMESPACE), parsed.name())
        : parsed;
  }

  /** A URI that Flight clients can connect to. */
  public static String flightUri(String setting, String value) {
    URI uri;
    try {
      uri = URI.create(value);
    } catch (IllegalArgumentException e) {
      throw refused(setting, value, "it is no URI");
    }
    boolean reachable =
        SCHEMES.contains(String.valueOf(uri.getScheme()))
            && uri.getHost() != null
            && uri.getPort() > 0;
    check(reachable, setting, value, "it must be grpc://HOST:PORT or grpc+tls://HOST:PORT");
    return value;
  }

  /** Whether only programs on the same machine reach what listens there. */
  public static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    // A name would have to be looked up, and could mean another address later.
    boolean isLiteral = host.contains(":") || host.matches("[0-9.]+");
    try {
      return isLiteral && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static IceRunnerException refused(String setting, Object value, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot set %s to \"%s\": %s".formatted(setting, value, reason));
  }
}
