package io.icerunner.internal.catalog.heal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    return only(file -> file.metadata() == null || file.uuid().equals(uuid));
  }

  Versions only(Predicate<MetadataFile> condition) {
    return new Versions(
        usable.stream().filter(condition).toList(), others.stream().filter(condition).toList());
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

  /** The highest version that is known to have been committed; null if none is. */
  @Nullable String newestCommitted(@Nullable String hinted) {
    return committed(hinted).stream()
        .max(Comparator.comparingLong(MetadataName::version))
        .orElse(null);
  }

  /** Versions that others came from, and the one that the hint names. */
  private Set<String> committed(@Nullable String hinted) {
    Set<String> committed = new HashSet<>();
    usable.forEach(file -> committed.addAll(file.ancestors()));
    others.forEach(file -> committed.addAll(file.ancestors()));
    if (hinted != null) {
      committed.add(hinted);
    }
    return committed;
  }

  /**
   * The last version, as far as files tell: the highest leaf, of several the one written last. A
   * leaf beside or below a version that was committed is an attempt that lost. A leaf that the hint
   * names is beaten only by one that is both higher and later. Nothing if the last version is none
   * of those that can be used.
   *
   * @param hinted the file that the hint names; null if it is of no account
   */
  Optional<MetadataFile> last(@Nullable String hinted) {
    Set<String> committed = committed(hinted);
    long floor =
        committed.stream().mapToLong(MetadataName::version).max().orElse(MetadataName.NO_VERSION);
    List<MetadataFile> candidates =
        leaves().stream()
            .filter(
                leaf ->
                    leaf.version() > floor
                        || (committed.contains(leaf.name())
                            && (leaf.version() >= floor || isLatest(leaf))))
            .toList();
    return candidates.stream()
        .filter(leaf -> leaf.name().equals(hinted))
        .findFirst()
        .map(named -> best(candidates.stream().filter(leaf -> beats(leaf, named)).toList(), hinted))
        .orElseGet(() -> best(candidates, hinted));
  }

  private static boolean beats(MetadataFile leaf, MetadataFile named) {
    return leaf.equals(named)
        || (leaf.version() > named.version()
            && leaf.whole().lastUpdatedMillis() > named.whole().lastUpdatedMillis());
  }

  private boolean isLatest(MetadataFile leaf) {
    long updated = leaf.whole().lastUpdatedMillis();
    return Stream.concat(usable.stream(), others.stream())
        .filter(file -> file.metadata() != null)
        .allMatch(file -> file.whole().lastUpdatedMillis() <= updated);
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
