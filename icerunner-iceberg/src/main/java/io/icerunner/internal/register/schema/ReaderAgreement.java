package io.icerunner.internal.register.schema;

import java.util.Set;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Forms of columns that readers of Iceberg tables do not all read, or not all read alike. What a
 * registered table holds must be the same in each of them.
 */
final class ReaderAgreement {
  /** Annotations that DuckDB knows in their old form only. */
  private static final Set<String> OLD_FORM_NEEDED =
      Set.of("STRING", "DECIMAL", "DATE", "LIST", "MAP", "ENUM", "JSON");

  /** By the name of the group around elements DuckDB finds them. */
  private static final String ELEMENT_GROUP = "list";

  /** Found by way of the name mapping, unless maps are in it. */
  private static final String HIVE_ELEMENT_GROUP = "bag";

  private ReaderAgreement() {}

  /** Why a column of values is not registered, as the end of a sentence; null if it is. */
  static @Nullable String refusal(PrimitiveType column, SchemaElement marks) {
    LogicalTypeAnnotation annotation = column.getLogicalTypeAnnotation();
    if (annotation instanceof IntLogicalTypeAnnotation integer
        && !integer.isSigned()
        && integer.getBitWidth() >= Integer.SIZE) {
      return "is an unsigned %d-bit integer, which some readers of Iceberg tables take for a signed one"
          .formatted(integer.getBitWidth());
    } else if (annotation instanceof TimeLogicalTypeAnnotation time
        && time.getUnit() == TimeUnit.MILLIS) {
      return "is a time in milliseconds, which some readers of Iceberg tables do not read";
    } else if (annotation instanceof TimestampLogicalTypeAnnotation && !marks.isSetLogicalType()) {
      return "is a timestamp that does not say whether it is in UTC (it has the old annotation %s only)"
          .formatted(marks.getConverted_type());
    } else if (annotation instanceof BsonLogicalTypeAnnotation) {
      return "is BSON, which some readers of Iceberg tables do not read";
    } else if (annotation instanceof UnknownLogicalTypeAnnotation) {
      return "has no type, only nulls; write it with the type it is to have";
    }
    return withoutOldForm(annotation, marks);
  }

  /** Why a list or a map is not registered, as the end of a sentence; null if it is. */
  static @Nullable String refusal(GroupType column, SchemaElement marks) {
    LogicalTypeAnnotation annotation = column.getLogicalTypeAnnotation();
    String oldForm = withoutOldForm(annotation, marks);
    if (oldForm != null) {
      return oldForm;
    } else if (annotation instanceof ListLogicalTypeAnnotation) {
      return list(column);
    } else if (annotation instanceof MapLogicalTypeAnnotation) {
      return map(column);
    }
    return "is stored as %s, which is not read".formatted(annotation);
  }

  private static @Nullable String withoutOldForm(
      @Nullable LogicalTypeAnnotation annotation, SchemaElement marks) {
    boolean missing =
        annotation != null
            && !marks.isSetConverted_type()
            && OLD_FORM_NEEDED.contains(annotation.toString().replaceFirst("\\(.*", ""));
    return missing
        ? "is marked as %s in the newer way only, which some readers of Iceberg tables do not know"
            .formatted(annotation)
        : null;
  }

  private static @Nullable String list(GroupType column) {
    GroupType group = onlyRepeatedGroup(column, 1);
    boolean found =
        group != null
            && (group.getName().equals(ELEMENT_GROUP)
                || (group.getName().equals(HIVE_ELEMENT_GROUP) && group.getType(0).isPrimitive()));
    return found
        ? null
        : "is a list in an old or unusual form, which some readers of Iceberg tables read as nulls;"
            + " expected is a repeated group named list with one field";
  }

  private static @Nullable String map(GroupType column) {
    GroupType group = onlyRepeatedGroup(column, 2);
    boolean standard =
        group != null
            && group.getName().equals("key_value")
            && group.getType(0).getName().equals("key")
            && group.getType(1).getName().equals("value");
    if (!standard || group == null) {
      return "is a map in an old or unusual form, which some readers of Iceberg tables do not read;"
          + " expected is a repeated group named key_value with the fields key and value";
    }
    return group.getType(0).isRepetition(Repetition.REQUIRED)
        ? null
        : "is a map whose keys may be null";
  }

  private static @Nullable GroupType onlyRepeatedGroup(GroupType column, int children) {
    Type only = column.getFieldCount() == 1 ? column.getType(0) : null;
    return only != null
            && !only.isPrimitive()
            && only.isRepetition(Repetition.REPEATED)
            && only.asGroupType().getFieldCount() == children
        ? only.asGroupType()
        : null;
  }
}
