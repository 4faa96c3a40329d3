package io.icerunner.internal.mirror;

import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Which tables are copied, and to which names.
 *
 * @param source the only one, by the parts of its name; null for all that the server lists
 * @param target of the only one; null to name it by the template
 * @param includes patterns of source names; empty for all
 * @param excludes patterns of source names that are left out
 * @param nameTemplate of target names
 */
public record TableSelection(
    @Nullable List<String> source,
    @Nullable TableIdentifier target,
    List<String> includes,
    List<String> excludes,
    String nameTemplate) {

  /** Copies. */
  public TableSelection {
    source = source == null ? null : List.copyOf(source);
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
  }
}
