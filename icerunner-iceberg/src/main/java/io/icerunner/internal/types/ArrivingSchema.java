package io.icerunner.internal.types;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The schema of the values of a stream. In the schema of a stream that is being read, a dictionary
 * encoded field has the type of its indices; here it has that of its values, and so does a run-end
 * encoded one.
 */
final class ArrivingSchema {
  private final @Nullable DictionaryProvider dictionaries;

  private ArrivingSchema(@Nullable DictionaryProvider dictionaries) {
    this.dictionaries = dictionaries;
  }

  static Schema decoded(Schema schema, @Nullable DictionaryProvider dictionaries) {
    ArrivingSchema arriving = new ArrivingSchema(dictionaries);
    return new Schema(
        schema.getFields().stream().map(f -> arriving.decoded(f, f.getName())).toList(),
        schema.getCustomMetadata());
  }

  private Field decoded(Field field, String path) {
    if (field.getDictionary() != null) {
      return like(field, decoded(valueField(field, path), path));
    }
    if (field.getType() instanceof ArrowType.RunEndEncoded) {
      return like(field, decoded(field.getChildren().get(1), path));
    }
    List<Field> children =
        field.getChildren().stream()
            .map(child -> decoded(child, path + "." + child.getName()))
            .toList();
    return new Field(field.getName(), field.getFieldType(), children);
  }

  private Field valueField(Field field, String path) {
    long id = field.getDictionary().getId();
    Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(id);
    if (dictionary == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot read column '%s': its dictionary %s is missing".formatted(path, id));
    }
    return dictionary.getVector().getField();
  }

  private static Field like(Field field, Field values) {
    FieldType type = new FieldType(field.isNullable(), values.getType(), null, field.getMetadata());
    return new Field(field.getName(), type, values.getChildren());
  }
}
