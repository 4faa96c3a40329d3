package io.icerunner.internal.client;

import io.icerunner.internal.names.NearestName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The query of a URI, which can hold one parameter: {@code transport}, of {@code flightsql}. */
final class TransportParameter {
  private static final String NAME = "transport";

  private TransportParameter() {}

  static boolean isEncrypted(String uri, String scheme, boolean byScheme, @Nullable String query) {
    boolean encrypted = byScheme;
    if (query == null || query.isEmpty()) {
      return encrypted;
    }
    for (String parameter : query.split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (!name.equals(NAME)) {
        throw FlightUri.refused(
            uri,
            "its parameter '%s' is not known%s; known is %s=tcp or %s=tls, of flightsql"
                .formatted(name, NearestName.hint(name, List.of(NAME)), NAME, NAME));
      }
      if (!scheme.equals("flightsql")) {
        throw FlightUri.refused(
            uri, "with %s the scheme tells the transport: grpc+tcp or grpc+tls".formatted(scheme));
      }
      encrypted = isEncrypted(uri, equals < 0 ? "" : parameter.substring(equals + 1));
    }
    return encrypted;
  }

  private static boolean isEncrypted(String uri, String value) {
    return switch (value) {
      case "tls" -> true;
      case "tcp" -> false;
      default ->
          throw FlightUri.refused(
              uri, "its transport '%s' is neither tcp nor tls".formatted(value));
    };
  }
}
