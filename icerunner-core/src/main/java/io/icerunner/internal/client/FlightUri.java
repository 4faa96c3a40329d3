package io.icerunner.internal.client;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import io.icerunner.internal.names.TableNameText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Flight server, and of a table of it if its path names one.
 *
 * <p>Schemes: {@code grpc} and {@code grpc+tcp} are plain; {@code grpc+tls} and {@code flightsql}
 * are encrypted, the latter unless its parameter {@code transport} is {@code tcp}. Without a port
 * it is {@value #DEFAULT_PORT}. A table is {@code /ns.table} or {@code /ns/table}; a part with a
 * dot or a blank in it stands in double quotes.
 *
 * @param host a name in lower case, or an IP address; an IPv6 address without its brackets
 * @param isEncrypted whether the connection uses TLS
 * @param table the parts of the table's name; empty if there is none
 */
public record FlightUri(String host, int port, boolean isEncrypted, List<String> table) {
  /** The port of a URI that has none. */
  public static final int DEFAULT_PORT = 8815;

  private static final String SEPARATOR = "://";

  private static final Map<String, Boolean> ENCRYPTED_BY_SCHEME =
      new TreeMap<>(Map.of("grpc", false, "grpc+tcp", false, "grpc+tls", true, "flightsql", true));

  /** Copies. */
  public FlightUri {
    table = List.copyOf(table);
  }

  /**
   * Reads a URI.
   *
   * @throws IceRunnerException INVALID_ARGUMENT saying what is wrong with it; the message holds no
   *     password that the URI may have had
   */
  public static FlightUri parse(String uri) {
    int schemeEnd = uri.indexOf(SEPARATOR);
    if (schemeEnd < 0) {
      throw refused(uri, "it has no scheme; write it as grpc://host:port/table");
    }
    String scheme = uri.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
    Boolean encrypted = ENCRYPTED_BY_SCHEME.get(scheme);
    if (encrypted == null) {
      throw refused(
          uri,
          "its scheme '%s' is not known%s; known are %s"
              .formatted(
                  scheme,
                  NearestName.hint(scheme, ENCRYPTED_BY_SCHEME.keySet()),
                  String.join(", ", ENCRYPTED_BY_SCHEME.keySet())));
    }
    String rest = uri.substring(schemeEnd + SEPARATOR.length());
    if (rest.indexOf('#') >= 0) {
      throw refused(uri, "a fragment after '#' has no meaning here; write '#' in a name as %23");
    }
    int queryStart = rest.indexOf('?');
    String beforeQuery = queryStart < 0 ? rest : rest.substring(0, queryStart);
    int pathStart = beforeQuery.indexOf('/');
    String authority = pathStart < 0 ? beforeQuery : beforeQuery.substring(0, pathStart);
    HostPort server = HostPort.parse(uri, authority);
    return new FlightUri(
        server.host(),
        server.port(),
        TransportParameter.isEncrypted(
            uri, scheme, encrypted, queryStart < 0 ? null : rest.substring(queryStart + 1)),
        pathStart < 0 ? List.of() : table(uri, beforeQuery.substring(pathStart + 1)));
  }

  private static List<String> table(String uri, String path) {
    List<String> parts = new ArrayList<>();
    if (path.isEmpty()) {
      return parts;
    }
    for (String segment : path.split("/", -1)) {
      List<String> names = TableNameText.parse(PercentText.decode(uri, segment));
      if (names == null) {
        throw refused(
            uri,
            "'%s' in its path is no table name; put a part with special characters in double quotes"
                .formatted(segment));
      }
      parts.addAll(names);
    }
    return parts;
  }

  static IceRunnerException refused(String uri, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot read the URI '%s': %s".formatted(withoutUserInfo(uri), reason));
  }

  /**
   * What is before the last {@code @} of the authority, and what follows the path, may be secret.
   */
  private static String withoutUserInfo(String uri) {
    int schemeEnd = uri.indexOf(SEPARATOR);
    int start = schemeEnd < 0 ? 0 : schemeEnd + SEPARATOR.length();
    int query = uri.indexOf('?', start);
    String shown = query < 0 ? uri : uri.substring(0, query);
    int at = shown.lastIndexOf('@');
    return at < start ? shown : shown.substring(0, start) + shown.substring(at + 1);
  }

  /** The same server, no table. */
  public FlightUri server() {
    return new FlightUri(host, port, isEncrypted, List.of());
  }

  /** Names the server: scheme, host and port. Equal for URIs of one server however written. */
  public String address() {
    return "%s://%s:%s".formatted(isEncrypted ? "grpc+tls" : "grpc", bracketed(), port);
  }

  private String bracketed() {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  /** The table's name as text; null if there is none. */
  public @Nullable String tableName() {
    return table.isEmpty() ? null : TableNameText.of(table);
  }

  @Override
  public String toString() {
    return table.isEmpty() ? address() : address() + "/" + tableName();
  }
}
