package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.PeriodDuration;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.util.Text;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of one parameter out of Arrow vectors, whatever type the client chose, into the
 * Java values that {@link io.icerunner.spi.SqlQuery} takes.
 */
final class ParameterValues {
  private final int position;
  private final DictionaryProvider dictionaries;

  /**
   * @param position the first parameter of a statement has 1
   */
  ParameterValues(int position, DictionaryProvider dictionaries) {
    this.position = position;
    this.dictionaries = dictionaries;
  }

  /**
   * @throws IceRunnerException UNSUPPORTED naming the parameter if there is no value for its type
   */
  @Nullable Object read(FieldVector vector, int row) {
    if (vector.getField().getDictionary() != null) {
      return readEncoded(vector, row);
    } else if (vector instanceof DenseUnionVector union) {
      ValueVector child = union.getVectorByType(union.getTypeId(row));
      return child instanceof FieldVector field ? read(field, union.getOffset(row)) : null;
    } else if (vector instanceof UnionVector union) {
      ValueVector child = union.getVector(row);
      return child instanceof FieldVector field ? read(field, row) : null;
    } else if (vector instanceof NullVector || vector.isNull(row)) {
      return null;
    } else if (vector instanceof ExtensionTypeVector<?> extension) {
      return readExtension(extension, row);
    }
    return readValue(vector, row);
  }

  private @Nullable Object readEncoded(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    int index = ((Number) Objects.requireNonNull(vector.getObject(row))).intValue();
    long id = vector.getField().getDictionary().getId();
    return read(dictionaries.lookup(id).getVector(), index);
  }

  private @Nullable Object readExtension(ExtensionTypeVector<?> extension, int row) {
    Object value = extension.getObject(row);
    return value instanceof java.util.UUID ? value : read(extension.getUnderlyingVector(), row);
  }

  private Object readValue(FieldVector vector, int row) {
    if (vector instanceof MapVector) {
      throw refused(vector);
    } else if (vector instanceof ListVector list) {
      return readList(
          list.getDataVector(), list.getElementStartIndex(row), list.getElementEndIndex(row));
    } else if (vector instanceof FixedSizeListVector list) {
      int size = list.getListSize();
      return readList(list.getDataVector(), row * size, (row + 1) * size);
    } else if (vector instanceof TimeStampVector timestamp) {
      return Timestamps.read(timestamp, row);
    }
    Object temporal = readTemporal(vector, row);
    return temporal != null ? temporal : readScalar(vector, row);
  }

  private List<@Nullable Object> readList(FieldVector items, int start, int end) {
    List<@Nullable Object> values = new ArrayList<>(end - start);
    for (int i = start; i < end; i++) {
      values.add(read(items, i));
    }
    return values;
  }

  private @Nullable Object readTemporal(FieldVector vector, int row) {
    if (vector instanceof DateDayVector date) {
      return LocalDate.ofEpochDay(date.get(row));
    } else if (vector instanceof DateMilliVector date) {
      return LocalDate.ofEpochDay(Math.floorDiv(date.get(row), TimeUnit.DAYS.toMillis(1)));
    } else if (vector instanceof TimeSecVector time) {
      return LocalTime.ofSecondOfDay(time.get(row));
    } else if (vector instanceof TimeMilliVector time) {
      return LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(time.get(row)));
    } else if (vector instanceof TimeMicroVector time) {
      return LocalTime.ofNanoOfDay(TimeUnit.MICROSECONDS.toNanos(time.get(row)));
    } else if (vector instanceof TimeNanoVector time) {
      return LocalTime.ofNanoOfDay(time.get(row));
    } else if (vector instanceof DurationVector duration) {
      return interval(0, 0, Objects.requireNonNull(duration.getObject(row)));
    }
    return null;
  }

  private Object readScalar(FieldVector vector, int row) {
    if (vector instanceof BitVector bit) {
      return bit.get(row) != 0;
    } else if (vector instanceof UInt1Vector number) {
      return Byte.toUnsignedInt(number.get(row));
    } else if (vector instanceof UInt2Vector number) {
      return (int) number.get(row);
    } else if (vector instanceof UInt4Vector number) {
      return Integer.toUnsignedLong(number.get(row));
    } else if (vector instanceof UInt8Vector number) {
      return new BigDecimal(number.getObjectNoOverflow(row));
    } else if (vector instanceof Float2Vector number) {
      return number.getValueAsFloat(row);
    } else if (vector instanceof FixedSizeBinaryVector binary) {
      return binary.get(row);
    } else if (vector instanceof DecimalVector decimal) {
      return plain(decimal.getObject(row));
    }
    return converted(vector, Objects.requireNonNull(vector.getObject(row)));
  }

  private Object converted(FieldVector vector, Object value) {
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    } else if (value instanceof Text || value instanceof String) {
      return value.toString();
    } else if (value instanceof BigDecimal decimal) {
      return plain(decimal);
    } else if (value instanceof java.time.Period period) {
      return interval(period.toTotalMonths(), period.getDays(), Duration.ZERO);
    } else if (value instanceof Duration duration) {
      return interval(0, 0, duration);
    } else if (value instanceof PeriodDuration both) {
      return interval(
          both.getPeriod().toTotalMonths(), both.getPeriod().getDays(), both.getDuration());
    } else if (value instanceof Integer
        || value instanceof Long
        || value instanceof Float
        || value instanceof Double
        || value instanceof byte[]) {
      return value;
    }
    throw refused(vector);
  }

  /** A decimal with a negative scale counts in tens or more; SQL has none of those. */
  private static BigDecimal plain(BigDecimal decimal) {
    return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
  }

  /** An interval as text, which SQL casts where it needs an interval. */
  private String interval(long months, long days, Duration duration) {
    long nanos = duration.toNanos();
    if (nanos % 1_000 != 0) {
      throw IceRunnerException.invalidArgument(
          "Cannot bind parameter $%s to the interval %s: intervals are exact to microseconds"
              .formatted(position, duration));
    }
    return "%d months %d days %d microseconds".formatted(months, days, nanos / 1_000);
  }

  private IceRunnerException refused(FieldVector vector) {
    return IceRunnerException.unsupported(
        ("Cannot bind parameter $%s to a value of Arrow type %s: only scalar values and lists of them can be"
                + " bound; put other values into the statement as literals")
            .formatted(position, vector.getField().getType()));
  }
}
