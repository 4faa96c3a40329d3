package io.icerunner.internal.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.JdbcClientPool;

/** Iceberg's JDBC catalog with guarded table operations and folders that no two tables share. */
final class GuardedJdbcCatalog extends JdbcCatalog {
  private final GuardedOperations.InFlight inFlight;

  GuardedJdbcCatalog(
      Function<Map<String, String>, FileIO> io,
      Function<Map<String, String>, JdbcClientPool> connections,
      GuardedOperations.InFlight inFlight) {
    super(io, connections, true);
    this.inFlight = inFlight;
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    return new GuardedOperations(super.newTableOps(identifier), inFlight);
  }

  /**
   * The folder named after the table; a fresh one next to it if that one is in use, be it by a
   * table that was renamed or one that was dropped and left its files.
   */
  @Override
  protected String defaultWarehouseLocation(TableIdentifier identifier) {
    String location = super.defaultWarehouseLocation(identifier);
    if (LocalPaths.isLocal(location) && isInUse(LocalPaths.toPath(location))) {
      return location + "-" + UUID.randomUUID();
    }
    return location;
  }

  private static boolean isInUse(Path folder) {
    if (!Files.exists(folder.resolve("metadata")) && !Files.exists(folder.resolve("data"))) {
      return false;
    }
    return !isEmpty(folder);
  }

  private static boolean isEmpty(Path folder) {
    try (var files = Files.walk(folder)) {
      return files.allMatch(Files::isDirectory);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list %s".formatted(folder), e);
    }
  }
}
