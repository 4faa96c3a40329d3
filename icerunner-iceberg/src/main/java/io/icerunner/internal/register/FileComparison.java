package io.icerunner.internal.register;

import io.icerunner.internal.register.source.SourceFile;
import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.internal.register.source.Unit;
import io.icerunner.internal.register.source.UnitSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Compares the files that registered units have now with those that they were registered with. */
final class FileComparison {
  /** Describing a unit reads the table's manifests. */
  private static final int DESCRIBED = 3;

  private final String source;
  private final Table table;
  private final UnitRecord record;
  private final UnitSource units;
  private final Map<String, Integer> digests = new HashMap<>();
  private int described;

  private FileComparison(String source, Table table, UnitRecord record, UnitSource units) {
    this.source = source;
    this.table = table;
    this.record = record;
    this.units = units;
  }

  /** Lists the registered units among the complete ones, many at once. */
  static FileComparison of(
      String source,
      Table table,
      UnitRecord record,
      UnitSource units,
      SourceStore store,
      List<Unit> complete) {
    FileComparison comparison = new FileComparison(source, table, record, units);
    List<Unit> registered =
        complete.stream().filter(unit -> record.unit(unit.key()) != null).toList();
    List<Integer> digests =
        units.isListed()
            ? registered.stream().map(comparison::digest).toList()
            : store.parallel(source, registered, comparison::digest);
    for (int i = 0; i < digests.size(); i++) {
      comparison.digests.put(registered.get(i).key(), digests.get(i));
    }
    return comparison;
  }

  private int digest(Unit unit) {
    return UnitDigest.of(source, units.files(unit).files());
  }

  /** What is different; null if nothing is. */
  @Nullable String change(Unit unit, RegisteredUnit registered) {
    @Nullable Integer digest = digests.get(unit.key());
    if (digest == null || digest == registered.digest()) {
      return null;
    }
    return described++ < DESCRIBED ? describe(unit) : unit.key() + " has other files";
  }

  private String describe(Unit unit) {
    Map<String, DataFile> before = new HashMap<>();
    new UnitOwnership(source, record)
        .files(table, Set.of(unit.key()))
        .forEach(file -> before.put(file.location(), file));
    List<String> changes = new ArrayList<>();
    for (SourceFile file : units.files(unit).files()) {
      String name = file.location().substring(source.length());
      @Nullable DataFile old = before.remove(file.location());
      if (old == null) {
        changes.add(name + " is new");
      } else if (old.fileSizeInBytes() != file.size()) {
        changes.add(
            "%s had %s bytes and has %s".formatted(name, old.fileSizeInBytes(), file.size()));
      }
    }
    before.keySet().forEach(gone -> changes.add(gone.substring(source.length()) + " is gone"));
    return changes.isEmpty()
        ? unit.key() + " was written again: its files have another modification time"
        : String.join(", ", changes);
  }
}
