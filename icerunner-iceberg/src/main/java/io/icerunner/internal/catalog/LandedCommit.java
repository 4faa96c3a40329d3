package io.icerunner.internal.catalog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;

/** Finds out whether metadata that was handed to a catalog has become the table's. */
final class LandedCommit {
  private LandedCommit() {}

  /**
   * Asks the catalog afresh.
   *
   * @param base the metadata the commit was based on, null for a new table
   * @throws RuntimeException if the answer cannot be had
   */
  static boolean find(
      @Nullable TableMetadata base, TableMetadata committed, TableOperations operations) {
    @Nullable TableMetadata now = operations.refresh();
    if (now == null || isSameVersion(base, now)) {
      return false;
    }
    Set<Long> added = addedSnapshots(base, committed);
    if (added.isEmpty()) {
      return hasContent(base, committed, now, operations);
    }
    return hasAll(now, added)
        || versionsSince(base, now).stream().anyMatch(v -> held(v, added, operations));
  }

  /** Snapshots that came and were expired since; a version that is gone itself tells nothing. */
  private static boolean held(String version, Set<Long> added, TableOperations operations) {
    try {
      return hasAll(TableMetadataParser.read(operations.io(), version), added);
    } catch (NotFoundException e) {
      return false;
    }
  }

  private static boolean isSameVersion(@Nullable TableMetadata base, TableMetadata now) {
    return base != null && now.metadataFileLocation().equals(base.metadataFileLocation());
  }

  private static Set<Long> addedSnapshots(@Nullable TableMetadata base, TableMetadata committed) {
    Set<Long> added = new HashSet<>();
    for (Snapshot snapshot : committed.snapshots()) {
      if (base == null || base.snapshot(snapshot.snapshotId()) == null) {
        added.add(snapshot.snapshotId());
      }
    }
    return added;
  }

  private static boolean hasAll(TableMetadata metadata, Set<Long> snapshotIds) {
    return snapshotIds.stream().allMatch(id -> metadata.snapshot(id) != null);
  }

  /** Looks for our own content among the versions since the base. */
  private static boolean hasContent(
      @Nullable TableMetadata base,
      TableMetadata committed,
      TableMetadata now,
      TableOperations operations) {
    if (!committed.uuid().equals(now.uuid())) {
      return false;
    }
    String content = TableMetadataParser.toJson(committed);
    if (content.equals(TableMetadataParser.toJson(now))) {
      return true;
    }
    for (String location : versionsSince(base, now)) {
      TableMetadata version = TableMetadataParser.read(operations.io(), location);
      if (content.equals(TableMetadataParser.toJson(version))) {
        return true;
      }
    }
    return false;
  }

  /** The versions between the base and now, both excluded; all that are known without a base. */
  private static List<String> versionsSince(@Nullable TableMetadata base, TableMetadata now) {
    List<String> since = new ArrayList<>();
    for (TableMetadata.MetadataLogEntry entry : now.previousFiles()) {
      if (base != null && entry.file().equals(base.metadataFileLocation())) {
        since.clear();
      } else {
        since.add(entry.file());
      }
    }
    return since;
  }
}
