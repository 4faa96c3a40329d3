package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * One row of the type table.
 *
 * @param kind the Arrow type
 * @param arrow its name, as pyarrow prints it
 * @param targets the columns it may be stored in; the first that the table's format version holds
 *     is the one of a new table
 * @param nested the Iceberg type of a nested one, whose children are mapped by their own rows
 * @param refusal why there are no targets
 */
record TypeRow(
    ArrowKind kind,
    String arrow,
    List<Target> targets,
    @Nullable String nested,
    @Nullable String refusal) {

  static TypeRow of(ArrowKind kind, String arrow, Target... targets) {
    return new TypeRow(kind, arrow, List.of(targets), null, null);
  }

  static TypeRow nested(ArrowKind kind, String arrow, String nested) {
    return new TypeRow(kind, arrow, List.of(), nested, null);
  }

  static TypeRow refused(ArrowKind kind, String arrow, String refusal) {
    return new TypeRow(kind, arrow, List.of(), null, refusal);
  }

  /** The column of a new table; null if no target can be one. */
  @Nullable Type inNewTable(ArrowType storage, int formatVersion) {
    for (Target target : targets) {
      Type type = target.inNewTable().apply(storage);
      if (type != null && CanonicalTypes.minFormatVersion(type) <= formatVersion) {
        return type;
      }
    }
    return null;
  }

  /** How the type goes into a column that exists; null if it does not. */
  @Nullable Target into(ArrowType storage, Type column) {
    for (Target target : targets) {
      if (target.accepts().test(storage, column)) {
        return target;
      }
    }
    return null;
  }
}
