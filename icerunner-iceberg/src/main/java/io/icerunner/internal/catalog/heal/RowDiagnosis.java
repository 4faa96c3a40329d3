package io.icerunner.internal.catalog.heal;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a catalog's row names with the files beside it.
 *
 * <p>A row that names a usable file is right, unless the files prove that a later version was
 * committed: the hint names one that came from it, or another version came from one that came from
 * it. A newer file alone proves nothing, since a lost or broken attempt leaves one too.
 */
public final class RowDiagnosis {
  private final MetadataFolder folder;
  private final String named;
  private final @Nullable String parent;

  /**
   * @param named the file that the row names
   * @param parent the file that the row named before; null if it does not tell
   */
  public RowDiagnosis(MetadataFolder folder, String named, @Nullable String parent) {
    this.folder = folder;
    this.named = named;
    this.parent = parent;
  }

  public Finding find() {
    MetadataFile row = folder.file(named);
    return switch (row.state()) {
      case USABLE -> ofUsable(row);
      case ELSEWHERE -> untouched(row, "");
      case DAMAGED, MISSING ->
          new LostVersion(folder, row, uuid(row), likelyParent()).replacement();
      case WITHOUT_SNAPSHOT, NOT_UNDERSTOOD, UNREADABLE ->
          Finding.skipped("%s: %s".formatted(named, row.reason()));
    };
  }

  private Finding ofUsable(MetadataFile row) {
    if (fellBack()) {
      return afterFallback(row);
    }
    if (isRegistered()) {
      return untouched(row, "");
    }
    @Nullable String hinted = folder.hinted();
    Versions newer =
        Versions.in(folder, name -> mayBeNewer(name, row) || isHinted(name, hinted))
            .ofTable(row.uuid());
    Versions line = newer.only(this::comesFromRow);
    Stream<MetadataFile> whole = Stream.concat(line.leaves().stream(), line.others().stream());
    if (whole.noneMatch(later -> later.name().equals(hinted) || !isChild(later))) {
      return untouched(row, leftovers(newer));
    }
    return ofOutdated(row, line, hinted);
  }

  private Finding ofOutdated(MetadataFile row, Versions line, @Nullable String hinted) {
    boolean isInLine = hinted != null && !hinted.equals(named) && comesFromRow(folder.file(hinted));
    @Nullable String counted = isInLine ? hinted : null;
    Optional<MetadataFile> last = line.last(counted);
    if (last.isPresent()) {
      return advanced(last.get());
    }
    @Nullable String committed = line.newestCommitted(counted);
    MetadataFile lost = folder.file(committed == null ? named : committed);
    @Nullable MetadataFile before =
        new LostVersion(folder, lost, row.uuid(), null).replacement().file();
    return before != null && comesFromRow(before)
        ? advanced(before)
        : Finding.skipped(
            "%s is not the last version that was committed, and none after it can be used; %s: %s"
                .formatted(named, lost.name(), lost.reason()));
  }

  private Finding advanced(MetadataFile file) {
    return new Finding(
        RepairAction.ADVANCED, file, "the catalog named an older version, %s".formatted(named));
  }

  /** Only a fallback leaves a row that came from a later version than it names. */
  private boolean fellBack() {
    return parent != null
        && MetadataName.version(parent) > MetadataName.version(named)
        && !folder.file(named).ancestors().contains(parent);
  }

  private Finding afterFallback(MetadataFile row) {
    MetadataFile left = folder.file(String.valueOf(parent));
    return left.isUsable() && comesFromRow(left)
        ? new Finding(
            RepairAction.ADVANCED,
            left,
            "the table fell back to %s before, and what it fell back from can be used again"
                .formatted(named))
        : untouched(row, "the table fell back from %s; %s".formatted(parent, left.reason()));
  }

  /** True if somebody registered just this version, maybe to go back to it. */
  private boolean isRegistered() {
    @Nullable TableNote note = TableNote.read(folder.path());
    return note != null && note.metadataFile().equals(named);
  }

  private boolean isHinted(String name, @Nullable String hinted) {
    return name.equals(hinted) && !name.equals(named);
  }

  private static boolean mayBeNewer(String name, MetadataFile row) {
    long version = MetadataName.version(name);
    boolean comparable =
        version != MetadataName.NO_VERSION && row.version() != MetadataName.NO_VERSION;
    return !name.equals(row.name()) && (!comparable || version > row.version());
  }

  private boolean isChild(MetadataFile later) {
    List<String> ancestors = later.ancestors();
    return !ancestors.isEmpty() && ancestors.get(ancestors.size() - 1).equals(named);
  }

  /** Goes back over the versions that a file names, and those that the oldest of them names. */
  private boolean comesFromRow(MetadataFile later) {
    Set<String> seen = new HashSet<>();
    MetadataFile file = later;
    while (!file.ancestors().contains(named)) {
      if (file.ancestors().isEmpty() || !seen.add(file.name())) {
        return false;
      }
      file = folder.file(file.ancestors().get(0));
    }
    return true;
  }

  private static String leftovers(Versions newer) {
    List<String> names =
        Stream.concat(newer.leaves().stream(), newer.others().stream())
            .map(MetadataFile::name)
            .toList();
    return names.isEmpty()
        ? ""
        : "newer files that no commit is known of are left alone: "
            + names.stream().limit(3).collect(Collectors.joining(", "))
            + (names.size() > 3 ? " and %s more".formatted(names.size() - 3) : "");
  }

  private @Nullable String uuid(MetadataFile row) {
    @Nullable String written = folder.uuidIn(row);
    if (written != null) {
      return written;
    }
    for (@Nullable String name : new @Nullable String[] {parent, folder.hinted()}) {
      if (name != null && folder.file(name).metadata() != null) {
        return folder.file(name).uuid();
      }
    }
    return null;
  }

  private @Nullable String likelyParent() {
    return parent == null ? folder.hinted() : parent;
  }

  private static Finding untouched(MetadataFile row, String reason) {
    return new Finding(RepairAction.UNTOUCHED, row, reason);
  }
}
