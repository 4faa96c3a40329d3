package io.icerunner.internal.types;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers in byte arrays, as Arrow lays them out. Buffers are read and written a chunk at a time.
 */
final class LittleEndian {
  /** Bytes of a chunk; a multiple of every width. */
  static final int CHUNK = 16_384;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static short shortAt(byte[] bytes, int at) {
    return (short) SHORTS.get(bytes, at);
  }

  static int intAt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONGS.set(bytes, at, value);
  }
}
