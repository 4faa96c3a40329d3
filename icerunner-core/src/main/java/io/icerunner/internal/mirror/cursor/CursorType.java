package io.icerunner.internal.mirror.cursor;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.cursor.WideValues.Wide;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column that a table is followed by: whole numbers, decimals, dates, timestamps, and
 * text in the order of its bytes. Immutable.
 *
 * @param <V> a value
 */
public final class CursorType<V> {
  private static final long MICROS = 1_000_000;
  private static final long NANOS = 1_000_000_000;

  private final Type type;
  private final CursorValues<V> values;
  private final CursorText<V> texts;

  private CursorType(Type type, CursorValues<V> values, CursorText<V> texts) {
    this.type = type;
    this.values = values;
    this.texts = texts;
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT naming column and type if no table can be followed
   *     by it
   */
  public static CursorType<?> of(String column, Type type) {
    String name = type.toString();
    return switch (type.typeId()) {
      case INTEGER -> new CursorType<>(type, new LongValues(true), new NumberText(name));
      case LONG -> new CursorType<>(type, new LongValues(false), new NumberText(name));
      case DATE -> new CursorType<>(type, new LongValues(true), new DateText());
      case TIMESTAMP -> timestamp(type, MICROS, ((Types.TimestampType) type).shouldAdjustToUTC());
      case TIMESTAMP_NANO ->
          timestamp(type, NANOS, ((Types.TimestampNanoType) type).shouldAdjustToUTC());
      case DECIMAL ->
          new CursorType<Wide>(
              type, new WideValues(), new DecimalText(name, ((Types.DecimalType) type).scale()));
      case STRING -> new CursorType<>(type, new TextValues(), new StringText());
      default ->
          throw IceRunnerException.invalidArgument(
              ("Cannot follow a table by column %s: it is of type %s;"
                      + " whole numbers, decimals, dates, timestamps and strings can be followed")
                  .formatted(column, name));
    };
  }

  private static CursorType<Long> timestamp(Type type, long perSecond, boolean utc) {
    return new CursorType<>(
        type, new LongValues(false), new TimestampText(type.toString(), perSecond, utc));
  }

  /** The Iceberg type. */
  public Type type() {
    return type;
  }

  /** Whether its order is a matter of collation. */
  public boolean isText() {
    return type.typeId() == Type.TypeID.STRING;
  }

  /** Follows the values of a stream from here on. */
  public CursorTracker<V> tracker(String column, @Nullable V last, boolean ordered) {
    return new CursorTracker<>(column, values, last, ordered);
  }

  /**
   * The last value of a position.
   *
   * @return null if it has none
   * @throws IceRunnerException INVALID_ARGUMENT if the column had another type, which this one does
   *     not widen
   */
  public @Nullable V last(CursorPosition position) {
    String last = position.last();
    if (last == null) {
      return null;
    }
    try {
      Type.PrimitiveType was = Types.fromPrimitiveString(position.type());
      if (was.equals(type) || TypeUtil.isPromotionAllowed(was, type.asPrimitiveType())) {
        return texts.parse(last);
      }
    } catch (RuntimeException e) {
      throw changed(position, e);
    }
    throw changed(position, null);
  }

  private IceRunnerException changed(CursorPosition position, @Nullable RuntimeException cause) {
    return new IceRunnerException(
        ErrorCode.INVALID_ARGUMENT,
        ("Cannot read on from %s in column %s: it was of type %s and is now of type %s;"
                + " resync the target")
            .formatted(position.last(), position.column(), position.type(), type),
        cause);
  }

  /** The position at a value; null if no row has been seen. */
  public CursorPosition position(String column, @Nullable V last) {
    return new CursorPosition(column, type.toString(), last == null ? null : texts.text(last));
  }

  /** Where to read from again; see {@link CursorText#bound}. */
  public V bound(V last, @Nullable String lookBack) {
    return texts.bound(last, lookBack);
  }

  /** The value itself, or the next one that is exact in SQL. */
  public V ceiling(V value) {
    return texts.ceiling(value);
  }

  /** A bound in standard SQL. */
  public String literal(V bound) {
    return texts.literal(bound);
  }

  /** A value as people read it. */
  public String text(V value) {
    return texts.text(value);
  }

  /** Compares a value of a canonical vector, which is not null. */
  public int compare(FieldVector vector, int row, V value) {
    return values.compare(vector, row, value);
  }
}
