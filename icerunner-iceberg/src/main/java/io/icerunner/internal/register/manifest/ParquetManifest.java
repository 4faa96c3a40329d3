package io.icerunner.internal.register.manifest;

import io.icerunner.internal.parquet.ParquetColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A manifest in Parquet. */
final class ParquetManifest implements ManifestTable {
  private final String location;
  private final Path file;
  private final ParquetColumns source;
  private final List<Types.NestedField> fields;

  ParquetManifest(String location, Path file, ParquetColumns source) {
    this.location = location;
    this.file = file;
    this.source = source;
    this.fields = source.columns(file);
  }

  @Override
  public List<String> columns() {
    return fields.stream().map(Types.NestedField::name).toList();
  }

  @Override
  public void forEach(List<String> wanted, Row row) {
    List<Type> types = wanted.stream().map(this::type).toList();
    @Nullable Object[] texts = new @Nullable Object[types.size()];
    long[] number = {0};
    source.forEach(
        file,
        wanted,
        values -> {
          for (int i = 0; i < texts.length; i++) {
            texts[i] = value(types.get(i), values[i]);
          }
          row.accept(++number[0], texts);
        });
  }

  private Type type(String column) {
    Type type =
        fields.stream()
            .filter(field -> field.name().equals(column))
            .map(Types.NestedField::type)
            .findFirst()
            .orElseThrow();
    Type value = type.isListType() ? type.asListType().elementType() : type;
    if (value.typeId() == Type.TypeID.UNKNOWN) {
      throw Manifests.malformed(
          location,
          "the column \"%s\" is of a type that Iceberg has none for; store it as string or integer of 64 bits with a sign"
              .formatted(column));
    }
    if (!PathText.isPlain(value)) {
      throw Manifests.malformed(
          location,
          "the column \"%s\" is of type %s, whose values are spelled in more than one way; store it as string or integer"
              .formatted(column, type));
    }
    return type;
  }

  private static @Nullable Object value(Type type, @Nullable Object value) {
    if (value == null || !type.isListType()) {
      return value == null ? null : PathText.of(type, value);
    }
    List<String> elements = new ArrayList<>();
    for (Object element : (List<?>) value) {
      elements.add(element == null ? "" : PathText.of(type.asListType().elementType(), element));
    }
    return elements;
  }

  @Override
  public String place(long number) {
    return "row " + number;
  }

  @Override
  public String toString() {
    return location;
  }
}
