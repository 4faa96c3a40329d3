package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Bulk copies out of Arrow buffers. A buffer that is shorter than its vector says is refused,
 * whether or not Arrow's own checks are on.
 */
final class ArrowBytes {
  private ArrowBytes() {}

  /** Copies {@code n} bytes from byte {@code from}. */
  static void bytes(ArrowBuf buffer, long from, byte[] to, int at, int n) {
    if (n > 0) {
      view(buffer, from, n).get(to, at, n);
    }
  }

  /** Copies {@code n} values from value {@code from}. */
  static void longs(ArrowBuf buffer, int from, long[] to, int at, int n) {
    if (n > 0) {
      view(buffer, 8L * from, 8L * n).asLongBuffer().get(to, at, n);
    }
  }

  /** Copies {@code n} values from value {@code from}. */
  static void ints(ArrowBuf buffer, int from, int[] to, int at, int n) {
    if (n > 0) {
      view(buffer, 4L * from, 4L * n).asIntBuffer().get(to, at, n);
    }
  }

  /** One offset; an empty offset buffer stands for that of zero values. */
  static int offset(ArrowBuf buffer, int index) {
    if (index == 0 && buffer.capacity() == 0) {
      return 0;
    }
    require(buffer, 4L * index, 4);
    return buffer.getInt(4L * index);
  }

  private static ByteBuffer view(ArrowBuf buffer, long from, long length) {
    require(buffer, from, length);
    return buffer.nioBuffer(from, (int) length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void require(ArrowBuf buffer, long from, long length) {
    if (from < 0 || length > Integer.MAX_VALUE || from + length > buffer.capacity()) {
      throw IceRunnerException.invalidArgument(
          "Cannot write a record batch: bytes %d to %d of an Arrow buffer of %d bytes are needed"
              .formatted(from, from + length, buffer.capacity()));
    }
  }
}
