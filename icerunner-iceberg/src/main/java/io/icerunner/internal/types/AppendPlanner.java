package io.icerunner.internal.types;

import io.icerunner.internal.types.Members.Arriving;
import io.icerunner.internal.types.Members.Member;
import io.icerunner.internal.types.Members.Missing;
import io.icerunner.spi.TypeMapper.IcebergMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Plans how the fields that arrive go into those of a table, and collects what is in the way. */
final class AppendPlanner {
  private final HostMappings mappings;
  private final int formatVersion;
  private final List<String> differences = new ArrayList<>();

  AppendPlanner(HostMappings mappings, int formatVersion) {
    this.mappings = mappings;
    this.formatVersion = formatVersion;
  }

  /** One phrase for each; empty if the plan holds. */
  List<String> differences() {
    return differences;
  }

  /**
   * @param incoming what arrives
   * @param columns those of the table, or of a struct in it
   * @param canonical their canonical fields
   * @param prefix full name of the struct; empty for columns
   */
  Members members(
      List<Field> incoming, List<Types.NestedField> columns, List<Field> canonical, String prefix) {
    DuplicateNames.in(incoming, prefix).ifPresent(differences::add);
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      members.add(member(incoming, columns.get(i), canonical.get(i), prefix));
    }
    unknown(incoming, columns, prefix);
    return new Members(members);
  }

  private Member member(
      List<Field> incoming, Types.NestedField column, Field canonical, String prefix) {
    String path = Paths.child(prefix, column.name());
    int index = indexOf(incoming, column.name());
    if (index >= 0) {
      Field field = incoming.get(index);
      return new Arriving(index, slot(field, column.type(), canonical, column.isRequired(), path));
    }
    Object defaultValue = column.writeDefault();
    if (defaultValue != null) {
      return new Missing(new ConstantFiller(canonical, column.type(), defaultValue));
    }
    if (column.isRequired()) {
      differences.add("column '%s' (%s, required) is missing".formatted(path, column.type()));
    }
    return new Missing((count, out) -> AllNullStep.append(canonical, count, out));
  }

  private static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (Objects.equals(fields.get(i).getName(), name)) {
        return i;
      }
    }
    return -1;
  }

  private void unknown(List<Field> incoming, List<Types.NestedField> columns, String prefix) {
    for (Field field : incoming) {
      String name = field.getName();
      if (columns.stream().anyMatch(column -> column.name().equals(name))) {
        continue;
      }
      String hint =
          columns.stream()
              .map(Types.NestedField::name)
              .filter(other -> other.equalsIgnoreCase(name))
              .findFirst()
              .map(" (names are case-sensitive: the table has '%s')"::formatted)
              .orElse("");
      differences.add(
          "column '%s' (%s) is not in the table%s"
              .formatted(Paths.child(prefix, name), ArrowText.of(field), hint));
    }
  }

  private Slot slot(Field field, Type column, Field canonical, boolean required, String path) {
    IcebergMapping mapping = mappings.toIceberg(field, formatVersion);
    ColumnStep step =
        mapping == null
            ? step(field, column, canonical, path)
            : hostStep(mapping, field, column, canonical, path);
    if (step == null) {
      differences.add(
          "column '%s' arrives as %s and the table has %s%s"
              .formatted(path, ArrowText.of(field), column, hint(field)));
      step = new AllNullStep(canonical);
    }
    return new Slot(step, required, path);
  }

  private static String hint(Field field) {
    String refusal = TypeTable.row(ArrowKind.of(field)).refusal();
    return refusal == null ? "" : " (" + refusal + ")";
  }

  private @Nullable ColumnStep hostStep(
      IcebergMapping mapping, Field field, Type column, Field canonical, String path) {
    Field converted =
        CanonicalTypes.field(field.getName(), field.isNullable(), mapping.type(), path);
    ColumnStep next = step(converted, column, canonical, path);
    return next == null
        ? null
        : new HostStep(path, mapping.conversion(), new Slot(next, false, path));
  }

  private @Nullable ColumnStep step(Field field, Type column, Field canonical, String path) {
    TypeRow row = TypeTable.row(ArrowKind.of(field));
    if (row.nested() != null) {
      return nestedStep(row.nested(), field, column, canonical, path);
    }
    Target target = row.into(ArrowKind.storage(field), column);
    return target == null
        ? null
        : target.maker().make(ArrowKind.storage(field), column, canonical, path);
  }

  private @Nullable ColumnStep nestedStep(
      String kind, Field field, Type column, Field canonical, String path) {
    if (kind.equals("struct") && column instanceof Types.StructType struct) {
      return new StructStep(
          canonical, members(field.getChildren(), struct.fields(), canonical.getChildren(), path));
    }
    if (kind.equals("list") && column instanceof Types.ListType list) {
      return listStep(field, list, canonical, path);
    }
    if (kind.equals("map") && column instanceof Types.MapType map) {
      return mapStep(field, map, canonical, path);
    }
    return null;
  }

  private ColumnStep listStep(Field field, Types.ListType list, Field canonical, String path) {
    Slot element =
        slot(
            field.getChildren().get(0),
            list.elementType(),
            canonical.getChildren().get(0),
            list.isElementRequired(),
            Paths.child(path, CanonicalTypes.ELEMENT));
    return new ListStep(canonical, path, element);
  }

  private ColumnStep mapStep(Field field, Types.MapType map, Field canonical, String path) {
    List<Field> pair = field.getChildren().get(0).getChildren();
    List<Field> target = canonical.getChildren().get(0).getChildren();
    String keyPath = Paths.child(path, CanonicalTypes.KEY);
    String valuePath = Paths.child(path, CanonicalTypes.VALUE);
    return new MapStep(
        canonical,
        path,
        slot(pair.get(0), map.keyType(), target.get(0), true, keyPath),
        slot(pair.get(1), map.valueType(), target.get(1), map.isValueRequired(), valuePath));
  }
}
