package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of commits, lost races, dead writers and other programs, then a loss: the repair
 * ends at the last commit, or, where files cannot tell, at one of the versions that are allowed.
 */
class RepairSeriesTest {
  private static final int SEEDS = Boolean.getBoolean("icerunner.test.long") ? 400 : 25;
  private static final TableIdentifier ID = TableIdentifier.of("ns", "t");

  @TempDir Path folder;

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aRepairEndsAtTheLastCommit(int seed) throws IOException {
    History history = new History(new HealedWarehouse(folder), new Random(seed));
    history.play();
    Set<Path> expected = history.lose();
    Set<Path> filesBefore = history.files();

    RepairEntry entry = repaired();

    assertThat(expected)
        .as("%s%n%s", history.log, entry)
        .contains(LocalPaths.toPath(String.valueOf(entry.metadataLocation())));
    assertThat(history.files()).containsAll(filesBefore);
    RepairEntry again = repaired();
    assertThat(again.action())
        .as("again %s%n%s%n%s", history.log, entry, again)
        .isEqualTo(RepairAction.UNTOUCHED);
    assertThat(history.warehouse.metadataFile(ID))
        .isEqualTo(LocalPaths.toPath(String.valueOf(entry.metadataLocation())));
    assertThat(history.hint()).isEqualTo(stem(history.warehouse.metadataFile(ID)));
    long rows = history.warehouse.rows(ID);
    history.warehouse.append(ID);
    assertThat(history.warehouse.rows(ID)).isEqualTo(rows + 10);
  }

  private RepairEntry repaired() {
    return CatalogRepair.run(folder, false).entries().get(0);
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replace(".metadata.json", "");
  }

  /** What happened to a table, with what is known of it from outside. */
  private static final class History {
    private final HealedWarehouse warehouse;
    private final Random random;
    private final List<String> log = new ArrayList<>();
    private final List<Path> committed = new ArrayList<>();
    private final Set<Path> children = new HashSet<>();
    private final Set<Path> siblings = new HashSet<>();
    private byte[] backup = {};
    private int backupAt;
    private boolean hinted;

    History(HealedWarehouse warehouse, Random random) {
      this.warehouse = warehouse;
      this.random = random;
    }

    void play() throws IOException {
      warehouse.table(ID, 0);
      committed.add(warehouse.metadataFile(ID));
      hinted = true;
      backup = warehouse.saveDatabase();
      int steps = 2 + random.nextInt(10);
      for (int i = 0; i < steps; i++) {
        step(random.nextInt(8));
      }
    }

    private void step(int kind) throws IOException {
      switch (kind) {
        case 0, 1 -> commit(true);
        case 2 -> commit(false);
        case 3 -> diedBeforeCommit();
        case 4 -> lostRace();
        case 5 -> Files.writeString(diedBeforeCommit(), "{\"format-version\" : 2, ");
        case 6 -> rejected();
        default -> {
          backup = warehouse.saveDatabase();
          backupAt = committed.size() - 1;
          log.add("backup");
        }
      }
    }

    private Path last() {
      return committed.get(committed.size() - 1);
    }

    private void commit(boolean withHint) throws IOException {
      String before = hint();
      warehouse.append(ID);
      committed.add(warehouse.metadataFile(ID));
      siblings.clear();
      siblings.addAll(children);
      children.clear();
      hinted = withHint;
      if (!withHint) {
        Files.writeString(hintFile(), before);
      }
      log.add("commit " + last().getFileName() + (withHint ? "" : " without hint"));
    }

    private Path diedBeforeCommit() {
      Path file = HealedWarehouse.writeUncommitted(last());
      children.add(file);
      log.add("died " + file.getFileName());
      return file;
    }

    private void lostRace() {
      if (committed.size() > 1) {
        Path file = HealedWarehouse.writeUncommitted(committed.get(committed.size() - 2));
        siblings.add(file);
        log.add("lost race " + file.getFileName());
      }
    }

    /**
     * An append whose writer was refused: it deletes its manifest list, and leaves its metadata.
     */
    private void rejected() throws IOException {
      String before = hint();
      try (CatalogTables tables = warehouse.open()) {
        Table table = tables.load(ID);
        HealedWarehouse.append(table);
        Files.delete(LocalPaths.toPath(table.currentSnapshot().manifestListLocation()));
      }
      warehouse.execute(
          "UPDATE iceberg_tables SET metadata_location = '%s', previous_metadata_location = NULL"
              .formatted(LocalPaths.toLocation(last())));
      Files.writeString(hintFile(), before);
      log.add("rejected");
    }

    /** Returns the versions that a repair may end at. */
    Set<Path> lose() throws IOException {
      Set<Path> allowed = new HashSet<>(children);
      int kind = random.nextInt(6);
      log.add("loss " + kind);
      boolean damaged = kind >= 4 && committed.size() > 1;
      if (damaged) {
        HealedWarehouse.truncate(last());
        allowed.add(committed.get(committed.size() - 2));
      } else {
        allowed.add(last());
      }
      switch (kind) {
        case 0 -> allowed.retainAll(Set.of(last()));
        case 1, 5 -> {
          warehouse.loseDatabase();
          if (!hinted) {
            allowed.addAll(siblings);
          }
        }
        case 2 -> {
          warehouse.restoreDatabase(backup);
          allowFromBackup(allowed);
        }
        case 3 -> {
          warehouse.loseDatabase();
          Files.delete(hintFile());
          allowed.addAll(siblings);
        }
        default -> {}
      }
      return allowed;
    }

    private void allowFromBackup(Set<Path> allowed) {
      int behind = committed.size() - 1 - backupAt;
      if (behind == 0) {
        allowed.removeAll(children);
      } else if (!hinted) {
        allowed.addAll(siblings);
        if (behind == 1) {
          allowed.add(committed.get(backupAt));
        }
      }
    }

    private Path hintFile() {
      return last().resolveSibling("version-hint.text");
    }

    String hint() throws IOException {
      return Files.readString(hintFile());
    }

    Set<Path> files() throws IOException {
      try (Stream<Path> files = Files.walk(warehouse.folder)) {
        return files
            .filter(file -> file.toString().endsWith(".json") || file.toString().endsWith(".avro"))
            .collect(Collectors.toSet());
      }
    }
  }
}
