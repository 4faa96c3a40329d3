package io.icerunner.internal.register;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.jspecify.annotations.Nullable;

/** Keeps a name mapping in step with a schema. */
final class NameMappingMerge {
  private NameMappingMerge() {}

  /** Every field under its own name and under all that it was mapped from before. */
  static NameMapping of(Schema schema, @Nullable NameMapping before) {
    NameMapping own = MappingUtil.create(schema);
    return before == null ? own : NameMapping.of(merge(own.asMappedFields(), before));
  }

  private static MappedFields merge(MappedFields fields, NameMapping before) {
    Set<String> taken = new LinkedHashSet<>();
    fields.fields().forEach(field -> taken.addAll(field.names()));
    List<MappedField> merged = new ArrayList<>();
    for (MappedField field : fields.fields()) {
      @Nullable MappedField old = before.find(field.id());
      Set<String> names = new LinkedHashSet<>(field.names());
      if (old != null) {
        // A name that another field has now is that field's.
        old.names().stream().filter(name -> !taken.contains(name)).forEach(names::add);
      }
      @Nullable MappedFields nested = field.nestedMapping();
      merged.add(MappedField.of(field.id(), names, nested == null ? null : merge(nested, before)));
    }
    return MappedFields.of(merged);
  }
}
