package io.icerunner.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Log-in and encryption at the source. */
final class SourceAccess {
  @Option(names = "--user", paramLabel = "NAME", description = "Log in as this user.")
  private @Nullable String user;

  @Option(
      names = "--password",
      description =
          "Ask for the user's password; without a terminal a line of standard input. Or"
              + " $ICERUNNER_SOURCE_PASSWORD.")
  private boolean asksPassword;

  @Option(
      names = "--token",
      description = "Ask for a bearer token, in the same way. Or $ICERUNNER_SOURCE_TOKEN.")
  private boolean asksToken;

  @Option(
      names = "--root-certificates",
      paramLabel = "FILE",
      description = "PEM file of the authorities to trust. Default: those the JVM trusts.")
  private @Nullable Path rootCertificates;

  @Option(
      names = "--client-certificate",
      paramLabel = "FILE",
      description = "PEM file of the certificate to show.")
  private @Nullable Path clientCertificate;

  @Option(
      names = "--client-key",
      paramLabel = "FILE",
      description = "PEM file of the certificate's key.")
  private @Nullable Path clientKey;

  @Option(
      names = "--tls-skip-verify",
      description = "Take any certificate: whoever is in between can read and change rows.")
  private boolean skipVerification;

  @Option(
      names = "--override-hostname",
      paramLabel = "NAME",
      description = "The name in the server's certificate, if it is not the host.")
  private @Nullable String overrideHostname;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "Send this header with each call.")
  private Map<String, String> headers = Map.of();

  Access access() {
    return new Access(
        "source",
        "",
        user,
        asksPassword,
        asksToken,
        rootCertificates,
        clientCertificate,
        clientKey,
        skipVerification,
        overrideHostname,
        headers);
  }
}
