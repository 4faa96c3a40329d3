package io.icerunner.internal.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's JDBC catalog, schema version V1, with guarded table operations and folders that no two
 * tables share.
 */
final class GuardedJdbcCatalog extends JdbcCatalog {
  private static final int MAX_OPEN_ATTEMPTS = 5;

  private final FileIO io;
  private final MetadataCache files;
  private final JdbcConnections connections;
  private final GuardedOperations.InFlight inFlight;
  private final UnreadableMetadata unreadable;
  private final Runnable afterClose;
  private boolean closed;

  private GuardedJdbcCatalog(
      FileIO io,
      JdbcConnections connections,
      GuardedOperations.InFlight inFlight,
      UnreadableMetadata unreadable,
      Runnable afterClose) {
    super(properties -> io, properties -> connections, true);
    this.io = io;
    this.files = new MetadataCache(io);
    this.connections = connections;
    this.inFlight = inFlight;
    this.unreadable = unreadable;
    this.afterClose = afterClose;
  }

  /**
   * Opens the catalog and makes its tables in the database where they are missing.
   *
   * @param properties as of Iceberg's JDBC catalog
   * @param io closed with the catalog
   * @param defaultClients connections to the database, unless the properties say how many
   * @param unreadable what to do about tables whose metadata cannot be read
   * @param afterClose runs when the catalog is closed, or at once if it cannot be opened
   */
  static GuardedJdbcCatalog open(
      String name,
      Map<String, String> properties,
      FileIO io,
      int defaultClients,
      UnreadableMetadata unreadable,
      Runnable afterClose) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("jdbc.schema-version", "V1");
    String uri = Required.property("jdbc", all, CatalogProperties.URI);
    JdbcConnections connections = JdbcConnections.open(uri, all, defaultClients);
    GuardedOperations.InFlight inFlight =
        SqliteUri.isSqlite(uri)
            ? GuardedOperations.InFlight.NEVER
            : GuardedOperations.InFlight.POSSIBLE;
    GuardedJdbcCatalog catalog =
        new GuardedJdbcCatalog(io, connections, inFlight, unreadable, afterClose);
    try {
      catalog.initializeDespiteRaces(name, all);
      return catalog;
    } catch (RuntimeException e) {
      connections.close();
      io.close();
      afterClose.run();
      throw e;
    }
  }

  /** Others may make the tables in the same database at the same moment; then they are there. */
  private void initializeDespiteRaces(String name, Map<String, String> properties) {
    for (int attempt = 1; attempt < MAX_OPEN_ATTEMPTS; attempt++) {
      try {
        initialize(name, properties);
        return;
      } catch (UncheckedSQLException e) {
        if (!SqliteFailures.isRaceForSchema(e)) {
          throw e;
        }
      }
    }
    initialize(name, properties);
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    TableRow row = new TableRow(connections, name(), identifier);
    return new GuardedOperations(
        new RowTableOperations(identifier, row, files, io, new Events()), inFlight);
  }

  /** The rows, for healing them. */
  JdbcRepairTarget repairTarget() {
    return new JdbcRepairTarget(connections, name());
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

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      super.close();
      afterClose.run();
    }
  }

  /** A purged table of this machine leaves no folder, unless there are files of others in it. */
  @Override
  public boolean dropTable(TableIdentifier identifier, boolean purge) {
    @Nullable Path folder = purge ? localFolder(identifier) : null;
    @Nullable CatalogRow row = repairTarget().row(identifier);
    if (row != null) {
      TableNotes.dropped(row);
    }
    boolean dropped = super.dropTable(identifier, purge);
    if (dropped && folder != null) {
      VersionHint.delete(folder);
    }
    return dropped;
  }

  @Override
  public void renameTable(TableIdentifier from, TableIdentifier to) {
    super.renameTable(from, to);
    @Nullable CatalogRow renamed = repairTarget().row(to);
    if (renamed != null) {
      TableNotes.named(renamed);
    }
  }

  private @Nullable Path localFolder(TableIdentifier identifier) {
    try {
      @Nullable TableMetadata metadata = newTableOps(identifier).current();
      return metadata != null && LocalPaths.isLocal(metadata.location())
          ? LocalPaths.toPath(metadata.location())
          : null;
    } catch (NotFoundException e) {
      return null;
    }
  }

  private final class Events implements RowTableOperations.Events {
    @Override
    public boolean unreadable(
        TableIdentifier identifier, String location, RuntimeException failure) {
      return unreadable.heal(repairTarget(), identifier, location, failure);
    }

    /**
     * A new table in the folder of its name needs no note, unless there is one of a former table.
     */
    @Override
    public void created(TableIdentifier identifier, TableMetadata metadata, String location) {
      boolean isRegistered = location.equals(metadata.metadataFileLocation());
      String ofName = GuardedJdbcCatalog.super.defaultWarehouseLocation(identifier);
      TableNotes.created(
          new CatalogRow(
              name(),
              String.join(".", identifier.namespace().levels()),
              identifier.name(),
              location,
              null),
          !isRegistered && metadata.location().equals(ofName));
    }
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
