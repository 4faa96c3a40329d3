package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.NamePattern;
import io.icerunner.internal.mirror.source.SourceServer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;

/** Finds the tables to copy. */
public final class TablePairs {
  private final TableSelection selection;
  private final NameTemplate template;

  public TablePairs(TableSelection selection) {
    this.selection = selection;
    this.template = new NameTemplate(selection.nameTemplate());
  }

  /** Whether the tables are known without asking the source. */
  boolean isNamed() {
    return selection.source() != null;
  }

  /**
   * The tables, sorted by the source's name.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if two would have the same target
   */
  public List<TablePair> find(SourceServer server) {
    List<String> named = selection.source();
    if (named != null) {
      TableIdentifier target = selection.target();
      return List.of(new TablePair(named, target == null ? template.target(named) : target));
    }
    List<TablePair> found =
        server.tables().stream()
            .filter(this::isChosen)
            .map(source -> new TablePair(source, template.target(source)))
            .sorted(Comparator.comparing(TablePair::name))
            .toList();
    refuseClashes(found);
    return found;
  }

  private boolean isChosen(List<String> source) {
    String name = String.join(".", source);
    return (selection.includes().isEmpty() || fits(selection.includes(), name))
        && !fits(selection.excludes(), name);
  }

  private static boolean fits(List<String> patterns, String name) {
    return patterns.stream().anyMatch(pattern -> NamePattern.of(pattern).matches(name));
  }

  private void refuseClashes(List<TablePair> found) {
    Map<TableIdentifier, TablePair> byTarget = new LinkedHashMap<>();
    for (TablePair pair : found) {
      TablePair other = byTarget.putIfAbsent(pair.target(), pair);
      if (other != null) {
        throw IceRunnerException.invalidArgument(
            "Cannot mirror %s and %s: both would be %s; use a nameTemplate with {namespace}, or exclude one"
                .formatted(other.name(), pair.name(), pair.target()));
      }
    }
  }
}
