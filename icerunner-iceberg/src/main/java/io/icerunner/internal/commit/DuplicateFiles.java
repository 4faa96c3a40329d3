package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.LocationKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * Finds files that would be in a table twice, which Iceberg itself accepts. The cost is that of the
 * new files: only manifests are read whose partition bounds take in a partition of a new file.
 * Without partitions, and after the partitioning has changed, nothing can be passed over and the
 * paths in all manifests of the other spec are read, about a microsecond for each file of the
 * table.
 *
 * <p>A file is taken for the same by its location, however it is spelled. One that is in the table
 * under another partition than the new one is not found; {@link LiveFiles} finds it.
 *
 * <p>For use by one thread.
 */
public final class DuplicateFiles {

  /**
   * What would be doubled.
   *
   * @param inTable by the location of the new file as given, what the table has there: a file with
   *     size, row count and partition, without statistics of columns
   * @param repeated locations, as given, of files that are in the list before already
   */
  public record Found(Map<String, DataFile> inTable, Set<String> repeated) {
    /** Tells whether nothing would be doubled. */
    public boolean isEmpty() {
      return inTable.isEmpty() && repeated.isEmpty();
    }
  }

  private final Map<String, LocationHashes> known = new HashMap<>();

  /** Has read nothing yet. */
  public DuplicateFiles() {}

  /** Compares files with each other and with those of the table's current snapshot. */
  public Found find(Table table, Collection<DataFile> files) {
    Map<String, String> locations = new HashMap<>();
    Set<String> repeated = new LinkedHashSet<>();
    for (DataFile file : files) {
      if (locations.putIfAbsent(LocationKey.of(file.location()), file.location()) != null) {
        repeated.add(file.location());
      }
    }
    return new Found(inTable(table, files, locations), repeated);
  }

  private Map<String, DataFile> inTable(
      Table table, Collection<DataFile> files, Map<String, String> locations) {
    List<ManifestFile> manifests = Manifests.current(table);
    known.keySet().retainAll(manifests.stream().map(ManifestFile::path).toList());
    PartitionOverlap overlap = new PartitionOverlap(table.specs(), files);
    LocationHashes sought = LocationHashes.of(locations.keySet());
    Map<String, DataFile> found = new LinkedHashMap<>();
    for (ManifestFile manifest : manifests) {
      @Nullable LocationHashes has = known.get(manifest.path());
      if (overlap.mayHold(manifest) && (has == null || has.mayShareOneWith(sought))) {
        read(table, manifest, locations, found);
      }
    }
    return found;
  }

  private void read(
      Table table, ManifestFile manifest, Map<String, String> sought, Map<String, DataFile> found) {
    List<String> keys = new ArrayList<>();
    Manifests.forEachFile(
        table,
        manifest,
        file -> {
          String key = LocationKey.of(file.location());
          keys.add(key);
          @Nullable String location = sought.get(key);
          if (location != null) {
            found.put(location, file);
          }
        });
    known.put(manifest.path(), LocationHashes.of(keys));
  }
}
