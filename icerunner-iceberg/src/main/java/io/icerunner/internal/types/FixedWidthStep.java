package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column of fixed width that is stored in another width or unit: values are read as longs,
 * converted and written, a chunk at a time.
 *
 * @param path for messages
 */
record FixedWidthStep(
    Field field, String path, Reading reading, Conversion conversion, Writing writing)
    implements ColumnStep {
  private static final int VALUES = 1_024;

  /** From the value as it arrives to the value as it is stored. */
  @FunctionalInterface
  interface Conversion {
    Conversion SAME = value -> value;

    /**
     * @throws ArithmeticException if the value has no equal; the message completes "value … in row
     *     … of the batch"
     */
    long apply(long value);
  }

  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    int count = source.getValueCount();
    out.nodeLike(source);
    ArrowBuf from = source.getDataBuffer();
    ArrowBuf to = out.add((long) count * writing.width());
    long[] values = new long[Math.min(count, VALUES)];
    byte[] bytes = new byte[VALUES * Math.max(reading.width(), writing.width())];
    for (int start = 0; start < count; start += VALUES) {
      int length = Math.min(VALUES, count - start);
      from.getBytes((long) start * reading.width(), bytes, 0, length * reading.width());
      reading.read(bytes, values, length);
      if (conversion != Conversion.SAME) {
        convert(source, rows, values, start, length);
      }
      writing.write(values, bytes, length);
      to.setBytes((long) start * writing.width(), bytes, 0, length * writing.width());
    }
  }

  private void convert(FieldVector source, Rows rows, long[] values, int start, int length) {
    boolean nulls = source.getNullCount() > 0;
    for (int i = 0; i < length; i++) {
      if (nulls && source.isNull(start + i)) {
        values[i] = 0;
        continue;
      }
      try {
        values[i] = conversion.apply(values[i]);
      } catch (ArithmeticException e) {
        refuse(values[i], rows.rowOf(start + i), e);
        values[i] = 0;
      }
    }
  }

  private void refuse(long value, int row, ArithmeticException reason) {
    if (row != Rows.NONE) {
      throw Refusal.value(path, row, value, String.valueOf(reason.getMessage()));
    }
  }

  /** How values are read from bytes. */
  enum Reading {
    INT8(1),
    INT16(2),
    INT32(4),
    INT64(8),
    UINT8(1),
    UINT16(2),
    UINT32(4);

    private final int width;

    Reading(int width) {
      this.width = width;
    }

    int width() {
      return width;
    }

    void read(byte[] bytes, long[] values, int count) {
      switch (this) {
        case INT8 -> {
          for (int i = 0; i < count; i++) {
            values[i] = bytes[i];
          }
        }
        case UINT8 -> {
          for (int i = 0; i < count; i++) {
            values[i] = bytes[i] & 0xFFL;
          }
        }
        case INT16 -> {
          for (int i = 0; i < count; i++) {
            values[i] = LittleEndian.shortAt(bytes, i * 2);
          }
        }
        case UINT16 -> {
          for (int i = 0; i < count; i++) {
            values[i] = LittleEndian.shortAt(bytes, i * 2) & 0xFFFFL;
          }
        }
        case INT32 -> {
          for (int i = 0; i < count; i++) {
            values[i] = LittleEndian.intAt(bytes, i * 4);
          }
        }
        case UINT32 -> {
          for (int i = 0; i < count; i++) {
            values[i] = LittleEndian.intAt(bytes, i * 4) & 0xFFFFFFFFL;
          }
        }
        case INT64 -> {
          for (int i = 0; i < count; i++) {
            values[i] = LittleEndian.longAt(bytes, i * 8);
          }
        }
      }
    }
  }

  /** How values are written to bytes. */
  enum Writing {
    INT32(4),
    INT64(8),
    DECIMAL(16),
    UNSIGNED_DECIMAL(16);

    private final int width;

    Writing(int width) {
      this.width = width;
    }

    int width() {
      return width;
    }

    void write(long[] values, byte[] bytes, int count) {
      switch (this) {
        case INT32 -> {
          for (int i = 0; i < count; i++) {
            LittleEndian.putInt(bytes, i * 4, (int) values[i]);
          }
        }
        case INT64 -> {
          for (int i = 0; i < count; i++) {
            LittleEndian.putLong(bytes, i * 8, values[i]);
          }
        }
        case DECIMAL -> {
          for (int i = 0; i < count; i++) {
            LittleEndian.putLong(bytes, i * 16, values[i]);
            LittleEndian.putLong(bytes, i * 16 + 8, values[i] >> 63);
          }
        }
        case UNSIGNED_DECIMAL -> {
          for (int i = 0; i < count; i++) {
            LittleEndian.putLong(bytes, i * 16, values[i]);
            LittleEndian.putLong(bytes, i * 16 + 8, 0);
          }
        }
      }
    }
  }
}
