package io.icerunner.internal.catalog.heal;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What takes the place of a version that was committed and cannot be read any more: its newest
 * descendant if others went on from it, else the version it came from. A file of the same version
 * number is another attempt at the same commit, one that lost, and never takes its place.
 */
final class LostVersion {
  private final MetadataFolder folder;
  private final MetadataFile lost;
  private final @Nullable String uuid;
  private final @Nullable String parent;

  /**
   * @param uuid of the table; null if it is not known
   * @param parent the version before the lost one; null if it is not known
   */
  LostVersion(
      MetadataFolder folder, MetadataFile lost, @Nullable String uuid, @Nullable String parent) {
    this.folder = folder;
    this.lost = lost;
    this.uuid = uuid;
    this.parent = parent;
  }

  /** Looks for it. */
  Finding replacement() {
    Optional<MetadataFile> later = Versions.best(laterOnes(), folder.hinted());
    if (later.isPresent()) {
      return new Finding(
          RepairAction.ADVANCED,
          later.get(),
          "a newer version than %s was committed; %s".formatted(lost.name(), lost.reason()));
    }
    Versions earlier = ofTable(Versions.in(folder, this::isEarlier));
    return Versions.best(earlier.leaves(), parent)
        .map(
            before ->
                new Finding(
                    RepairAction.FELL_BACK,
                    before,
                    "what was committed in %s is lost; %s".formatted(lost.name(), lost.reason())))
        .orElseGet(
            () ->
                Finding.skipped(
                    "no version can take the place of %s; %s"
                        .formatted(lost.name(), lost.reason())));
  }

  private List<MetadataFile> laterOnes() {
    Versions later = Versions.in(folder, name -> !isEarlier(name) && !name.equals(lost.name()));
    return ofTable(later).leaves().stream().filter(this::goesOn).toList();
  }

  /** A version two above the lost one came from one above it, which came from a committed one. */
  private boolean goesOn(MetadataFile leaf) {
    return leaf.ancestors().contains(lost.name())
        || (hasVersion() && leaf.version() > lost.version() + 1 && isSurelyOfTable());
  }

  /** The first version of a table that took over a folder tells nothing of those before. */
  private boolean isSurelyOfTable() {
    return uuid != null
        || (lost.version() > 0 && Versions.in(folder, name -> true).uuids().size() == 1);
  }

  private boolean isEarlier(String name) {
    if (name.equals(parent) || !hasVersion()) {
      return !name.equals(lost.name());
    }
    return MetadataName.version(name) < lost.version();
  }

  private boolean hasVersion() {
    return lost.version() != MetadataName.NO_VERSION;
  }

  private Versions ofTable(Versions versions) {
    return Optional.ofNullable(uuid)
        .or(versions::latestUuid)
        .map(versions::ofTable)
        .orElse(versions);
  }
}
