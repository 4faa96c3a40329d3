package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** Refuses microseconds that are no time of a day. */
record TimeOfDayCheck(String path) implements ValueCheck {
  @Override
  public void check(FieldVector source, Rows rows) {
    ArrowBuf buffer = source.getDataBuffer();
    for (int i = 0; i < source.getValueCount(); i++) {
      long micros = buffer.getLong(i * 8L);
      if ((micros < 0 || micros >= Conversions.MICROS_PER_DAY)
          && !source.isNull(i)
          && rows.isLive(i)) {
        throw Refusal.value(path, rows.rowOf(i), micros, "is not a time of day in microseconds");
      }
    }
  }
}
