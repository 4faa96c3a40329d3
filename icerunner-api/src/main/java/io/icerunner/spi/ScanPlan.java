package io.icerunner.spi;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The files of a scan and how their columns become those of the table.
 *
 * @param schema the table's schema at the snapshot
 * @param groups files with one schema each, the largest first; empty if the scan has no rows
 * @param roots folders under which all files of the table are, whichever of them are planned, each
 *     ending with a slash: what an engine may open for this table, the same for every scan of a
 *     snapshot; empty if only the paths of the files tell
 */
public record ScanPlan(Schema schema, List<Group> groups, Set<String> roots) {
  public ScanPlan {
    groups = List.copyOf(groups);
    roots = Set.copyOf(roots);
  }

  /** A plan whose files alone tell where they are. */
  public ScanPlan(Schema schema, List<Group> groups) {
    this(schema, groups, Set.of());
  }

  /**
   * Files that are read alike.
   *
   * @param fileSchema all columns of the files, in the order of the first: names as in the file,
   *     types as stored, ids those of the table (from the file, or by name mapping). A field of the
   *     table that is absent here has its constant if there is one, of the group or else of the
   *     file, else its initial default, else null. A column that the table does not have may be of
   *     unknown type, with a negative id.
   * @param current true if every field of the table's schema is in the files under its own name and
   *     type, stored as Iceberg stores it, so that no conversion is needed. If it is false, a type
   *     equal to the table's may still be stored in another way (an unsigned integer, a time in
   *     milliseconds), so that an engine must cast it.
   * @param constants values of whole top-level fields by field id, in Iceberg's internal
   *     representation (identity partition values that are not in the files), as far as they are
   *     the same for all files; null for null
   * @param files the files; never empty; all have constants of the same fields
   */
  public record Group(
      Schema fileSchema,
      boolean current,
      Map<Integer, @Nullable Object> constants,
      List<File> files) {
    public Group {
      files = List.copyOf(files);
    }
  }

  /**
   * One data file.
   *
   * @param path where it is: an absolute path of the local file system, or a URI of another scheme
   * @param recordCount rows in the file
   * @param sizeInBytes its length
   * @param constants as those of the group, for fields whose constant is not the same in all of its
   *     files
   */
  public record File(
      String path, long recordCount, long sizeInBytes, Map<Integer, @Nullable Object> constants) {

    /** A file without constants of its own. */
    public File(String path, long recordCount, long sizeInBytes) {
      this(path, recordCount, sizeInBytes, Map.of());
    }
  }

  /** Rows in all planned files. */
  public long recordCount() {
    return groups.stream().flatMap(g -> g.files().stream()).mapToLong(File::recordCount).sum();
  }
}
