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
      return without(hinted, uuid.get());
    }
    boolean isOurs = hinted != null && hinted.isUsable() && hinted.uuid().equals(uuid.get());
    @Nullable String counted = isOurs && hinted != null ? hinted.name() : null;
    Optional<MetadataFile> last = table.last(counted);
    if (last.isPresent()) {
      return found(last.get(), table, counted);
    }
    @Nullable String committed = table.newestCommitted(counted);
    return committed == null ? unusable(all) : without(folder.file(committed), uuid.get());
  }

  private @Nullable MetadataFile hinted() {
    @Nullable String name = folder.hinted();
    return name == null ? null : folder.file(name);
  }

  private Finding without(MetadataFile lost, String uuid) {
    if (isOutOfReach(lost)) {
      return Finding.skipped("%s: %s".formatted(lost.name(), lost.reason()));
    }
    @Nullable String written = folder.uuidIn(lost);
    Finding found =
        new LostVersion(folder, lost, written == null ? uuid : written, null).replacement();
    return found.action() == RepairAction.ADVANCED
        ? new Finding(RepairAction.REGISTERED, found.file(), "")
        : found;
  }

  private static Finding found(MetadataFile file, Versions table, @Nullable String hinted) {
    for (MetadataFile other : table.others()) {
      boolean mayBeLater = other.version() > file.version();
      if (mayBeLater && isOutOfReach(other)) {
        return Finding.skipped("%s: %s".formatted(other.name(), other.reason()));
      }
      if (mayBeLater && other.isLost()) {
        return new Finding(
            file.name().equals(hinted) ? RepairAction.REGISTERED : RepairAction.FELL_BACK,
            file,
            "%s is passed over; %s".formatted(other.name(), other.reason()));
      }
    }
    return new Finding(RepairAction.REGISTERED, file, "");
  }

  private static boolean isOutOfReach(MetadataFile file) {
    return file.state() == State.NOT_UNDERSTOOD || file.state() == State.UNREADABLE;
  }

  /** A copy of a folder is no table of its own, since its files name those of the original. */
  private Finding unusable(Versions all) {
    @Nullable MetadataFile newest = all.others().isEmpty() ? null : all.others().get(0);
    if (newest == null) {
      return new Finding(RepairAction.LEFT, null, "others delete its files at the moment");
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
