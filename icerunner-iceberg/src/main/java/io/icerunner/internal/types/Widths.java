package io.icerunner.internal.types;

import org.apache.arrow.vector.types.pojo.ArrowType;

/** Bytes of the values of fixed-width types. */
final class Widths {
  private Widths() {}

  /** The bytes a number of values take; bits are packed. */
  static long bytes(ArrowType type, long count) {
    return (bits(type) * count + 7) / 8;
  }

  /**
   * Bits of one value.
   *
   * @throws IllegalArgumentException if the type is not of fixed width
   */
  static long bits(ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool -> 1;
      case Int -> ((ArrowType.Int) type).getBitWidth();
      case FloatingPoint ->
          switch (((ArrowType.FloatingPoint) type).getPrecision()) {
            case HALF -> 16;
            case SINGLE -> 32;
            case DOUBLE -> 64;
          };
      case Decimal -> ((ArrowType.Decimal) type).getBitWidth();
      case Date ->
          switch (((ArrowType.Date) type).getUnit()) {
            case DAY -> 32;
            case MILLISECOND -> 64;
          };
      case Time -> ((ArrowType.Time) type).getBitWidth();
      case Timestamp, Duration -> 64;
      case FixedSizeBinary -> ((ArrowType.FixedSizeBinary) type).getByteWidth() * 8L;
      default -> throw new IllegalArgumentException("Not of fixed width: " + type);
    };
  }
}
