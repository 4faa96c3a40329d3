package io.icerunner.internal.types;

import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The one Arrow type of every Iceberg type: the other half of the type table. */
final class CanonicalTypes {
  static final String ELEMENT = "element";
  static final String ENTRIES = "entries";
  static final String KEY = "key";
  static final String VALUE = "value";
  private static final String UTC = "UTC";

  private CanonicalTypes() {}

  /** The format version from which a table can have columns of the type. */
  static int minFormatVersion(Type type) {
    return switch (type.typeId()) {
      case TIMESTAMP_NANO, VARIANT, UNKNOWN, GEOMETRY, GEOGRAPHY -> 3;
      default -> 1;
    };
  }

  /** The type itself, its children left out; null if columns of the type cannot be shown. */
  static @Nullable ArrowType of(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INTEGER -> new ArrowType.Int(32, true);
      case LONG -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case TIMESTAMP ->
          new ArrowType.Timestamp(
              TimeUnit.MICROSECOND, zone(((Types.TimestampType) type).shouldAdjustToUTC()));
      case TIMESTAMP_NANO ->
          new ArrowType.Timestamp(
              TimeUnit.NANOSECOND, zone(((Types.TimestampNanoType) type).shouldAdjustToUTC()));
      case STRING -> ArrowType.Utf8.INSTANCE;
      case UUID -> new ArrowType.FixedSizeBinary(16);
      case FIXED -> new ArrowType.FixedSizeBinary(((Types.FixedType) type).length());
      case BINARY -> ArrowType.Binary.INSTANCE;
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield new ArrowType.Decimal(decimal.precision(), decimal.scale(), 128);
      }
      case STRUCT -> ArrowType.Struct.INSTANCE;
      case LIST -> ArrowType.List.INSTANCE;
      case MAP -> new ArrowType.Map(false);
      case UNKNOWN -> ArrowType.Null.INSTANCE;
      case VARIANT, GEOMETRY, GEOGRAPHY -> null;
    };
  }

  /**
   * The field of a column.
   *
   * @throws UnshownTypeException if it, or one nested in it, cannot be shown
   */
  static Field field(Types.NestedField column) {
    return field(column.name(), column.isOptional(), column.type(), column.name());
  }

  static Field field(String name, boolean nullable, Type type, String path) {
    ArrowType arrow = of(type);
    if (arrow == null) {
      throw new UnshownTypeException(path, type);
    }
    Map<String, String> metadata =
        type.typeId() == Type.TypeID.UUID ? Extensions.UUID_METADATA : Map.of();
    return new Field(name, new FieldType(nullable, arrow, null, metadata), children(type, path));
  }

  private static List<Field> children(Type type, String path) {
    if (type instanceof Types.StructType struct) {
      return struct.fields().stream()
          .map(f -> field(f.name(), f.isOptional(), f.type(), path + "." + f.name()))
          .toList();
    }
    if (type instanceof Types.ListType list) {
      return List.of(
          field(ELEMENT, list.isElementOptional(), list.elementType(), path + "." + ELEMENT));
    }
    if (type instanceof Types.MapType map) {
      List<Field> entry =
          List.of(
              field(KEY, false, map.keyType(), path + "." + KEY),
              field(VALUE, map.isValueOptional(), map.valueType(), path + "." + VALUE));
      return List.of(new Field(ENTRIES, FieldType.notNullable(ArrowType.Struct.INSTANCE), entry));
    }
    return List.of();
  }

  private static @Nullable String zone(boolean adjustToUtc) {
    return adjustToUtc ? UTC : null;
  }

  /** A column whose type has no Arrow type. */
  static final class UnshownTypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UnshownTypeException(String path, Type type) {
      super("column '%s' is of type %s, which is not supported yet".formatted(path, type));
    }
  }
}
