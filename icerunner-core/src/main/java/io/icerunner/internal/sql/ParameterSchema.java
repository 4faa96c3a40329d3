package io.icerunner.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The parameter types that are declared to clients. They guide clients and bind nobody: values are
 * taken in any type.
 *
 * <p>The JDBC driver writes milliseconds into timestamps and times whatever unit they have, so
 * milliseconds are declared; it can set no value of the null type, so unknown types are texts.
 */
final class ParameterSchema {
  private ParameterSchema() {}

  static Schema declared(Schema parameters) {
    List<Field> fields = new ArrayList<>();
    for (Field field : parameters.getFields()) {
      fields.add(declared(field));
    }
    return new Schema(fields);
  }

  private static Field declared(Field field) {
    List<Field> children = new ArrayList<>();
    for (Field child : field.getChildren()) {
      children.add(declared(child));
    }
    FieldType type =
        new FieldType(field.isNullable(), declared(field.getType()), null, field.getMetadata());
    return new Field(field.getName(), type, children);
  }

  private static ArrowType declared(ArrowType type) {
    if (type instanceof ArrowType.Null) {
      return ArrowType.Utf8.INSTANCE;
    } else if (type instanceof ArrowType.Timestamp timestamp) {
      return new ArrowType.Timestamp(TimeUnit.MILLISECOND, timestamp.getTimezone());
    } else if (type instanceof ArrowType.Time) {
      return new ArrowType.Time(TimeUnit.MILLISECOND, 32);
    }
    return type;
  }
}
