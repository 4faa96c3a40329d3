package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import io.icerunner.mirror.FlightAccess;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a server is reached, as options tell it.
 *
 * @param end "source" or "target"
 * @param prefix of the names of its options: empty or {@code target-}
 * @param asksPassword whether the password is asked for
 * @param asksToken whether the token is asked for
 */
record Access(
    String end,
    String prefix,
    @Nullable String user,
    boolean asksPassword,
    boolean asksToken,
    @Nullable Path rootCertificates,
    @Nullable Path clientCertificate,
    @Nullable Path clientKey,
    boolean skipVerification,
    @Nullable String overrideHostname,
    Map<String, String> headers) {

  /** Whether no option says anything. */
  boolean isEmpty() {
    return user == null
        && !asksPassword
        && !asksToken
        && rootCertificates == null
        && clientCertificate == null
        && clientKey == null
        && !skipVerification
        && overrideHostname == null
        && headers.isEmpty();
  }

  FlightAccess to(String uri, SecretSource secrets) {
    FlightAccess access = certified(logIn(FlightAccess.at(uri), secrets));
    for (Map.Entry<String, String> header : headers.entrySet()) {
      access = access.header(header.getKey(), header.getValue());
    }
    return access;
  }

  private FlightAccess logIn(FlightAccess access, SecretSource secrets) {
    if (user == null) {
      refuse(asksPassword, "%s without %s", option("password"), option("user"));
      String token =
          asksToken ? secrets.ask("token at the " + end) : secrets.fromEnvironment(name("TOKEN"));
      return token == null ? access : access.token(token);
    }
    refuse(asksToken, "%s beside %s: leave out one of them", option("token"), option("user"));
    String password =
        asksPassword
            ? secrets.ask("password of %s at the %s".formatted(user, end))
            : secrets.fromEnvironment(name("PASSWORD"));
    if (password == null) {
      throw refused(
          "%s without a password: give %s to be asked for it, or set $%s",
          option("user"), option("password"), name("PASSWORD"));
    }
    return access.user(user).password(password);
  }

  private FlightAccess certified(FlightAccess access) {
    FlightAccess certified = access.skipVerification(skipVerification);
    if (rootCertificates != null) {
      certified = certified.rootCertificates(rootCertificates);
    }
    if (clientCertificate != null && clientKey != null) {
      certified = certified.clientCertificate(clientCertificate, clientKey);
    }
    refuse(
        (clientCertificate == null) != (clientKey == null),
        "%s and %s: one of them is missing",
        option("client-certificate"),
        option("client-key"));
    return overrideHostname == null ? certified : certified.overrideHostname(overrideHostname);
  }

  private String option(String name) {
    return "--" + prefix + name;
  }

  private String name(String secret) {
    return "ICERUNNER_" + end.toUpperCase(Locale.ROOT) + "_" + secret;
  }

  private static void refuse(boolean wrong, String reason, Object... values) {
    if (wrong) {
      throw refused(reason, values);
    }
  }

  private static IceRunnerException refused(String reason, Object... values) {
    return IceRunnerException.invalidArgument("Invalid " + reason.formatted(values));
  }
}
