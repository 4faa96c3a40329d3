package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** What a table as a whole must be like to be read. */
final class TableRules {
  private static final int NEWEST_FORMAT_VERSION = 3;
  private static final Set<Type.TypeID> UNREADABLE =
      EnumSet.of(Type.TypeID.VARIANT, Type.TypeID.GEOMETRY, Type.TypeID.GEOGRAPHY);

  private TableRules() {}

  static int formatVersion(TableIdentifier identifier, Table table) {
    int version = TableUtil.formatVersion(table);
    if (version > NEWEST_FORMAT_VERSION) {
      throw unsupported(
          identifier,
          "format version %s is not known; the newest that is read is %s"
              .formatted(version, NEWEST_FORMAT_VERSION));
    }
    return version;
  }

  static void requireReadable(TableIdentifier identifier, Schema schema) {
    if (TypeUtil.find(schema, type -> UNREADABLE.contains(type.typeId())) == null) {
      return;
    }
    for (Types.NestedField field : TypeUtil.indexById(schema.asStruct()).values()) {
      if (UNREADABLE.contains(field.type().typeId())) {
        throw unsupported(
            identifier,
            "column %s has type %s, which is not read yet"
                .formatted(schema.findColumnName(field.fieldId()), field.type()));
      }
    }
  }

  static IceRunnerException unsupported(TableIdentifier identifier, String reason) {
    return IceRunnerException.unsupported("Cannot read table %s: %s".formatted(identifier, reason));
  }
}
