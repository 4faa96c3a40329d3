package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/**
 * The tables and namespaces of one catalog. Names are looked up at each call: what other processes
 * commit, create or drop is seen at once.
 *
 * <p>Every method throws {@link IceRunnerException}: NOT_FOUND with the nearest existing name,
 * ALREADY_EXISTS, INVALID_ARGUMENT for a name that is not allowed, UNAVAILABLE if the catalog
 * cannot be reached. Safe for use by many threads.
 */
public final class CatalogTables implements AutoCloseable {
  /**
   * Properties of tables created here, unless told otherwise. Each commit writes a new metadata
   * file; the hundred newest are kept (Iceberg's default of {@code
   * write.metadata.previous-versions-max}), older ones are deleted.
   */
  public static final Map<String, String> DEFAULT_TABLE_PROPERTIES =
      Map.of("format-version", "2", "write.metadata.delete-after-commit.enabled", "true");

  private final String name;
  private final Catalog catalog;
  private final boolean owned;
  private final PinnedTables pinned;
  private final CatalogListing listing;
  private final NameResolution resolution;

  private CatalogTables(String name, Catalog catalog, boolean owned) {
    this.name = name;
    this.catalog = catalog;
    this.owned = owned;
    this.pinned = new PinnedTables(this::loadTable);
    this.listing = new CatalogListing(catalog);
    this.resolution = new NameResolution(name, listing, this::exists);
  }

  /**
   * The tables of a catalog.
   *
   * @param name of the catalog, as clients see it
   * @param owned true to close the catalog with this object
   */
  public static CatalogTables of(String name, Catalog catalog, boolean owned) {
    return new CatalogTables(name, catalog, owned);
  }

  /** The name of the catalog, as clients see it. */
  public String name() {
    return name;
  }

  /** The catalog itself, as its provider opened it. Its tables' commits are not guarded. */
  public Catalog catalog() {
    return catalog;
  }

  /**
   * Loads a table for writing. Each call gives a fresh object that is the caller's own; its commits
   * have an exact outcome.
   */
  public Table load(TableIdentifier identifier) {
    return find("load table", identifier, () -> loadGuarded(identifier));
  }

  /**
   * The table as it is now, for reading: immutable, shared, and without a commit. Cheap when
   * nothing has changed.
   */
  public BaseTable pinned(TableIdentifier identifier) {
    return find("load table", identifier, () -> pinned.pin(identifier));
  }

  /** Tells whether the table exists. A table whose metadata cannot be read exists. */
  public boolean exists(TableIdentifier identifier) {
    return call(
        "look for table " + identifier,
        () -> pinned.isKnown(identifier) || listing.exists(identifier));
  }

  /**
   * Finds the table that a name means: an exact match, with or without the catalog's name in front,
   * else the only match that differs in case.
   *
   * @param parts one part for a table of the default namespace; more for namespace and table
   */
  public TableIdentifier resolve(List<String> parts, Namespace defaultNamespace) {
    return call(
        "resolve table " + String.join(".", parts),
        () -> resolution.resolve(parts, defaultNamespace));
  }

  /** All tables of all namespaces, listed as the stream is read. */
  public Stream<TableIdentifier> tables() {
    return listing.tables();
  }

  /** The tables directly in a namespace, sorted by name. */
  public List<TableIdentifier> tables(Namespace namespace) {
    return call(
        "list tables of namespace " + namespace,
        () -> {
          try {
            return listing.tables(namespace);
          } catch (NoSuchNamespaceException e) {
            throw noSuchNamespace("list tables of namespace", namespace);
          }
        });
  }

  /** All namespaces, parents before children, listed as the stream is read. */
  public Stream<Namespace> namespaces() {
    return listing.namespaces();
  }

  /** Tells whether the namespace exists. */
  public boolean namespaceExists(Namespace namespace) {
    return call("look for namespace " + namespace, () -> listing.namespaceExists(namespace));
  }

  /** Creates an unpartitioned table with {@link #DEFAULT_TABLE_PROPERTIES}. */
  public Table createTable(TableIdentifier identifier, Schema schema) {
    return createTable(identifier, schema, PartitionSpec.unpartitioned(), Map.of());
  }

  /**
   * Creates a table in an existing namespace.
   *
   * @param properties win over {@link #DEFAULT_TABLE_PROPERTIES}
   */
  public Table createTable(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties) {
    return inNamespace(
        "create table",
        identifier,
        () -> {
          StagedTable.toCreate(identifier, builder(identifier, schema, spec, properties))
              .transaction()
              .commitTransaction();
          return loadGuarded(identifier);
        });
  }

  /**
   * Creates a table whose files may be of two specs.
   *
   * @param coarser for files that the other one does not fit; its fields are fields of the other
   * @param spec for new files
   * @param properties win over {@link #DEFAULT_TABLE_PROPERTIES}
   */
  public Table createTableWithCoarserSpec(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec coarser,
      PartitionSpec spec,
      Map<String, String> properties) {
    return inNamespace(
        "create table",
        identifier,
        () -> {
          StagedTable.toCreate(identifier, builder(identifier, schema, coarser, properties))
              .partitionedBy(spec)
              .transaction()
              .commitTransaction();
          return loadGuarded(identifier);
        });
  }

