package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists the files of a manifest's units. Safe for use by many threads. */
final class UnitListing {
  private final SourceStore store;
  private final SourceRoot root;
  private final String manifest;

  UnitListing(SourceStore store, SourceRoot root, String manifest) {
    this.store = store;
    this.root = root;
    this.manifest = manifest;
  }

  /** All data files below the unit's folder, by one listing. */
  UnitFiles folder(ManifestUnit unit) {
    List<SourceFile> files = new ArrayList<>();
    int passedOver = 0;
    String passed = "";
    for (SourceFile file : store.list(root.prefix() + unit.key())) {
      String path = root.relative(file.location());
      if (DataFileRule.isData(path, file.size())) {
        files.add(file);
      } else {
        passedOver++;
        passed = path;
      }
    }
    if (files.isEmpty() && unit.rows() > 0) {
      throw nothing(
          unit,
          passedOver == 0
              ? " " + near(unit)
              : " but %s files that are hidden, temporary, empty or not named .parquet, such as %s"
                  .formatted(passedOver, passed));
    }
    return new UnitFiles(sorted(files), passedOver);
  }

  /**
   * The files that the manifest names: found one by one, or by one listing if there are several.
   */
  UnitFiles named(ManifestUnit unit) {
    List<SourceFile> files = new ArrayList<>();
    Map<String, SourceFile> listed = new HashMap<>();
    if (unit.files().size() > 1) {
      store.list(root.prefix() + unit.key()).forEach(file -> listed.put(file.location(), file));
    }
    for (String location : unit.files()) {
      SourceFile file = listed.get(location);
      files.add(file == null ? NamedFiles.find(store, location, owner(unit)) : file);
    }
    files.forEach(file -> NamedFiles.requireContent(file, owner(unit)));
    return new UnitFiles(sorted(files), 0);
  }

  private String owner(ManifestUnit unit) {
    return "%s, %s".formatted(manifest, unit.place());
  }

  private static List<SourceFile> sorted(List<SourceFile> files) {
    return files.stream().sorted(Comparator.comparing(SourceFile::location)).toList();
  }

  private IceRunnerException nothing(ManifestUnit unit, String hint) {
    return IceRunnerException.notFound(
        "Cannot register unit %s of the manifest %s, %s: it has %s rows there, but no data file is below %s%s"
            .formatted(
                unit.key(), manifest, unit.place(), unit.rows(), root.prefix() + unit.key(), hint));
  }

  /** What is there instead: the same unit spelled otherwise, or the first file near it. */
  private String near(ManifestUnit unit) {
    for (String other : unit.spellings()) {
      if (!other.equals(unit.key()) && HiveFolders.anyFile(store, root, other).isPresent()) {
        return "(there are some below %s: the paths of the source are encoded in more than one way)"
            .formatted(other);
      }
    }
    String folder = unit.key();
    while (!folder.isEmpty()) {
      folder = folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
      var file = HiveFolders.anyFile(store, root, folder);
      if (file.isPresent()) {
        return "(near it is %s; are zeros padded, or is a value encoded, in the path?)"
            .formatted(file.get());
      }
    }
    return "(are zeros padded, or is a value encoded, in the path?)";
  }
}
