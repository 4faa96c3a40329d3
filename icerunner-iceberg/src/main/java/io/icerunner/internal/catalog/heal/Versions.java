package io.icerunner.internal.catalog.heal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a table that its folder shows.
 *
 * <p>A writer bases each version on the one that is current in the catalog, and the version names
 * those it came from. So whatever another version names was committed. A version that none names, a
 * leaf, may be the last commit, or an attempt that was lost or whose writer died.
 */
final class Versions {
  private final List<MetadataFile> usable;
  private final List<MetadataFile> others;

  private Versions(List<MetadataFile> usable, List<MetadataFile> others) {
    this.usable = usable;
    this.others = others;
  }

  /**
   * Reads the files of a folder, except those that a newer usable one names as its ancestors.
   *
   * @param names which files to look at
   */
  static Versions in(MetadataFolder folder, Predicate<String> names) {
    List<MetadataFile> usable = new ArrayList<>();
    List<MetadataFile> others = new ArrayList<>();
    Set<String> explained = new HashSet<>();
    for (String name : folder.names()) {
      if (names.test(name) && !explained.contains(name)) {
        MetadataFile file = folder.file(name);
        if (file.isUsable()) {
          usable.add(file);
          explained.addAll(file.ancestors());
        } else {
          others.add(file);
        }
      }
    }
    return new Versions(usable, others);
  }

  /** Only what is of one table, and what cannot be told. */
  Versions ofTable(String uuid) {
    Predicate<MetadataFile> same = f -> f.metadata() == null || f.uuid().equals(uuid);
    return new Versions(
        usable.stream().filter(same).toList(), others.stream().filter(same).toList());
  }

  /** Files that are not usable, the newest first. */
  List<MetadataFile> others() {
    return others;
  }

  /** Usable files that no usable file names, the newest first. */
  List<MetadataFile> leaves() {
    Set<String> named = new HashSet<>();
    usable.forEach(file -> named.addAll(file.ancestors()));
    return usable.stream().filter(file -> !named.contains(file.name())).toList();
  }

  /** The table whose leaf was written last, if the folder was used by several. */
  Optional<String> latestUuid() {
    return leaves().stream()
        .max(Comparator.comparingLong(file -> file.whole().lastUpdatedMillis()))
        .map(MetadataFile::uuid);
  }

  /** All tables that used the folder. */
  Set<String> uuids() {
    return usable.stream().map(MetadataFile::uuid).collect(Collectors.toSet());
  }

  /** The highest version that is known to have been committed. */
  private long committedVersion(@Nullable String hinted) {
    long highest = hinted == null ? MetadataName.NO_VERSION : MetadataName.version(hinted);
    for (List<MetadataFile> files : List.of(usable, others)) {
      for (MetadataFile file : files) {
        for (String ancestor : file.ancestors()) {
          highest = Math.max(highest, MetadataName.version(ancestor));
        }
      }
    }
    return highest;
  }

  /**
   * The last version, as far as files tell: the highest leaf; among leaves of one version, that
   * which the hint names, else the one written last. Nothing if all leaves are older than a version
   * that was committed.
   */
  Optional<MetadataFile> last(@Nullable String hinted) {
    long floor = committedVersion(hinted);
    return best(leaves().stream().filter(leaf -> leaf.version() >= floor).toList(), hinted);
  }

  static Optional<MetadataFile> best(List<MetadataFile> leaves, @Nullable String hinted) {
    return leaves.stream()
        .max(
            Comparator.comparingLong(MetadataFile::version)
                .thenComparing((MetadataFile leaf) -> leaf.name().equals(hinted))
                .thenComparingLong(leaf -> leaf.whole().lastSequenceNumber())
                .thenComparingLong(leaf -> leaf.whole().lastUpdatedMillis())
                .thenComparing(MetadataFile::name));
  }
}
