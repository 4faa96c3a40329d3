package io.icerunner.internal.write;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Reads values of a fixed-width Arrow vector as longs. */
enum NumberSource {
  /** 32-bit integers and floats. */
  WORDS(4) {
    @Override
    void read(ArrowBuf data, int first, int n, long[] to, int at, Scratch s) {
      int[] words = s.ints(n);
      ArrowBytes.ints(data, first, words, 0, n);
      for (int i = 0; i < n; i++) {
        to[at + i] = words[i];
      }
    }
  },
  /** 64-bit integers and doubles. */
  LONGS(8) {
    @Override
    void read(ArrowBuf data, int first, int n, long[] to, int at, Scratch s) {
      ArrowBytes.longs(data, first, to, at, n);
    }
  },
  /** 128-bit decimals of at most 18 digits. */
  DECIMALS(16) {
    @Override
    void read(ArrowBuf data, int first, int n, long[] to, int at, Scratch s) {
      long[] pairs = s.pairs(2 * n);
      ArrowBytes.longs(data, 2 * first, pairs, 0, 2 * n);
      for (int i = 0; i < n; i++) {
        to[at + i] = pairs[2 * i];
        if (pairs[2 * i] >> 63 != pairs[2 * i + 1]) {
          to[at + i] = OVERFLOW;
        }
      }
    }
  };

  /** Stands for a decimal beyond 64 bits; no decimal of 18 digits has this value. */
  static final long OVERFLOW = Long.MIN_VALUE;

  private final int width;

  NumberSource(int width) {
    this.width = width;
  }

  static NumberSource of(Type.PrimitiveType type) {
    if (type instanceof Types.DecimalType) {
      return DECIMALS;
    }
    return switch (type.typeId()) {
      case INTEGER, FLOAT, DATE -> WORDS;
      default -> LONGS;
    };
  }

  /** Bytes of a value in the vector. */
  int width() {
    return width;
  }

  abstract void read(ArrowBuf data, int first, int n, long[] to, int at, Scratch scratch);
}
