package io.icerunner.internal.catalog;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder that a {@code warehouse} property names. A plain path is taken as it is. What follows
 * {@code file:} is a path too if there is such a folder, as PyIceberg writes it; otherwise a URI,
 * with its percent escapes decoded, as {@link Path#toUri()} writes it.
 */
final class WarehouseFolder {
  private WarehouseFolder() {}

  static Path of(String warehouse) {
    Path asWritten = LocalPaths.toPath(warehouse).toAbsolutePath().normalize();
    boolean mayBeEscaped = warehouse.startsWith("file:") && warehouse.indexOf('%') >= 0;
    if (!mayBeEscaped || Files.exists(asWritten)) {
      return asWritten;
    }
    try {
      URI uri = new URI(warehouse);
      return uri.getPath() == null
          ? asWritten
          : Path.of(uri.getPath()).toAbsolutePath().normalize();
    } catch (URISyntaxException e) {
      return asWritten;
    }
  }
}
