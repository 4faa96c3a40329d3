package io.icerunner.internal.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a vector mean, whatever their layout, unit and width: numbers as {@link
 * BigDecimal}, times as nanoseconds, bytes as hex.
 */
record Meaning(@Nullable DictionaryProvider dictionaries) {

  List<@Nullable Object> of(FieldVector vector) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < vector.getValueCount(); i++) {
      values.add(of(vector, i));
    }
    return values;
  }

  private List<@Nullable Object> range(FieldVector vector, long from, long to) {
    List<@Nullable Object> values = new ArrayList<>();
    for (long i = from; i < to; i++) {
      values.add(of(vector, (int) i));
    }
    return values;
  }

  @Nullable Object of(FieldVector vector, int i) {
    if (vector instanceof NullVector) {
      return null;
    }
    if (vector instanceof RunEndEncodedVector runs) {
      return run(runs, i);
    }
    if (vector.isNull(i)) {
      return null;
    }
    if (vector.getField().getDictionary() != null && dictionaries != null) {
      FieldVector values =
          dictionaries.lookup(vector.getField().getDictionary().getId()).getVector();
      return of(values, (int) ((BaseIntVector) vector).getValueAsLong(i));
    }
    if (vector instanceof ExtensionTypeVector<?> extension) {
      return of((FieldVector) extension.getUnderlyingVector(), i);
    }
    Object nested = nested(vector, i);
    return nested != null ? nested : leaf(vector, i);
  }

  private @Nullable Object run(RunEndEncodedVector runs, int i) {
    BaseIntVector ends = (BaseIntVector) runs.getRunEndsVector();
    int run = 0;
    while (ends.getValueAsLong(run) <= i) {
      run++;
    }
    return of(runs.getValuesVector(), run);
  }

  private @Nullable Object nested(FieldVector vector, int i) {
    if (vector instanceof MapVector map) {
      FieldVector entries = map.getDataVector();
      List<FieldVector> pair = entries.getChildrenFromFields();
      List<@Nullable Object> list = new ArrayList<>();
      for (int e = map.getElementStartIndex(i); e < map.getElementEndIndex(i); e++) {
        List<@Nullable Object> entry = new ArrayList<>();
        entry.add(of(pair.get(0), e));
        entry.add(of(pair.get(1), e));
        list.add(entry);
      }
      return list;
    }
    if (vector instanceof ListVector list) {
      return range(list.getDataVector(), list.getElementStartIndex(i), list.getElementEndIndex(i));
    }
    if (vector instanceof LargeListVector list) {
      return range(list.getDataVector(), list.getElementStartIndex(i), list.getElementEndIndex(i));
    }
    if (vector instanceof FixedSizeListVector list) {
      return range(list.getDataVector(), list.getElementStartIndex(i), list.getElementEndIndex(i));
    }
    if (vector instanceof ListViewVector list) {
      int from = list.getOffsetBuffer().getInt(i * 4L);
      return range(list.getDataVector(), from, from + list.getSizeBuffer().getInt(i * 4L));
    }
    if (vector instanceof LargeListViewVector list) {
      long from = list.getOffsetBuffer().getLong(i * 8L);
      return range(list.getDataVector(), from, from + list.getSizeBuffer().getLong(i * 8L));
    }
    if (vector instanceof StructVector struct) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      struct.getChildrenFromFields().forEach(child -> fields.put(child.getName(), of(child, i)));
      return fields;
    }
    return null;
  }

  private static Object leaf(FieldVector vector, int i) {
    if (vector instanceof BitVector bits) {
      return bits.get(i) != 0;
    }
    byte[] bytes = bytes(vector, i);
    if (bytes != null) {
      return vector.getField().getType().getTypeID().name().contains("Utf8")
          ? new String(bytes, StandardCharsets.UTF_8)
          : HexFormat.of().formatHex(bytes);
    }
    return number(vector.getField().getType(), vector.getDataBuffer(), i);
  }

  private static byte @Nullable [] bytes(FieldVector vector, int i) {
    if (vector instanceof VarCharVector v) {
      return v.get(i);
    } else if (vector instanceof VarBinaryVector v) {
      return v.get(i);
    } else if (vector instanceof LargeVarCharVector v) {
      return v.get(i);
    } else if (vector instanceof LargeVarBinaryVector v) {
      return v.get(i);
    } else if (vector instanceof ViewVarCharVector v) {
      return v.get(i);
    } else if (vector instanceof ViewVarBinaryVector v) {
      return v.get(i);
    } else if (vector instanceof FixedSizeBinaryVector v) {
      return v.get(i);
    }
    return null;
  }

  private static Object number(ArrowType type, ArrowBuf buffer, int i) {
    if (type instanceof ArrowType.FloatingPoint floating) {
      return switch (floating.getPrecision()) {
        case HALF -> (double) org.apache.arrow.memory.util.Float16.toFloat(buffer.getShort(i * 2L));
        case SINGLE -> (double) buffer.getFloat(i * 4L);
        case DOUBLE -> buffer.getDouble(i * 8L);
      };
    }
    boolean unsigned = type instanceof ArrowType.Int integer && !integer.getIsSigned();
    BigInteger raw = integer(buffer, i, (int) Widths.bits(type) / 8, unsigned);
    if (type instanceof ArrowType.Decimal decimal) {
      return new BigDecimal(raw, decimal.getScale()).stripTrailingZeros();
    } else if (type instanceof ArrowType.Timestamp timestamp) {
      return raw.multiply(nanos(timestamp.getUnit()));
    } else if (type instanceof ArrowType.Time time) {
      return raw.multiply(nanos(time.getUnit()));
    } else if (type instanceof ArrowType.Date date) {
      return switch (date.getUnit()) {
        case DAY -> raw.multiply(BigInteger.valueOf(86_400_000));
        case MILLISECOND -> raw;
      };
    }
    return new BigDecimal(raw).stripTrailingZeros();
  }

  static BigInteger nanos(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> BigInteger.valueOf(1_000_000_000);
      case MILLISECOND -> BigInteger.valueOf(1_000_000);
      case MICROSECOND -> BigInteger.valueOf(1_000);
      case NANOSECOND -> BigInteger.ONE;
    };
  }

  private static BigInteger integer(ArrowBuf buffer, int i, int width, boolean unsigned) {
    byte[] bigEndian = new byte[width];
    for (int b = 0; b < width; b++) {
      bigEndian[width - 1 - b] = buffer.getByte((long) i * width + b);
    }
    return unsigned ? new BigInteger(1, bigEndian) : new BigInteger(bigEndian);
  }
}
