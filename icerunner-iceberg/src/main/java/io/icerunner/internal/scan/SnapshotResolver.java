package io.icerunner.internal.scan;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableVersion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Resolves the tables of one statement and pins each to one snapshot. Each table is loaded once, so
 * that all its versions are seen in one state of its metadata.
 *
 * <p>Used by one statement, by one thread at a time.
 */
public final class SnapshotResolver implements TableResolver {

  /** The pin of a table that has no snapshot: it stays empty whatever is committed later. */
  public static final long NO_SNAPSHOT = -1;

  private final CatalogTables catalog;
  private final Namespace defaultNamespace;
  private final Map<TableIdentifier, Long> givenPins;
  private final ScanPlanner planner;
  private final Map<TableIdentifier, Table> tables = new HashMap<>();
  private final Map<Reference, PinnedTable> resolved = new HashMap<>();
  private final Map<TableIdentifier, Set<Long>> snapshots = new LinkedHashMap<>();

  /**
   * @param defaultNamespace where a name of one part is looked up
   * @param pins snapshots by table, as {@link #pins()} of an earlier resolver gave them; empty to
   *     read current snapshots
   */
  public SnapshotResolver(
      CatalogTables catalog, Namespace defaultNamespace, Map<TableIdentifier, Long> pins) {
    this(catalog, defaultNamespace, pins, ScanPlanner.shared());
  }

  SnapshotResolver(
      CatalogTables catalog,
      Namespace defaultNamespace,
      Map<TableIdentifier, Long> pins,
      ScanPlanner planner) {
    this.catalog = catalog;
    this.defaultNamespace = defaultNamespace;
    this.givenPins = Map.copyOf(pins);
    this.planner = planner;
  }

  @Override
  public PinnedTable resolve(List<String> nameParts, TableVersion version) {
    Reference reference = new Reference(catalog.resolve(nameParts, defaultNamespace), version);
    PinnedTable table = resolved.get(reference);
    if (table == null) {
      table = pin(reference);
      resolved.put(reference, table);
    }
    return table;
  }

  /**
   * The snapshots of the tables that were resolved so far, {@link #NO_SNAPSHOT} for a table
   * without. A resolver made with them sees the same rows under the same versions. A table of which
   * two versions with different snapshots were resolved, neither of them chosen by its id, is left
   * out: it is resolved anew.
   */
  public Map<TableIdentifier, Long> pins() {
    Map<TableIdentifier, Long> pins = new LinkedHashMap<>();
    snapshots.forEach(
        (table, ids) -> {
          if (ids.size() == 1) {
            pins.put(table, ids.iterator().next());
          }
        });
    return Map.copyOf(pins);
  }

  private PinnedTable pin(Reference reference) {
    TableIdentifier identifier = reference.table();
    Table table = tables.computeIfAbsent(identifier, catalog::pinned);
    TableVersion version = reference.version();
    PinnedSnapshot pinned = pinned(identifier, table, version);
    ChangeRange range =
        version instanceof TableVersion.Changes changes
            ? ChangeRange.of(identifier, table, changes.from(), pinned.snapshot())
            : null;
    if (!isFixed(version)) {
      snapshots
          .computeIfAbsent(identifier, key -> new LinkedHashSet<>())
          .add(pinned.id().orElse(NO_SNAPSHOT));
    }
    return PinnedTable.of(identifier, table, pinned, range, planner);
  }

  /** Whether the version names its snapshot, so that no pin moves it. */
  private static boolean isFixed(TableVersion version) {
    return version instanceof TableVersion.Snapshot
        || version instanceof TableVersion.Changes range && range.to() != null;
  }

  private PinnedSnapshot pinned(TableIdentifier identifier, Table table, TableVersion version) {
    Long pin = givenPins.get(identifier);
    return pin == null || isFixed(version)
        ? PinnedSnapshot.of(identifier, table, version)
        : PinnedSnapshot.pinned(identifier, table, version, pin);
  }

  private record Reference(TableIdentifier table, TableVersion version) {}
}
