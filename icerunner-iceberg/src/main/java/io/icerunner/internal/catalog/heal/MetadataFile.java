package io.icerunner.internal.catalog.heal;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.LocationUtil;
import org.jspecify.annotations.Nullable;

/**
 * A metadata file that was read whole, or why it could not be.
 *
 * @param path where it is
 * @param state what reading it showed
 * @param reason of every state but USABLE, as a clause: "it is damaged: …"
 */
public record MetadataFile(
    Path path, State state, @Nullable TableMetadata metadata, String reason) {

  /** What reading a metadata file shows. */
  public enum State {
    /** Whole, and the files it starts from are there. */
    USABLE,
    /** Whole, but the list of its current snapshot's manifests is gone. */
    WITHOUT_SNAPSHOT,
    /** Whole, and of a table that says it lies in another folder. */
    ELSEWHERE,
    /** Cut off, empty, or no table metadata at all. */
    DAMAGED,
    /** There is no such file. */
    MISSING,
    /** Well-formed, but newer than what this version reads. */
    NOT_UNDERSTOOD,
    /** The file system refuses to read it. */
    UNREADABLE
  }

  public boolean isUsable() {
    return state == State.USABLE;
  }

  /** True if the file's content is lost, as opposed to out of reach or out of understanding. */
  public boolean isLost() {
    return state == State.DAMAGED || state == State.MISSING;
  }

  public String name() {
    return String.valueOf(path.getFileName());
  }

  /** As the table's own catalog would spell where the file is. */
  public String location() {
    TableMetadata whole = whole();
    @Nullable String folder = whole.properties().get(TableProperties.WRITE_METADATA_LOCATION);
    return folder == null
        ? LocationUtil.stripTrailingSlash(whole.location()) + "/metadata/" + name()
        : LocationUtil.stripTrailingSlash(folder) + "/" + name();
  }

  /** The content of a file that is usable. */
  public TableMetadata whole() {
    return Objects.requireNonNull(metadata, reason);
  }

  /**
   * Grows with each commit. A catalog that took over a bare folder counts names from 0 again; then
   * the versions it came from tell.
   */
  long version() {
    long version = MetadataName.version(name());
    List<String> ancestors = ancestors();
    for (int i = 0; i < ancestors.size(); i++) {
      long ancestor = MetadataName.version(ancestors.get(i));
      if (ancestor != MetadataName.NO_VERSION) {
        version = Math.max(version, ancestor + ancestors.size() - i);
      }
    }
    return version;
  }

  /** What tells this table from others that used its folder. */
  String uuid() {
    return String.valueOf(whole().uuid());
  }

  /** The names of the versions it came from, the oldest known first. */
  List<String> ancestors() {
    return metadata == null
        ? List.of()
        : metadata.previousFiles().stream().map(entry -> MetadataName.of(entry.file())).toList();
  }
}
