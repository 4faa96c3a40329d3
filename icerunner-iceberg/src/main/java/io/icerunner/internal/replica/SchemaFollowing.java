package io.icerunner.internal.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Compares the columns of a source with those of its copy, nested ones too, and tells what the copy
 * must become:
 *
 * <ul>
 *   <li>a column that is new is added, optional; one that is wider is widened (int to long, float
 *       to double, decimals of more digits); one that may be null now is made optional
 *   <li>one whose name has changed, known by its field id, is renamed
 *   <li>one that is gone stays, optional, and is null in new rows
 *   <li>one that is narrower than the copy's fits it; the order of columns means nothing
 *   <li>everything else is a difference that cannot be followed
 * </ul>
 */
final class SchemaFollowing {
  private final Map<Integer, Integer> known;
  private final boolean replaces;
  private final int formatVersion;
  private final SchemaSteps steps = new SchemaSteps();
  private final List<String> differences = new ArrayList<>();

  private SchemaFollowing(Map<Integer, Integer> known, boolean replaces, int formatVersion) {
    this.known = known;
    this.replaces = replaces;
    this.formatVersion = formatVersion;
  }

  /**
   * Compares.
   *
   * @param source the columns at the source
   * @param table those of the copy
   * @param known the copy's field id for each of the source's; columns are matched by name if empty
   * @param replaces whether the rows that the copy has go, so that a new column may take over one
   *     that is gone
   */
  static SchemaFollowing compare(
      List<NestedField> source,
      List<NestedField> table,
      Map<Integer, Integer> known,
      boolean replaces,
      int formatVersion) {
    SchemaFollowing following = new SchemaFollowing(known, replaces, formatVersion);
    following.fields(source, table, new Place(null, "", false));
    return following;
  }

  /** What cannot be followed, a phrase for each. */
  List<String> differences() {
    return differences;
  }

  /** What the copy must become. */
  SchemaSteps steps() {
    return steps;
  }

  /**
   * Where fields are.
   *
   * @param parent the copy's id of the struct; null for columns
   * @param prefix of their names in messages
   * @param isKey whether they are in the key of a map, which cannot be changed
   */
  private record Place(@Nullable Integer parent, String prefix, boolean isKey) {
    Place in(NestedField field, String name) {
      return new Place(field.fieldId(), prefix + name + ".", isKey);
    }

    Place key() {
      return new Place(parent, prefix, true);
    }
  }

  private void fields(List<NestedField> source, List<NestedField> table, Place place) {
    Map<Integer, NestedField> byId = new HashMap<>();
    Map<String, NestedField> byName = new HashMap<>();
    for (NestedField field : table) {
      byId.put(field.fieldId(), field);
      byName.put(field.name(), field);
    }
    Set<Integer> matched = new HashSet<>();
    source.stream().map(field -> known.get(field.fieldId())).forEach(matched::add);
    Set<Integer> claimed = Set.copyOf(nonNull(matched));
    for (NestedField field : source) {
      @Nullable NestedField match = match(field, byId, byName, claimed, place);
      if (match != null) {
        matched.add(match.fieldId());
        matched(field, match, byName, claimed, place);
      }
    }
    for (NestedField field : table) {
      if (!matched.contains(field.fieldId())) {
        gone(field, place);
      }
    }
  }

  private static Set<Integer> nonNull(Set<Integer> ids) {
    Set<Integer> present = new HashSet<>(ids);
    present.removeIf(Objects::isNull);
    return present;
  }

  /** The copy's field for one of the source's; null if there is none, and then it is added. */
  private @Nullable NestedField match(
      NestedField field,
      Map<Integer, NestedField> byId,
      Map<String, NestedField> byName,
      Set<Integer> claimed,
      Place place) {
    @Nullable Integer id = known.get(field.fieldId());
    if (id != null && byId.containsKey(id)) {
      return byId.get(id);
    }
    if (id != null && !replaces) {
      differ(place, field, "(%s) was dropped from the table with its values", field.type());
      return null;
    }
    @Nullable NestedField named = byName.get(field.name());
    if (named == null || claimed.contains(named.fieldId())) {
      add(field, place);
      return null;
    }
    if (known.isEmpty() || replaces) {
      return named;
    }
    differ(
        place,
        field,
        "is a new one at the source (field id %s, %s), and the table has kept one of that name (field id %s, %s) that is gone at the source; drop or rename the table's, or replace its rows",
        field.fieldId(),
        field.type(),
        named.fieldId(),
        named.type());
    return null;
  }

  private void matched(
      NestedField source,
      NestedField table,
      Map<String, NestedField> byName,
      Set<Integer> claimed,
      Place place) {
    if (!source.name().equals(table.name())) {
      @Nullable NestedField holder = byName.get(source.name());
      if (holder != null && !claimed.contains(holder.fieldId())) {
        differ(
            place,
            table,
            "is called '%s' at the source now, and the table has kept a column of that name (field id %s, %s) that is gone at the source; drop or rename it",
            source.name(),
            holder.fieldId(),
            holder.type());
        return;
      }
      if (refusedInKey(place, table, "is called '%s' at the source", source.name())) {
        return;
      }
      steps.rename(
          table.fieldId(),
          source.name(),
          "column '%s%s' is called '%s' at the source"
              .formatted(place.prefix(), table.name(), source.name()));
    }
    relax(source, table, place, source.name());
    types(source.type(), table, place, source.name());
  }

