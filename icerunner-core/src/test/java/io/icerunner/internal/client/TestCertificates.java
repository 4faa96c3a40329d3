package io.icerunner.internal.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A key and a certificate that it has signed itself, as PEM files. */
record TestCertificates(Path certificate, Path key) {
  private static final String PASSWORD = "only-for-this-test";

  /**
   * Makes new ones by the JDK's keytool.
   *
   * @param hosts as in "dns:localhost,ip:127.0.0.1"
   */
  static TestCertificates make(Path folder, String name, String hosts) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + hosts,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IllegalStateException(Files.readString(folder.resolve(name + ".log")));
    }
    return read(folder, name, store);
  }

  private static TestCertificates read(Path folder, String name, Path store)
      throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new TestCertificates(
        pem(folder.resolve(name + ".pem"), "CERTIFICATE", keys.getCertificate(name).getEncoded()),
        pem(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path pem(Path file, String type, byte[] bytes) throws IOException {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n");
  }
}
