package io.icerunner.internal.sql;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Versions as Maven wrote them into the jars. */
final class Versions {
  private static final String UNKNOWN = "unknown";

  private Versions() {}

  static String server() {
    return of("io.icerunner", "icerunner-core");
  }

  static String arrow() {
    return of("org.apache.arrow", "arrow-vector");
  }

  private static String of(String group, String artifact) {
    String path = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
    try (InputStream in = Versions.class.getResourceAsStream(path)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
