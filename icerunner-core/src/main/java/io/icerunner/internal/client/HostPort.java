package io.icerunner.internal.client;

import java.util.Locale;

/** Host and port of a URI. */
record HostPort(String host, int port) {
  private static final int MAX_PORT = 65_535;

  static HostPort parse(String uri, String authority) {
    if (authority.indexOf('@') >= 0) {
      throw FlightUri.refused(
          uri,
          "user and password do not belong into a URI, which logs and process lists show; give them as options of their own");
    }
    int hostEnd = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
    if (hostEnd < 0) {
      hostEnd = authority.length();
    }
    String host = host(uri, authority.substring(0, hostEnd));
    return new HostPort(host, port(uri, authority.substring(hostEnd)));
  }

  private static String host(String uri, String text) {
    if (text.startsWith("[")) {
      String address = text.substring(1, text.length() - 1);
      if (!address.matches("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?")) {
        throw FlightUri.refused(uri, "'%s' is no IPv6 address".formatted(text));
      }
      return address.toLowerCase(Locale.ROOT);
    }
    if (text.isEmpty()) {
      throw FlightUri.refused(uri, "it has no host; write it as grpc://host:port/table");
    }
    if (!text.matches("[A-Za-z0-9._-]+")) {
      throw FlightUri.refused(
          uri, "'%s' is no host name; an IPv6 address stands in brackets".formatted(text));
    }
    return text.toLowerCase(Locale.ROOT);
  }

  private static int port(String uri, String text) {
    if (text.isEmpty()) {
      return FlightUri.DEFAULT_PORT;
    }
    if (text.matches(":[0-9]{1,5}")) {
      int port = Integer.parseInt(text.substring(1));
      if (port >= 1 && port <= MAX_PORT) {
        return port;
      }
    }
    throw FlightUri.refused(
        uri,
        "'%s' is no port, which is a number from 1 to %s; an IPv6 address stands in brackets"
            .formatted(text.startsWith(":") ? text.substring(1) : text, MAX_PORT));
  }
}
