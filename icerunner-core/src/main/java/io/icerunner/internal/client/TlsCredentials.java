package io.icerunner.internal.client;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import io.icerunner.error.IceRunnerException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;

/** The certificates of an encrypted connection. */
final class TlsCredentials {
  private TlsCredentials() {}

  /**
   * Reads the files.
   *
   * @throws IceRunnerException INVALID_ARGUMENT naming the file that cannot be read
   */
  static ChannelCredentials of(ConnectionSettings settings) {
    TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
    if (settings.skipVerification()) {
      credentials.trustManager(new TrustAll());
    }
    try {
      if (settings.rootCertificates() != null) {
        credentials.trustManager(
            new ByteArrayInputStream(certificates(settings.rootCertificates())));
      }
      if (settings.clientCertificate() != null && settings.clientKey() != null) {
        credentials.keyManager(
            new ByteArrayInputStream(certificates(settings.clientCertificate())),
            new ByteArrayInputStream(key(settings.clientKey())));
      }
    } catch (IOException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the certificates: %s".formatted(e.getMessage()));
    }
    return credentials.build();
  }

  private static byte[] certificates(Path file) {
    byte[] bytes = read("certificates", file);
    try {
      if (CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(bytes))
          .isEmpty()) {
        throw refused("certificates", file, "there are none in it");
      }
    } catch (GeneralSecurityException e) {
      throw refused("certificates", file, "it is no PEM file of certificates");
    }
    return bytes;
  }

  private static byte[] key(Path file) {
    byte[] bytes = read("key", file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!text.contains("-----BEGIN PRIVATE KEY-----")) {
      throw refused(
          "key",
          file,
          "it is no PEM file of a PKCS #8 key without a password; openssl pkcs8 -topk8 -nocrypt makes one");
    }
    return bytes;
  }

  private static byte[] read(String what, Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw refused(what, file, "there is no such file");
    } catch (IOException e) {
      throw refused(what, file, String.valueOf(e));
    }
  }

  private static IceRunnerException refused(String what, Path file, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot read the %s in %s: %s".formatted(what, file, reason));
  }
}
