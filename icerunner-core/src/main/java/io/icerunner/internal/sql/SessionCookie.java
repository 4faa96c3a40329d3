package io.icerunner.internal.sql;

import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.ServerSessionMiddleware;
import org.jspecify.annotations.Nullable;

/** The cookie that carries the id of a session. */
final class SessionCookie {
  private static final String NAME = ServerSessionMiddleware.sessionCookieName;

  private SessionCookie() {}

  static @Nullable String read(CallHeaders headers) {
    Iterable<String> cookieHeaders = headers.getAll("cookie");
    if (cookieHeaders != null) {
      for (String header : cookieHeaders) {
        for (String cookie : header.split(";")) {
          int equals = cookie.indexOf('=');
          if (equals > 0 && cookie.substring(0, equals).trim().equals(NAME)) {
            String id = cookie.substring(equals + 1).trim();
            return id.isEmpty() ? null : id;
          }
        }
      }
    }
    return null;
  }

  static String setting(String id) {
    return NAME + "=" + id;
  }

  static String deleting(String id) {
    return NAME + "=" + id + "; Max-Age=0";
  }
}
