package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The catalog that is written to: a warehouse folder, or what a provider opens. */
final class CatalogOptions {
  @Option(
      names = {"-w", "--warehouse-path"},
      paramLabel = "DIR",
      defaultValue = "${env:ICERUNNER_WAREHOUSE}",
      description = "The warehouse folder; made when missing. Or $ICERUNNER_WAREHOUSE.")
  private @Nullable String warehouse;

  @Option(
      names = "--catalog",
      paramLabel = "PROVIDER",
      description = "Instead of a folder: jdbc, rest or another catalog provider.")
  private @Nullable String catalog;

  @Option(
      names = "-C",
      paramLabel = "KEY=VALUE",
      description = "A property of the catalog, such as uri=… or warehouse=….")
  private Map<String, String> properties = Map.of();

  boolean isEmpty() {
    return warehouse == null && catalog == null;
  }

  /**
   * Tells a builder of all that was given, so that it refuses too much and too little.
   *
   * @param byLocation takes the URI of a warehouse
   * @param byProvider takes a provider's name and the catalog's properties
   */
  void applyTo(Consumer<String> byLocation, BiConsumer<String, Map<String, String>> byProvider) {
    if (catalog != null) {
      byProvider.accept(catalog, properties);
    } else if (!properties.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Invalid -C: it belongs to --catalog, which is missing");
    }
    if (warehouse != null) {
      byLocation.accept(
          warehouse.contains(":/") ? warehouse : Path.of(warehouse).toUri().toString());
    }
  }
}
