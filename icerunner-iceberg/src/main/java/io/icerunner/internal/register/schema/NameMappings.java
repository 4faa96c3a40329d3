package io.icerunner.internal.register.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Name mappings, by which readers match the columns of files without field ids. */
public final class NameMappings {
  /**
   * Names of a list's element besides its own. DuckDB looks for the group around it, which Hive
   * names so.
   */
  private static final List<String> ELEMENT_NAMES = List.of("bag", "array_element", "item");

  private NameMappings() {}

  /** The mapping of a new table. */
  public static NameMapping create(Schema schema) {
    return complete(schema, null);
  }

  /**
   * The mapping of a table after a change of its schema: each field by its own name and by those it
   * was mapped from before, unless another field has such a name now. Fields that were dropped keep
   * theirs, so that their values do not come back under a new field.
   *
   * @param before null if there was none
   */
  public static NameMapping complete(Schema schema, @Nullable NameMapping before) {
    return NameMapping.of(
        fields(schema.columns(), before == null ? null : before.asMappedFields(), false));
  }

  private static MappedFields fields(
      List<Types.NestedField> fields, @Nullable MappedFields before, boolean areElements) {
    Set<String> taken = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    for (Types.NestedField field : fields) {
      taken.add(field.name());
      ids.add(field.fieldId());
    }
    List<MappedField> mapped = new ArrayList<>();
    for (Types.NestedField field : fields) {
      MappedField old = before == null ? null : before.field(field.fieldId());
      Set<String> names = new LinkedHashSet<>();
      names.add(field.name());
      if (areElements) {
        names.addAll(ELEMENT_NAMES);
      }
      if (old != null) {
        old.names().stream().filter(name -> !taken.contains(name)).forEach(names::add);
      }
      mapped.add(MappedField.of(field.fieldId(), names, nested(field.type(), old)));
    }
    if (before != null) {
      before.fields().stream()
          .filter(field -> field.id() == null || !ids.contains(field.id()))
          .map(field -> without(field, taken))
          .forEach(mapped::add);
    }
    return MappedFields.of(mapped);
  }

  private static @Nullable MappedFields nested(Type type, @Nullable MappedField old) {
    return type.isNestedType()
        ? fields(
            type.asNestedType().fields(),
            old == null ? null : old.nestedMapping(),
            type.isListType())
        : null;
  }

  private static MappedField without(MappedField field, Set<String> taken) {
    Set<String> names = new LinkedHashSet<>(field.names());
    names.removeAll(taken);
    return MappedField.of(field.id(), names, field.nestedMapping());
  }
}
