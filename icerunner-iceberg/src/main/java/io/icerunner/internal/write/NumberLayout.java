package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import org.apache.parquet.column.Encoding;

/**
 * How numbers without a dictionary are laid out: PLAIN, or with the modern encodings
 * DELTA_BINARY_PACKED for integers that lie near each other and BYTE_STREAM_SPLIT for
 * floating-point numbers that compress better that way.
 */
final class NumberLayout {
  /** Deltas of so many bits gain nothing over PLAIN and a codec. */
  private static final double MOST_DELTA_SHARE = 0.6;

  /** Chunks between two trials of the floating-point encodings. */
  private static final int MEASURE_AGAIN_AFTER = 8;

  private final NumberKind kind;
  private final boolean modern;
  private Encoding encoding = Encoding.PLAIN;
  private Encoding floatingEncoding = Encoding.PLAIN;
  private double floatingBits;
  private int choices;

  NumberLayout(NumberKind kind, boolean modern) {
    this.kind = kind;
    this.modern = modern;
  }

  /**
   * Decides for the values of a row group by a sample of them.
   *
   * @return bits of a value after compression, about
   */
  double choose(long[] values, int sample, double plainShare, Scratch scratch) {
    int width = kind.width() * 8;
    encoding = Encoding.PLAIN;
    if (modern && kind.floating()) {
      return chooseSplit(values, sample, scratch);
    } else if (modern && sample > 1) {
      byte[] trial = scratch.encoded(DeltaPacking.bound(sample));
      double bits = DeltaPacking.encode(values, sample, kind.width() == 8, trial) * 8.0 / sample;
      if (bits < width * MOST_DELTA_SHARE) {
        encoding = Encoding.DELTA_BINARY_PACKED;
        return bits;
      }
    }
    return width * plainShare;
  }

  /** Only a trial tells: numbers with few decimals compress better as they are. */
  private double chooseSplit(long[] values, int sample, Scratch scratch) {
    if (choices++ % MEASURE_AGAIN_AFTER == 0) {
      int plain = compressed(Encoding.PLAIN, values, sample, scratch);
      int split = compressed(Encoding.BYTE_STREAM_SPLIT, values, sample, scratch);
      floatingEncoding = split < plain ? Encoding.BYTE_STREAM_SPLIT : Encoding.PLAIN;
      floatingBits = Math.min(split, plain) * 8.0 / sample;
    }
    encoding = floatingEncoding;
    return floatingBits;
  }

  private int compressed(Encoding trial, long[] values, int n, Scratch scratch) {
    encoding = trial;
    ByteBuffer page = scratch.page(bound(n));
    write(values, n, page, scratch);
    return scratch.compressedBytes(page);
  }

  /** Most bytes of {@code n} values. */
  long bound(int n) {
    return encoding == Encoding.DELTA_BINARY_PACKED
        ? DeltaPacking.bound(n)
        : (long) n * kind.width();
  }

  Encoding write(long[] values, int n, ByteBuffer page, Scratch scratch) {
    if (encoding == Encoding.DELTA_BINARY_PACKED) {
      byte[] packed = scratch.encoded(DeltaPacking.bound(n));
      page.put(packed, 0, DeltaPacking.encode(values, n, kind.width() == 8, packed));
    } else if (encoding == Encoding.BYTE_STREAM_SPLIT) {
      byte[] split = scratch.encoded((long) n * kind.width());
      ByteStreamSplit.split(values, n, kind.width(), split);
      page.put(split, 0, n * kind.width());
    } else {
      plain(kind, values, n, page);
    }
    return encoding;
  }

  static void plain(NumberKind kind, long[] values, int n, ByteBuffer page) {
    if (kind.width() == 8) {
      page.asLongBuffer().put(values, 0, n);
    } else {
      int at = page.position();
      for (int i = 0; i < n; i++) {
        page.putInt(at + 4 * i, (int) values[i]);
      }
    }
    page.position(page.position() + n * kind.width());
  }
}