  private void relax(NestedField source, NestedField table, Place place, String name) {
    if (source.isRequired() || table.isOptional()) {
      return;
    }
    if (!refusedInKey(place, table, "may be null at the source")) {
      steps.relax(
          table.fieldId(),
          "column '%s%s' may be null at the source and is required in the table"
              .formatted(place.prefix(), name));
    }
  }

  private void types(Type source, NestedField table, Place place, String name) {
    Type type = table.type();
    if (source.isStructType() && type.isStructType()) {
      fields(source.asStructType().fields(), type.asStructType().fields(), place.in(table, name));
    } else if (source.isListType() && type.isListType()) {
      member(source, type, 0, place.in(table, name));
    } else if (source.isMapType() && type.isMapType()) {
      member(source, type, 0, place.in(table, name).key());
      member(source, type, 1, place.in(table, name));
    } else if (source.isPrimitiveType() && type.isPrimitiveType()) {
      primitives(source.asPrimitiveType(), table, place, name);
    } else {
      retyped(source, table, place, name);
    }
  }

  /** The element of a list, the key or the value of a map. */
  private void member(Type source, Type table, int index, Place place) {
    NestedField from = source.asNestedType().fields().get(index);
    NestedField to = table.asNestedType().fields().get(index);
    relax(from, to, place, to.name());
    types(from.type(), to, place, to.name());
  }

  private void primitives(Type.PrimitiveType source, NestedField table, Place place, String name) {
    Type.PrimitiveType type = table.type().asPrimitiveType();
    boolean fits =
        source.equals(type)
            || source.typeId() == Type.TypeID.UNKNOWN
            || TypeUtil.isPromotionAllowed(source, type);
    if (fits) {
      return;
    }
    if (!TypeUtil.isPromotionAllowed(type, source) || place.isKey()) {
      retyped(source, table, place, name);
      return;
    }
    steps.widen(
        table.fieldId(),
        source,
        "column '%s%s' is %s at the source and %s in the table"
            .formatted(place.prefix(), name, source, type));
  }

  private void retyped(Type source, NestedField table, Place place, String name) {
    differences.add(
        "column '%s%s' is %s at the source and %s in the table"
            .formatted(place.prefix(), name, source, table.type()));
  }

  private void add(NestedField field, Place place) {
    if (refusedInKey(place, field, "is new at the source")) {
      return;
    }
    boolean hasDefault = field.initialDefault() != null && !replaces;
    if (hasDefault && formatVersion < 3) {
      differ(
          place,
          field,
          "(%s) is new at the source with the value %s for the rows before, which a table of format version %s cannot have",
          field.type(),
          field.initialDefault(),
          formatVersion);
      return;
    }
    steps.add(
        place.parent(),
        hasDefault ? field : NestedField.from(field).withInitialDefault(null).build(),
        "column '%s%s' (%s) is new at the source"
            .formatted(place.prefix(), field.name(), field.type()));
  }

  private void gone(NestedField field, Place place) {
    String change =
        "column '%s%s' (%s) is gone at the source"
            .formatted(place.prefix(), field.name(), field.type());
    if (field.isOptional()) {
      steps.leave(change);
    } else if (!refusedInKey(place, field, "is gone at the source")) {
      steps.relax(field.fieldId(), change);
    }
  }

  private boolean refusedInKey(Place place, NestedField field, String what, Object... arguments) {
    if (place.isKey()) {
      differ(place, field, what + ", and the keys of a map cannot be changed", arguments);
    }
    return place.isKey();
  }

  private void differ(Place place, NestedField field, String what, Object... arguments) {
    differences.add(
        "column '%s%s' %s".formatted(place.prefix(), field.name(), what.formatted(arguments)));
  }

  /** The copy's field id for each of the source's, once the copy has followed. */
  static Map<Integer, Integer> fieldIds(Types.StructType source, Types.StructType table) {
    Map<Integer, Integer> ids = new HashMap<>();
    collect(source.fields(), table.fields(), ids);
    return ids;
  }

  private static void collect(
      List<NestedField> source, List<NestedField> table, Map<Integer, Integer> ids) {
    Map<String, NestedField> byName = new HashMap<>();
    table.forEach(field -> byName.put(field.name(), field));
    for (NestedField field : source) {
      @Nullable NestedField match = byName.get(field.name());
      if (match != null) {
        ids.put(field.fieldId(), match.fieldId());
        if (field.type().isNestedType() && match.type().isNestedType()) {
          collect(field.type().asNestedType().fields(), match.type().asNestedType().fields(), ids);
        }
      }
    }
  }
}
