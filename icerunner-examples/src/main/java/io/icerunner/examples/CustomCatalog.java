package io.icerunner.examples;

import io.icerunner.server.IceRunnerServer;
import java.util.Map;

/** Serves a catalog that {@link TemporaryCatalogProvider} opens. */
public final class CustomCatalog {
  private CustomCatalog() {}

  public static void main(String[] args) {
    try (IceRunnerServer server =
        IceRunnerServer.builder().catalog("temporary", Map.of()).port(0).start()) {
      System.out.println("Serving a temporary catalog at " + server.uri());
    }
  }
}
