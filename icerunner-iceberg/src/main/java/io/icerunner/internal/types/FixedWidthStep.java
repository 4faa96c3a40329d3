package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column of fixed width that is stored in another width or unit: each value is read as a long,
 * converted and written.
 *
 * @param path for messages
 */
record FixedWidthStep(
    Field field, String path, Reading reading, Conversion conversion, Writing writing)
    implements ColumnStep {

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
    boolean nulls = source.getNullCount() > 0;
    for (int i = 0; i < count; i++) {
      if (nulls && source.isNull(i)) {
        continue;
      }
      long value = reading.at(from, i);
      try {
        writing.put(to, i, conversion.apply(value));
      } catch (ArithmeticException e) {
        refuse(value, rows.rowOf(i), e);
      }
    }
  }

  private void refuse(long value, int row, ArithmeticException reason) {
    if (row != Rows.NONE) {
      throw Refusal.value(path, row, reading.text(value), String.valueOf(reason.getMessage()));
    }
  }

  /** How a value is read from its buffer. */
  enum Reading {
    INT8 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getByte(index);
      }
    },
    INT16 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getShort(index * 2L);
      }
    },
    INT32 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getInt(index * 4L);
      }
    },
    INT64 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getLong(index * 8L);
      }
    },
    UINT8 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getByte(index) & 0xFFL;
      }
    },
    UINT16 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getShort(index * 2L) & 0xFFFFL;
      }
    },
    UINT32 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getInt(index * 4L) & 0xFFFFFFFFL;
      }
    },
    UINT64 {
      @Override
      long at(ArrowBuf buffer, int index) {
        return buffer.getLong(index * 8L);
      }

      @Override
      String text(long value) {
        return Long.toUnsignedString(value);
      }
    };

    abstract long at(ArrowBuf buffer, int index);

    String text(long value) {
      return Long.toString(value);
    }
  }

  /** How a value is written to its buffer. */
  enum Writing {
    INT32(4) {
      @Override
      void put(ArrowBuf buffer, int index, long value) {
        buffer.setInt(index * 4L, (int) value);
      }
    },
    INT64(8) {
      @Override
      void put(ArrowBuf buffer, int index, long value) {
        buffer.setLong(index * 8L, value);
      }
    },
    DECIMAL(16) {
      @Override
      void put(ArrowBuf buffer, int index, long value) {
        buffer.setLong(index * 16L, value);
        buffer.setLong(index * 16L + 8, value >> 63);
      }
    },
    UNSIGNED_DECIMAL(16) {
      @Override
      void put(ArrowBuf buffer, int index, long value) {
        buffer.setLong(index * 16L, value);
      }
    };

    private final int width;

    Writing(int width) {
      this.width = width;
    }

    int width() {
      return width;
    }

    abstract void put(ArrowBuf buffer, int index, long value);
  }
}
