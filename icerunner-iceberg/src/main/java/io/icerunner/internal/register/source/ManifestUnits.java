package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetColumns;
import io.icerunner.internal.register.manifest.ManifestTable;
import io.icerunner.internal.register.manifest.Manifests;
import java.util.List;
import java.util.Map;

/** The units that a manifest names: what it does not name is not complete. */
final class ManifestUnits implements UnitSource {
  private final SourceStore store;
  private final SourceRoot root;
  private final ManifestOptions options;
  private final ParquetColumns columns;
  private final String manifest;
  private Map<String, ManifestUnit> byKey = Map.of();

  ManifestUnits(
      SourceStore store, SourceRoot root, ManifestOptions options, ParquetColumns columns) {
    this.store = store;
    this.root = root;
    this.options = options;
    this.columns = columns;
    this.manifest = SourceRoot.canonical(options.location());
  }

  @Override
  public List<Unit> units() {
    try (ManifestCopy copy = ManifestCopy.of(store, manifest)) {
      ManifestTable table = Manifests.open(manifest, copy.file(), columns);
      byKey = new ManifestReading(store, root, manifest, table).units(options);
    }
    return byKey.values().stream().map(ManifestUnit::unit).toList();
  }

  /** The manifest's place, size and modification time, and what its columns were taken for. */
  @Override
  public String version() {
    SourceFile file = store.stat(manifest);
    return "%s %s %s %s %s %s"
        .formatted(
            file.location(),
            file.size(),
            file.modifiedMillis(),
            options.rowsColumn(),
            options.keyColumns(),
            options.filesColumn());
  }

  @Override
  public UnitFiles files(Unit unit) {
    ManifestUnit named = byKey.get(unit.key());
    if (named == null) {
      throw IceRunnerException.internal(
          "Cannot list unit %s: the manifest %s does not name it".formatted(unit.key(), manifest),
          null);
    }
    UnitListing listing = new UnitListing(store, root, manifest);
    return named.files().isEmpty() ? listing.folder(named) : listing.named(named);
  }

  @Override
  public boolean isListed() {
    return false;
  }

  @Override
  public int passedOver() {
    return 0;
  }
}
