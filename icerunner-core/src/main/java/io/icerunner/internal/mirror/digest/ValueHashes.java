package io.icerunner.internal.mirror.digest;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Hashes of the values of canonical vectors. They are those of what the values mean: an integer has
 * the same in four bytes and in eight, a floating-point number in single and in double precision, a
 * decimal with any precision, a time with any unit, a day and its midnight. There is one NaN; the
 * zeros of both signs differ.
 */
final class ValueHashes {
  private final FieldVector vector;
  private final boolean hasNulls;
  private final Lanes out;

  private ValueHashes(FieldVector vector, Lanes out) {
    this.vector = vector;
    this.hasNulls = vector.getNullCount() > 0;
    this.out = out;
  }

  /** Sets the first lanes, one for each value. */
  static void into(Lanes out, FieldVector vector) {
    if (vector instanceof ExtensionTypeVector<?> extension) {
      into(out, (FieldVector) extension.getUnderlyingVector());
      return;
    }
    out.clear(vector.getValueCount());
    if (vector.getNullCount() < vector.getValueCount()) {
      new ValueHashes(vector, out).compute();
    }
  }

  private void compute() {
    ArrowType type = vector.getField().getType();
    switch (type.getTypeID()) {
      case Bool -> bits();
      case Int, Time, Date, Timestamp -> numbers(type);
      case FloatingPoint -> floats((ArrowType.FloatingPoint) type);
      case Decimal -> fixed(16);
      case FixedSizeBinary -> fixed(((ArrowType.FixedSizeBinary) type).getByteWidth());
      case Utf8, Binary -> bytes();
      case Struct -> struct();
      case List -> list();
      case Map -> map();
      default ->
          throw new IllegalArgumentException(
              "Cannot digest the column %s: %s is not canonical".formatted(vector.getName(), type));
    }
  }

  private boolean isNull(int i) {
    return hasNulls && vector.isNull(i);
  }

  private void number(int i, long value) {
    out.set(i, Mix.first(value), Mix.second(value));
  }

  private void numbers(ArrowType type) {
    ArrowBuf data = vector.getDataBuffer();
    TimeScale scale = TimeScale.of(type);
    boolean isInt = isFourBytes(type);
    for (int i = 0; i < vector.getValueCount(); i++) {
      if (isNull(i)) {
        continue;
      }
      long value = isInt ? data.getInt(i * 4L) : data.getLong(i * 8L);
      if (scale == null) {
        number(i, value);
      } else {
        pair(i, scale.seconds(value), scale.nanos(value));
      }
    }
  }

  private static boolean isFourBytes(ArrowType type) {
    return type instanceof ArrowType.Date
        || (type instanceof ArrowType.Int integer && integer.getBitWidth() == 32);
  }

  private void pair(int i, long one, long other) {
    out.set(
        i,
        Mix.first(Mix.first(one ^ Mix.FIRST_SEED) ^ other),
        Mix.second(Mix.second(one ^ Mix.SECOND_SEED) ^ other));
  }

  private void bits() {
    ArrowBuf data = vector.getDataBuffer();
    for (int i = 0; i < vector.getValueCount(); i++) {
      if (!isNull(i)) {
        number(i, BitVectorHelper.get(data, i));
      }
    }
  }

  private void floats(ArrowType.FloatingPoint type) {
    ArrowBuf data = vector.getDataBuffer();
    boolean single = type.getPrecision() == FloatingPointPrecision.SINGLE;
    for (int i = 0; i < vector.getValueCount(); i++) {
      if (!isNull(i)) {
        double value = single ? data.getFloat(i * 4L) : data.getDouble(i * 8L);
        number(i, Double.doubleToLongBits(value));
      }
    }
  }

  private void fixed(int width) {
    ArrowBuf data = vector.getDataBuffer();
    for (int i = 0; i < vector.getValueCount(); i++) {
      if (!isNull(i)) {
        bytes(i, data, (long) i * width, width);
      }
    }
  }

  private void bytes() {
    ArrowBuf data = vector.getDataBuffer();
    ArrowBuf offsets = vector.getOffsetBuffer();
    for (int i = 0; i < vector.getValueCount(); i++) {
      if (!isNull(i)) {
        int start = offsets.getInt(i * 4L);
        bytes(i, data, start, offsets.getInt(i * 4L + 4) - start);
      }
    }
  }

  /** Eight bytes at a time, the rest as one number; the length is where it starts. */
  private void bytes(int i, ArrowBuf data, long start, int length) {
    long first = Mix.first(length);
    long second = Mix.second(length);
    long at = start;
    long end = start + length;
    for (; at + 8 <= end; at += 8) {
      long word = data.getLong(at);
      first = Mix.first(first ^ word);
      second = Mix.second(second ^ word);
    }
    if (at < end) {
      long word = 0;
      for (; at < end; at++) {
        word = (word << 8) | (data.getByte(at) & 0xff);
      }
      first = Mix.first(first ^ word);
      second = Mix.second(second ^ word);
    }
    out.set(i, first, second);
  }

  /** The fields by name, in any order. */
  private void struct() {
    int count = vector.getValueCount();
    Lanes values = new Lanes();
    for (FieldVector child : vector.getChildrenFromFields()) {
      into(values, child);
      String name = child.getName();
      out.addField(values, count, Mix.first(name), Mix.second(name));
    }
    for (int i = 0; i < count; i++) {
      if (isNull(i)) {
        out.set(i, 0, 0);
      } else {
        finish(i, out.first(i), out.second(i), 1);
      }
    }
  }

  private void finish(int i, long first, long second, long count) {
    out.set(i, Mix.first(first ^ Mix.first(count)), Mix.second(second ^ Mix.second(count)));
  }

  private void list() {
    ListVector list = (ListVector) vector;
    Lanes elements = new Lanes();
    into(elements, list.getDataVector());
    for (int i = 0; i < list.getValueCount(); i++) {
      if (isNull(i)) {
        continue;
      }
      int end = list.getElementEndIndex(i);
      long first = Mix.FIRST_SEED;
      long second = Mix.SECOND_SEED;
      for (int at = list.getElementStartIndex(i); at < end; at++) {
        first = Mix.first(first ^ elements.first(at));
        second = Mix.second(second ^ elements.second(at));
      }
      finish(i, first, second, end - list.getElementStartIndex(i));
    }
  }

  /** The entries in any order, since readers and writers keep none. */
  private void map() {
    MapVector map = (MapVector) vector;
    List<FieldVector> entry = map.getDataVector().getChildrenFromFields();
    Lanes keys = new Lanes();
    into(keys, entry.get(0));
    Lanes values = new Lanes();
    into(values, entry.get(1));
    for (int i = 0; i < map.getValueCount(); i++) {
      if (isNull(i)) {
        continue;
      }
      int end = map.getElementEndIndex(i);
      long first = 0;
      long second = 0;
      for (int at = map.getElementStartIndex(i); at < end; at++) {
        first += Mix.first(Mix.first(keys.first(at)) ^ values.first(at));
        second += Mix.second(Mix.second(keys.second(at)) ^ values.second(at));
      }
      finish(i, first, second, end - map.getElementStartIndex(i));
    }
  }
}
