package io.icerunner.internal.catalog;

import java.nio.file.Path;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * A table as the database of a JDBC catalog has it.
 *
 * @param catalog under whose name it is kept
 * @param namespace its levels joined by dots
 * @param location of its current metadata file; null in a broken row
 * @param previous location of the metadata file before it, if that is known
 */
record CatalogRow(
    String catalog,
    String namespace,
    String name,
    @Nullable String location,
    @Nullable String previous) {

  TableIdentifier identifier() {
    return TableIdentifier.of(Namespace.of(namespace.split("\\.", -1)), name);
  }

  /** The metadata file if it is on this machine. */
  @Nullable Path path() {
    return location == null ? null : localPath(location);
  }

  /** The path of a location; null if it is not on this machine. */
  static @Nullable Path localPath(String location) {
    try {
      return LocalPaths.isLocal(location) ? LocalPaths.toPath(location) : null;
    } catch (RuntimeException e) {
      return null;
    }
  }
}
