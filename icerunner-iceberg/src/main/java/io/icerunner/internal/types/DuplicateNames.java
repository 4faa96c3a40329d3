package io.icerunner.internal.types;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;

/** Names that stand for two fields of one struct. */
final class DuplicateNames {
  private DuplicateNames() {}

  /**
   * @param prefix full name of the struct; empty for columns
   * @return the sentence about them, if there are any
   */
  static Optional<String> in(List<Field> fields, String prefix) {
    Set<String> seen = new LinkedHashSet<>();
    Set<String> twice =
        fields.stream()
            .map(Field::getName)
            .filter(name -> !seen.add(name))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (twice.isEmpty()) {
      return Optional.empty();
    }
    String names = twice.stream().collect(Collectors.joining("', '", "'", "'"));
    return Optional.of(
        prefix.isEmpty()
            ? "column names occur more than once: " + names
            : "field names of '%s' occur more than once: %s".formatted(prefix, names));
  }
}
