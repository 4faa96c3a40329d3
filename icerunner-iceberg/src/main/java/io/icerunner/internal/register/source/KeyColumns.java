package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a manifest that identify a unit: those named like the leading Hive keys of the
 * paths, as many as there are.
 *
 * @param pathKeys as in the paths, outermost first
 * @param columns those of the manifest, in the same order
 */
record KeyColumns(List<String> pathKeys, List<String> columns) {

  /**
   * @param inPath the keys of a path of the source
   * @param example that path, for messages
   * @throws IceRunnerException INVALID_ARGUMENT if the columns are not the leading keys
   */
  static KeyColumns match(
      String manifest,
      List<String> columns,
      ManifestOptions options,
      List<String> inPath,
      String example) {
    List<String> wanted = options.keyColumns().isEmpty() ? columns : options.keyColumns();
    List<String> leading = new ArrayList<>();
    int named = 0;
    for (String key : inPath) {
      Optional<String> column = ColumnNames.find(wanted, key);
      named += column.isPresent() ? 1 : 0;
      if (leading.size() == inPath.indexOf(key)) {
        column.ifPresent(leading::add);
      }
    }
    boolean all = options.keyColumns().isEmpty() || leading.size() == options.keyColumns().size();
    boolean some = !leading.isEmpty() || options.filesColumn() != null;
    if (named != leading.size() || !all || !some) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the manifest %s: the columns that identify a unit must be the leading Hive keys of the paths; say which they are if others are named like keys too. The manifest has the columns %s%s; the paths have the keys %s, as in %s"
              .formatted(
                  manifest,
                  columns,
                  options.keyColumns().isEmpty() ? "" : ", of which identify " + wanted,
                  inPath.isEmpty() ? "none" : inPath,
                  example));
    }
    List<String> present = new ArrayList<>();
    for (String column : leading) {
      present.add(
          ColumnNames.find(columns, column)
              .orElseThrow(
                  () ->
                      IceRunnerException.invalidArgument(
                          "Cannot read the manifest %s: it has no column \"%s\"; it has %s"
                              .formatted(manifest, column, columns))));
    }
    return new KeyColumns(List.copyOf(inPath.subList(0, leading.size())), present);
  }
}
