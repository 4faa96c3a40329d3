package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import io.icerunner.spi.ResolvedTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/** Finds the columns that a request names in the table's schema. */
final class Columns {
  private Columns() {}

  /**
   * Positions in the schema, in the order wanted.
   *
   * @param wanted an exact name, or one that differs from a single column only in case; null for
   *     all columns
   */
  static List<Integer> positions(ResolvedTable table, @Nullable List<String> wanted) {
    List<NestedField> fields = table.schema().columns();
    Set<Integer> positions = new LinkedHashSet<>();
    if (wanted == null) {
      for (int i = 0; i < fields.size(); i++) {
        positions.add(i);
      }
      return List.copyOf(positions);
    }
    for (String name : wanted) {
      if (!positions.add(position(table, fields, name))) {
        throw IceRunnerException.invalidArgument(
            "Cannot read table %s: column \"%s\" is asked for twice"
                .formatted(table.identifier(), name));
      }
    }
    return List.copyOf(positions);
  }

  private static int position(ResolvedTable table, List<NestedField> fields, String name) {
    List<Integer> similar = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        similar.add(i);
      }
    }
    if (similar.size() == 1) {
      return similar.get(0);
    }
    throw IceRunnerException.invalidArgument(
        "Cannot read table %s: it has no column \"%s\"%s"
            .formatted(
                table.identifier(),
                name,
                NearestName.hint(name, fields.stream().map(NestedField::name).toList())));
  }
}
