package io.icerunner.internal.replica;

import io.icerunner.internal.commit.SchemaPreview;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * How a table's schema is to change. Fields are named by their ids. Renames come first, as a name
 * that a rename frees may be that of a new column.
 */
final class SchemaSteps {
  private final List<BiConsumer<UpdateSchema, Schema>> renames = new ArrayList<>();
  private final List<BiConsumer<UpdateSchema, Schema>> others = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();

  void rename(int id, String name, String change) {
    renames.add((update, schema) -> update.renameColumn(schema.findColumnName(id), name));
    changes.add(change);
  }

  void relax(int id, String change) {
    others.add((update, schema) -> update.makeColumnOptional(schema.findColumnName(id)));
    changes.add(change);
  }

  void widen(int id, Type.PrimitiveType type, String change) {
    others.add((update, schema) -> update.updateColumn(schema.findColumnName(id), type));
    changes.add(change);
  }

  void add(@Nullable Integer parent, NestedField field, String change) {
    others.add(
        (update, schema) ->
            update.addColumn(
                parent == null ? null : schema.findColumnName(parent),
                field.name(),
                field.type(),
                field.doc(),
                field.initialDefaultLiteral()));
    changes.add(change);
  }

  /** The source has changed and the table need not. */
  void leave(String change) {
    changes.add(change);
  }

  /** What differs, a phrase for each. */
  List<String> changes() {
    return changes;
  }

  /** Whether the table stays as it is. */
  boolean isEmpty() {
    return renames.isEmpty() && others.isEmpty();
  }

  /** What to do, each on what the one before has left. */
  List<Consumer<UpdateSchema>> of(Table table) {
    List<Consumer<UpdateSchema>> steps = new ArrayList<>();
    if (!renames.isEmpty()) {
      steps.add(on(table.schema(), renames));
    }
    if (!others.isEmpty()) {
      steps.add(on(SchemaPreview.of(table, steps), others));
    }
    return steps;
  }

  private static Consumer<UpdateSchema> on(
      Schema schema, List<BiConsumer<UpdateSchema, Schema>> changes) {
    return update -> changes.forEach(change -> change.accept(update, schema));
  }
}