  /**
   * Prepares a table that comes into being with its first commit, so that a writer that gives up
   * leaves nothing. Committed by {@code TableCommitter}.
   */
  public StagedTable stageCreate(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties) {
    return inNamespace(
        "create table",
        identifier,
        () -> StagedTable.toCreate(identifier, builder(identifier, schema, spec, properties)));
  }

  /**
   * Prepares a new schema and content for a table, which is created if it is missing. Readers see
   * the old table until the commit by {@code TableCommitter}, then the new one; history is kept.
   */
  public StagedTable stageReplace(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties) {
    return inNamespace(
        "replace table",
        identifier,
        () -> StagedTable.toReplace(identifier, builder(identifier, schema, spec, properties)));
  }

  /**
   * Drops a table.
   *
   * @param purge false: only the catalog forgets it and its files stay, so that it can be
   *     registered again; true: its files are deleted too, but for files that are not in a folder
   *     of its own, as those of a source that was registered in place
   */
  public void dropTable(TableIdentifier identifier, boolean purge) {
    boolean dropped =
        call(
            "drop table " + identifier,
            () ->
                purge
                    ? TablePurge.drop(catalog, identifier)
                    : catalog.dropTable(identifier, false));
    pinned.forget(identifier);
    if (!dropped) {
      throw noSuchTable("drop table", identifier);
    }
  }

  /** Gives a table another name, in the same or another existing namespace. Its files stay. */
  public void renameTable(TableIdentifier from, TableIdentifier to) {
    TableNames.check(to);
    find(
        "rename table",
        from,
        () -> {
          requireNamespace("rename table %s to %s".formatted(from, to), to.namespace());
          catalog.renameTable(from, to);
          return to;
        });
    pinned.forget(from);
    pinned.forget(to);
  }

  /** Creates a namespace. The levels above it need not exist. */
  public void createNamespace(Namespace namespace, Map<String, String> properties) {
    TableNames.check(namespace);
    call(
        "create namespace " + namespace,
        () -> {
          namespaced().createNamespace(namespace, properties);
          return namespace;
        });
  }

  /** Creates a namespace and those above it, as far as they are missing. */
  public void ensureNamespace(Namespace namespace) {
    for (int depth = 1; depth <= namespace.length(); depth++) {
      Namespace level = Namespace.of(Arrays.copyOf(namespace.levels(), depth));
      if (!namespaceExists(level)) {
        try {
          createNamespace(level, Map.of());
        } catch (IceRunnerException e) {
          if (!namespaceExists(level)) {
            throw e;
          }
        }
      }
    }
  }

  /** Drops an empty namespace. */
  public void dropNamespace(Namespace namespace) {
    boolean dropped =
        call("drop namespace " + namespace, () -> namespaced().dropNamespace(namespace));
    if (!dropped) {
      throw noSuchNamespace("drop namespace", namespace);
    }
  }

  /** Closes the catalog if it is owned. */
  @Override
  public void close() {
    if (owned && catalog instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw IceRunnerException.internal(
            "Cannot close catalog %s: %s".formatted(name, e.getMessage()), e);
      }
    }
  }

  private Catalog.TableBuilder builder(
      TableIdentifier identifier,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties) {
    return catalog
        .buildTable(identifier, schema)
        .withPartitionSpec(spec)
        .withProperties(DEFAULT_TABLE_PROPERTIES)
        .withProperties(properties);
  }

  /** Never one of Iceberg's metadata tables, which hide behind names such as a.b.files. */
  private Table loadTable(TableIdentifier identifier) {
    Table table = catalog.loadTable(identifier);
    if (table instanceof BaseMetadataTable) {
      throw new NoSuchTableException("Table does not exist: %s", identifier);
    }
    return table;
  }

  private Table loadGuarded(TableIdentifier identifier) {
    return GuardedOperations.guard(loadTable(identifier), identifier.toString());
  }

  private SupportsNamespaces namespaced() {
    if (catalog instanceof SupportsNamespaces namespaces) {
      return namespaces;
    }
    throw new UnsupportedOperationException("catalog %s has no namespaces".formatted(name));
  }

  private <T> T inNamespace(String action, TableIdentifier identifier, Supplier<T> work) {
    TableNames.check(identifier);
    String whole = action + " " + identifier;
    return call(
        whole,
        () -> {
          requireNamespace(whole, identifier.namespace());
          return work.get();
        });
  }

  private void requireNamespace(String action, Namespace namespace) {
    if (catalog instanceof SupportsNamespaces && !listing.namespaceExists(namespace)) {
      throw noSuchNamespace(action + " in namespace", namespace);
    }
  }

  private <T> T find(String action, TableIdentifier identifier, Supplier<T> work) {
    return call(
        action + " " + identifier,
        () -> {
          try {
            return work.get();
          } catch (NoSuchTableException | NoSuchNamespaceException e) {
            throw noSuchTable(action, identifier);
          }
        });
  }

  private IceRunnerException noSuchTable(String action, TableIdentifier identifier) {
    return IceRunnerException.notFound(
        "Cannot %s %s: it does not exist%s"
            .formatted(action, identifier, resolution.hint(identifier)));
  }

  private IceRunnerException noSuchNamespace(String action, Namespace namespace) {
    return IceRunnerException.notFound(
        "Cannot %s %s: the namespace does not exist%s"
            .formatted(action, namespace, resolution.hint(namespace)));
  }

  private static <T> T call(String action, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      throw CatalogErrors.translate(action, e);
    }
  }
}
