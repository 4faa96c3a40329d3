package io.icerunner.internal.types;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;

/** The Arrow types as the type table tells them apart. */
enum ArrowKind {
  NULL,
  BOOL,
  BOOL8,
  INT8,
  INT16,
  INT32,
  INT64,
  UINT8,
  UINT16,
  UINT32,
  UINT64,
  HALF_FLOAT,
  FLOAT,
  DOUBLE,
  DECIMAL32,
  DECIMAL64,
  DECIMAL128,
  DECIMAL256,
  DATE32,
  DATE64,
  TIME32_S,
  TIME32_MS,
  TIME64_US,
  TIME64_NS,
  TIMESTAMP_S,
  TIMESTAMP_MS,
  TIMESTAMP_US,
  TIMESTAMP_NS,
  TIMESTAMPTZ_S,
  TIMESTAMPTZ_MS,
  TIMESTAMPTZ_US,
  TIMESTAMPTZ_NS,
  UTF8,
  LARGE_UTF8,
  UTF8_VIEW,
  BINARY,
  LARGE_BINARY,
  BINARY_VIEW,
  FIXED_SIZE_BINARY,
  UUID,
  STRUCT,
  LIST,
  LARGE_LIST,
  LIST_VIEW,
  LARGE_LIST_VIEW,
  FIXED_SIZE_LIST,
  MAP,
  DURATION,
  INTERVAL,
  UNION,
  VARIANT,
  /** A type this version of Arrow knows and IceRunner does not. */
  OTHER;

  /**
   * @param field of a schema whose dictionaries and run ends are resolved ({@link
   *     ArrivingSchema#decoded})
   */
  static ArrowKind of(Field field) {
    ArrowType storage = storage(field);
    return switch (Extensions.nameOf(field)) {
      case Extensions.UUID -> isSixteenBytes(storage) ? UUID : of(storage);
      case Extensions.BOOL8 -> of(storage) == INT8 ? BOOL8 : of(storage);
      case Extensions.VARIANT, Extensions.PARQUET_VARIANT -> VARIANT;
      default -> of(storage);
    };
  }

  /** The type of the field's buffers: that of its storage if it is of an extension type. */
  static ArrowType storage(Field field) {
    ArrowType type = field.getType();
    while (type instanceof ExtensionType extension) {
      type = extension.storageType();
    }
    return type;
  }

  private static boolean isSixteenBytes(ArrowType type) {
    return type instanceof ArrowType.FixedSizeBinary fixed && fixed.getByteWidth() == 16;
  }

  private static ArrowKind of(ArrowType type) {
    return switch (type.getTypeID()) {
      case Null -> NULL;
      case Bool -> BOOL;
      case Int -> ofInt((ArrowType.Int) type);
      case FloatingPoint ->
          switch (((ArrowType.FloatingPoint) type).getPrecision()) {
            case HALF -> HALF_FLOAT;
            case SINGLE -> FLOAT;
            case DOUBLE -> DOUBLE;
          };
      case Decimal -> ofDecimal((ArrowType.Decimal) type);
      case Date ->
          switch (((ArrowType.Date) type).getUnit()) {
            case DAY -> DATE32;
            case MILLISECOND -> DATE64;
          };
      case Time ->
          switch (((ArrowType.Time) type).getUnit()) {
            case SECOND -> TIME32_S;
            case MILLISECOND -> TIME32_MS;
            case MICROSECOND -> TIME64_US;
            case NANOSECOND -> TIME64_NS;
          };
      case Timestamp -> ofTimestamp((ArrowType.Timestamp) type);
      case Utf8 -> UTF8;
      case LargeUtf8 -> LARGE_UTF8;
      case Utf8View -> UTF8_VIEW;
      case Binary -> BINARY;
      case LargeBinary -> LARGE_BINARY;
      case BinaryView -> BINARY_VIEW;
      case FixedSizeBinary -> FIXED_SIZE_BINARY;
      case Struct -> STRUCT;
      case List -> LIST;
      case LargeList -> LARGE_LIST;
      case ListView -> LIST_VIEW;
      case LargeListView -> LARGE_LIST_VIEW;
      case FixedSizeList -> FIXED_SIZE_LIST;
      case Map -> MAP;
      case Duration -> DURATION;
      case Interval -> INTERVAL;
      case Union -> UNION;
      case RunEndEncoded, NONE -> OTHER;
    };
  }

  private static ArrowKind ofInt(ArrowType.Int type) {
    return switch (type.getBitWidth()) {
      case 8 -> type.getIsSigned() ? INT8 : UINT8;
      case 16 -> type.getIsSigned() ? INT16 : UINT16;
      case 32 -> type.getIsSigned() ? INT32 : UINT32;
      case 64 -> type.getIsSigned() ? INT64 : UINT64;
      default -> OTHER;
    };
  }

  private static ArrowKind ofDecimal(ArrowType.Decimal type) {
    return switch (type.getBitWidth()) {
      case 32 -> DECIMAL32;
      case 64 -> DECIMAL64;
      case 128 -> DECIMAL128;
      case 256 -> DECIMAL256;
      default -> OTHER;
    };
  }

  private static ArrowKind ofTimestamp(ArrowType.Timestamp type) {
    boolean zoned = type.getTimezone() != null && !type.getTimezone().isEmpty();
    return switch (type.getUnit()) {
      case SECOND -> zoned ? TIMESTAMPTZ_S : TIMESTAMP_S;
      case MILLISECOND -> zoned ? TIMESTAMPTZ_MS : TIMESTAMP_MS;
      case MICROSECOND -> zoned ? TIMESTAMPTZ_US : TIMESTAMP_US;
      case NANOSECOND -> zoned ? TIMESTAMPTZ_NS : TIMESTAMP_NS;
    };
  }
}
