package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetColumns;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * The sources of truth about what is complete.
 *
 * <p>In a listing, data files are those whose name ends in {@code .parquet}, {@code .parq} or
 * {@code .pq}, in any case, that have content, and that are hidden neither by their name nor by
 * that of a folder between them and the source: one that begins with a dot, or with an underscore
 * unless it is a Hive folder such as {@code _p=1}. All else is passed over, and counted.
 */
public final class UnitSources {
  /** The marker of Hadoop's and Spark's committers. */
  public static final String DEFAULT_MARKER = "_SUCCESS";

  /** How long a file must have been left alone before it counts as complete, unless told. */
  public static final Duration DEFAULT_QUIET = Duration.ofMinutes(5);

  private UnitSources() {}

  /**
   * A manifest: the units that it names are complete, and nothing else is.
   *
   * <p>Without a column of files, the columns named like the leading Hive keys of the paths (their
   * case does not matter) identify a unit, and its files are all data files in that folder. Values
   * are text as it stands in the path; null is {@code __HIVE_DEFAULT_PARTITION__}. The encodings of
   * Hive and of pyarrow are recognised. A row that is there twice counts once; rows that contradict
   * each other are refused.
   *
   * <p>With a column of files, these are the unit's, whatever they are called, and the folder that
   * the key columns say must hold them. Several rows may name files of one unit; then their counts
   * are added. Without key columns a row names one file, which is a unit of its own.
   *
   * @param columns reads a Parquet manifest; not used for others
   */
  public static UnitSource manifest(
      SourceStore store, String source, ManifestOptions options, ParquetColumns columns) {
    return new ManifestUnits(store, SourceRoot.of(source), options, columns);
  }

  /**
   * A list of files, relative to the source or absolute; each is a unit and must be there when it
   * is asked for. Hidden and temporary names are passed over; other names are taken whatever they
   * end in.
   */
  public static UnitSource files(SourceStore store, String source, List<String> locations) {
    return new FileListUnits(store, SourceRoot.of(source), "the list of files", locations);
  }

  /**
   * A text with one file on each line, as {@link #files} takes them. Empty lines and those that
   * begin with {@code #} are passed over.
   *
   * @param list a path or a URI
   */
  public static UnitSource fileList(SourceStore store, String source, String list) {
    return FileListUnits.read(store, SourceRoot.of(source), SourceRoot.canonical(list));
  }

  /**
   * Marker files, by one flat listing. A folder that holds a marker is complete with all folders
   * below it: Hadoop's and Spark's committers put one into the folder of the job, above those of
   * the partitions. A unit is a folder that holds data files directly; the source itself is the
   * unit {@code .}.
   *
   * <p>A marker that an earlier job left stays valid while a later job adds files to the same
   * folders: with such writers, let each job write a folder of its own, or use a manifest.
   */
  public static UnitSource marker(SourceStore store, String source, String markerName) {
    if (markerName.isBlank() || markerName.indexOf('/') >= 0) {
      throw IceRunnerException.invalidArgument(
          "Cannot look for marker files named \"%s\": a marker is the name of a file, such as %s"
              .formatted(markerName, DEFAULT_MARKER));
    }
    return new MarkerUnits(store, SourceRoot.of(source), markerName);
  }

  /**
   * A flat listing: a file is complete, and a unit, when it was last changed at least so long ago.
   *
   * @param quiet not negative
   */
  public static UnitSource quiet(SourceStore store, String source, Duration quiet, Clock clock) {
    if (quiet.isNegative()) {
      throw IceRunnerException.invalidArgument(
          "Cannot wait for files to be quiet for %s: give a duration from zero".formatted(quiet));
    }
    return new QuietUnits(store, SourceRoot.of(source), quiet, clock);
  }
}
