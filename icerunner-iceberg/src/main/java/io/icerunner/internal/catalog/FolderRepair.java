package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.Finding;
import io.icerunner.internal.catalog.heal.FolderDiagnosis;
import io.icerunner.internal.catalog.heal.FolderName;
import io.icerunner.internal.catalog.heal.MetadataFile;
import io.icerunner.internal.catalog.heal.MetadataFolder;
import io.icerunner.internal.catalog.heal.MetadataReader;
import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.TableNote;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Decides under which names the folders of tables that the catalog does not know are registered.
 * The name is that of the note beside the metadata, else that of the folder; of two folders of one
 * name the one written last has it.
 */
final class FolderRepair {
  private final Path warehouse;
  private final MetadataReader reader;
  private final Set<String> namespaces = new HashSet<>();
  private final Set<TableIdentifier> taken = new HashSet<>();

  private record Candidate(
      FolderName name, Path folder, @Nullable TableNote note, Finding finding) {
    long updated() {
      @Nullable MetadataFile file = finding.file();
      return file == null ? Long.MIN_VALUE : file.whole().lastUpdatedMillis();
    }

    boolean isDropped() {
      return note != null && note.isDropped() && !note.wentOn(finding.file());
    }
  }

  /**
   * @param rows the tables that the catalog knows
   */
  FolderRepair(Path warehouse, MetadataReader reader, List<CatalogRow> rows) {
    this.warehouse = warehouse;
    this.reader = reader;
    for (CatalogRow row : rows) {
      namespaces.add(row.namespace());
      taken.add(row.identifier());
    }
  }

  /**
   * What should become of the folders; nothing is changed.
   *
   * @param metadataFolders of tables that are not in the catalog
   */
  List<RepairEntry> plan(List<Path> metadataFolders) {
    List<Candidate> candidates = new ArrayList<>();
    List<RepairEntry> entries = new ArrayList<>();
    for (Path folder : metadataFolders) {
      if (folder.equals(warehouse.resolve("metadata"))) {
        continue;
      }
      Candidate candidate = candidate(folder);
      if (candidate.isDropped()) {
        entries.add(dropped(candidate));
      } else {
        candidates.add(candidate);
      }
    }
    candidates.sort(
        Comparator.comparing((Candidate c) -> c.note() == null)
            .thenComparing(Comparator.comparingLong(Candidate::updated).reversed()));
    candidates.forEach(candidate -> entries.add(named(candidate)));
    return entries;
  }

  /**
   * Others may be purging the table. They write its note before they delete files and remove it
   * last, so a whole purge can pass between two looks at the note; then the folder is found empty.
   */
  private Candidate candidate(Path metadataFolder) {
    Candidate seen = look(metadataFolder);
    boolean isDamage = seen.finding().action() == RepairAction.SKIPPED && seen.note() == null;
    return isDamage ? look(metadataFolder) : seen;
  }

  private Candidate look(Path metadataFolder) {
    Path table = warehouse.resolve(warehouse.relativize(metadataFolder)).getParent();
    @Nullable TableNote before = TableNote.read(metadataFolder);
    MetadataFolder folder = new MetadataFolder(metadataFolder, reader);
    Finding finding = new FolderDiagnosis(folder).find();
    @Nullable MetadataFile file = finding.file();
    @Nullable TableNote after = TableNote.read(metadataFolder);
    @Nullable TableNote note = after == null ? before : after;
    boolean isAbout = note == null || file == null || note.isAbout(folder, file);
    return new Candidate(
        FolderName.of(warehouse, table == null ? metadataFolder : table, namespaces),
        metadataFolder,
        isAbout ? note : null,
        finding);
  }

  private RepairEntry named(Candidate candidate) {
    @Nullable TableNote note = candidate.note();
    TableIdentifier name = note == null ? candidate.name().name() : note.table();
    Finding finding = candidate.finding();
    @Nullable MetadataFile file = finding.file();
    if (!finding.isChange() || file == null) {
      return new RepairEntry(name, finding.action(), null, finding.reason());
    }
    if (taken.add(name)) {
      return new RepairEntry(name, finding.action(), file.location(), finding.reason());
    }
    TableIdentifier plain = candidate.name().ofFolder();
    if (taken.add(plain)) {
      return new RepairEntry(plain, finding.action(), file.location(), finding.reason());
    }
    return new RepairEntry(
        name,
        RepairAction.LEFT,
        null,
        "another table has this name; these files are in " + candidate.folder().getParent());
  }

  private static RepairEntry dropped(Candidate candidate) {
    return new RepairEntry(
        candidate.note() == null ? candidate.name().name() : candidate.note().table(),
        RepairAction.LEFT,
        null,
        "the table was dropped and its files were kept; to have it again, delete %s first"
            .formatted(candidate.folder().resolve(TableNote.FILE_NAME)));
  }
}
