package io.icerunner.internal.scan;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot with all of its table's metadata that planning needs.
 *
 * @param range the part of it that is read; null for all of the snapshot
 */
record SnapshotSource(
    TableIdentifier identifier,
    Table table,
    Snapshot snapshot,
    Schema schema,
    int formatVersion,
    @Nullable ChangeRange range) {

  SnapshotKey key() {
    return new SnapshotKey(
        table.location(),
        snapshot.snapshotId(),
        snapshot.manifestListLocation(),
        schema.schemaId(),
        unevolved(),
        nameMapping(),
        range == null ? null : range.appendedIds());
  }

  FileIO io() {
    return table.io();
  }

  @Nullable String nameMapping() {
    return table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
  }

  /** The partition specs, their source fields those of this snapshot's schema. */
  Map<Integer, PartitionSpec> specs() {
    if (schema.schemaId() == table.schema().schemaId()) {
      return table.specs();
    }
    Map<Integer, PartitionSpec> bound = new HashMap<>();
    table.specs().forEach((id, spec) -> bound.put(id, spec.toUnbound().bind(schema, true)));
    return Collections.unmodifiableMap(bound);
  }

  /**
   * One of the {@link #specs() specs}.
   *
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED if the metadata lacks it
   */
  PartitionSpec spec(Map<Integer, PartitionSpec> specs, int specId) {
    PartitionSpec spec = specs.get(specId);
    if (spec == null) {
      throw TableRules.unsupported(
          identifier,
          "its metadata lacks the partition spec %s, which files have".formatted(specId));
    }
    return spec;
  }

  List<ManifestFile> dataManifests() {
    return snapshot.dataManifests(io());
  }

  boolean hasDeleteFiles() {
    return snapshot.deleteManifests(io()).stream()
        .anyMatch(manifest -> manifest.hasAddedFiles() || manifest.hasExistingFiles());
  }

  /** As {@link UnchangedColumns#areProven}. */
  boolean unevolved() {
    return UnchangedColumns.areProven(table);
  }
}
