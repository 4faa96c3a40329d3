package io.icerunner.internal.catalog.heal;

import io.icerunner.internal.catalog.heal.MetadataFile.State;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last version of a table of which no catalog knows anything.
 *
 * <p>It is the highest version that is whole: an attempt whose writer died before it was told the
 * outcome counts as committed, an attempt that lost against a version which is known to be
 * committed does not. Half-written files, and those whose snapshot was cleaned up by the writer
 * that lost, are passed over.
 */
public final class FolderDiagnosis {
  private final MetadataFolder folder;

  public FolderDiagnosis(MetadataFolder folder) {
    this.folder = folder;
  }

  public Finding find() {
    Versions all = Versions.in(folder, name -> true);
    Optional<String> uuid = all.latestUuid();
    if (uuid.isEmpty()) {
      return unusable(all);
    }
    Versions table = all.ofTable(uuid.get());
    @Nullable MetadataFile hinted = hinted();
    if (hinted != null && !hinted.isUsable() && hinted.state() != State.ELSEWHERE) {
      return withoutHinted(hinted, uuid.get());
    }
    boolean isOurs = hinted != null && hinted.isUsable() && hinted.uuid().equals(uuid.get());
    return last(table, isOurs && hinted != null ? hinted.name() : null);
  }

  private @Nullable MetadataFile hinted() {
    @Nullable String name = folder.hinted();
    return name == null ? null : folder.file(name);
  }

  private Finding withoutHinted(MetadataFile hinted, String uuid) {
    if (isOutOfReach(hinted)) {
      return Finding.skipped("%s: %s".formatted(hinted.name(), hinted.reason()));
    }
    @Nullable String written = folder.uuidIn(hinted);
    Finding found =
        new LostVersion(folder, hinted, written == null ? uuid : written, null).replacement();
    return found.action() == RepairAction.ADVANCED
        ? new Finding(RepairAction.REGISTERED, found.file(), "")
        : found;
  }

  private static Finding last(Versions table, @Nullable String hinted) {
    Optional<MetadataFile> last = table.last(hinted);
    MetadataFile file = last.or(() -> Versions.best(table.leaves(), hinted)).orElseThrow();
    for (MetadataFile other : table.others()) {
      if (isOutOfReach(other) && other.version() >= file.version()) {
        return Finding.skipped("%s: %s".formatted(other.name(), other.reason()));
      }
    }
    Optional<MetadataFile> damaged =
        table.others().stream()
            .filter(other -> other.isLost() && other.version() > file.version())
            .findFirst();
    boolean isLast = last.isPresent() && (damaged.isEmpty() || file.name().equals(hinted));
    return new Finding(
        isLast ? RepairAction.REGISTERED : RepairAction.FELL_BACK,
        file,
        damaged
            .map(d -> "%s is passed over; %s".formatted(d.name(), d.reason()))
            .orElse(isLast ? "" : "the newest version that was committed cannot be used"));
  }

  private static boolean isOutOfReach(MetadataFile file) {
    return file.state() == State.NOT_UNDERSTOOD || file.state() == State.UNREADABLE;
  }

  /** A copy of a folder is no table of its own, since its files name those of the original. */
  private Finding unusable(Versions all) {
    @Nullable MetadataFile newest = all.others().isEmpty() ? null : all.others().get(0);
    if (newest == null) {
      return Finding.skipped("it has no metadata file");
    }
    return folder.isCopy(newest)
        ? new Finding(
            RepairAction.LEFT,
            null,
            "the folder %s is a copy; %s".formatted(folder.table(), newest.reason()))
        : Finding.skipped(
            "no metadata file of it can be used; %s: %s".formatted(newest.name(), newest.reason()));
  }
}
