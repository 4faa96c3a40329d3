package io.icerunner.internal.write;

/** BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on. */
final class ByteStreamSplit {
  private ByteStreamSplit() {}

  static void split(long[] values, int n, int width, byte[] out) {
    for (int stream = 0; stream < width; stream++) {
      int shift = 8 * stream;
      int start = stream * n;
      for (int i = 0; i < n; i++) {
        out[start + i] = (byte) (values[i] >>> shift);
      }
    }
  }
}
