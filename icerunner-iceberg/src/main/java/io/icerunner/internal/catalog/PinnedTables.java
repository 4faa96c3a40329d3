package io.icerunner.internal.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/**
 * Immutable views of tables as they are now. Each call asks the catalog; metadata is read again
 * only when it has changed. Safe for use by many threads.
 */
final class PinnedTables {
  private static final int MAX_TABLES = 512;

  private final Function<TableIdentifier, Table> load;
  private final Cache<TableIdentifier, Entry> entries =
      Caffeine.newBuilder().maximumSize(MAX_TABLES).build();

  /**
   * @param load throws NoSuchTableException if there is no such table
   */
  PinnedTables(Function<TableIdentifier, Table> load) {
    this.load = load;
  }

  /**
   * The table as it is now.
   *
   * @throws NoSuchTableException if there is none
   */
  BaseTable pin(TableIdentifier identifier) {
    @Nullable Entry entry = entries.getIfPresent(identifier);
    if (entry != null) {
      @Nullable BaseTable pinned = entry.refreshed();
      if (pinned != null) {
        return pinned;
      }
      entries.invalidate(identifier);
    }
    Entry loaded = Entry.of(identifier, load.apply(identifier));
    entries.put(identifier, loaded);
    return loaded.pinned;
  }

  /** True if the table was pinned before and still exists; false if that is not known. */
  boolean isKnown(TableIdentifier identifier) {
    @Nullable Entry entry = entries.getIfPresent(identifier);
    try {
      return entry != null && entry.refreshed() != null;
    } catch (RuntimeException e) {
      return false;
    }
  }

  void forget(TableIdentifier identifier) {
    entries.invalidate(identifier);
  }

  private static final class Entry {
    private final String name;
    private final TableOperations operations;
    private volatile BaseTable pinned;

    private Entry(String name, TableOperations operations) {
      this.name = name;
      this.operations = operations;
      this.pinned = view(operations.current());
    }

    static Entry of(TableIdentifier identifier, Table table) {
      if (table instanceof HasTableOperations operated) {
        return new Entry(identifier.toString(), operated.operations());
      }
      throw CatalogErrors.notOperable(identifier.toString());
    }

    /** The current view; null if another table has taken the name, or none has it. */
    synchronized @Nullable BaseTable refreshed() {
      @Nullable TableMetadata current;
      try {
        current = operations.refresh();
      } catch (NoSuchTableException | IllegalStateException e) {
        return null;
      }
      if (current == null) {
        return null;
      }
      if (current != pinned.operations().current()) {
        pinned = view(current);
      }
      return pinned;
    }

    private BaseTable view(TableMetadata metadata) {
      return new BaseTable(
          new StaticTableOperations(metadata, operations.io(), operations.locationProvider()),
          name,
          report -> {});
    }
  }
}
