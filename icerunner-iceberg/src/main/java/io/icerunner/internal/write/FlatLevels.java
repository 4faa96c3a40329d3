package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.arrow.vector.FieldVector;

/** Levels of a top-level column: its validity bits, kept only once there is a null. */
final class FlatLevels implements LevelStage {
  private final LeafColumn leaf;
  private final boolean optional;
  private byte[] valid = new byte[Scratch.PADDING];
  private int rows;
  private int nulls;

  FlatLevels(LeafColumn leaf) {
    this.leaf = leaf;
    this.optional = leaf.path().get(0).optional();
  }

  @Override
  public void append(FieldVector top, int from, int n, Selection selection, Scratch scratch) {
    byte[] bits = validity(top, from, n, scratch);
    int skip = from & 7;
    int missing = n - Bits.count(bits, skip, n);
    if (missing > 0 && !optional) {
      throw nullInRequired(leaf);
    }
    if (missing + nulls > 0) {
      keep(bits, skip, n, missing);
    }
    rows += n;
    nulls += missing;
    if (missing == 0) {
      selection.range(from, n);
    } else {
      list(bits, skip, from, n, selection);
    }
  }

  static IceRunnerException nullInRequired(LeafColumn leaf) {
    return IceRunnerException.invalidArgument(
        "Cannot write %s: the field is required and a row has no value for it"
            .formatted(leaf.name()));
  }

  private static byte[] validity(FieldVector vector, int from, int n, Scratch scratch) {
    int bytes = Bits.bytes((from & 7) + n);
    byte[] bits = scratch.bits(bytes);
    ArrowBytes.bytes(vector.getValidityBuffer(), from >> 3, bits, 0, bytes);
    return bits;
  }

  private void keep(byte[] bits, int skip, int n, int missing) {
    if (valid.length < Bits.bytes(rows + n) + Scratch.PADDING) {
      valid =
          Arrays.copyOf(valid, Scratch.grown(valid.length, Bits.bytes(rows + n) + Scratch.PADDING));
    }
    if (nulls == 0) {
      Bits.fill(valid, 0, rows);
    }
    if (missing == 0) {
      Bits.fill(valid, rows, n);
    } else {
      Bits.copy(bits, skip, valid, rows, n);
    }
  }

  private static void list(byte[] bits, int skip, int from, int n, Selection selection) {
    int[] index = selection.list(n);
    int count = 0;
    for (int i = 0; i < n; i++) {
      index[count] = from + i;
      count += bits[(skip + i) >> 3] >> ((skip + i) & 7) & 1;
    }
    selection.listed(count);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int slots() {
    return rows;
  }

  @Override
  public int nulls() {
    return nulls;
  }

  @Override
  public long bound() {
    return Bits.bytes(rows) + 16L;
  }

  /** Arrow's validity bits are Parquet's bit-packed levels of width 1 as they are. */
  @Override
  public void write(ByteBuffer page, Scratch scratch) {
    if (!optional) {
      return;
    }
    int start = page.position();
    page.putInt(0);
    if (nulls == 0 || nulls == rows) {
      RunLengths.varint(page, rows << 1);
      page.put((byte) (nulls == 0 ? 1 : 0));
    } else {
      int bytes = Bits.bytes(rows);
      if ((rows & 7) != 0) {
        valid[bytes - 1] &= (byte) ((1 << (rows & 7)) - 1);
      }
      RunLengths.varint(page, bytes << 1 | 1);
      page.put(valid, 0, bytes);
    }
    page.putInt(start, page.position() - start - 4);
  }

  @Override
  public void clear() {
    rows = 0;
    nulls = 0;
  }
}
