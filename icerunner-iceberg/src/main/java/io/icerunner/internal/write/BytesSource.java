package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.math.BigInteger;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Reads values of an Arrow vector as byte strings. */
interface BytesSource {

  static BytesSource of(LeafColumn leaf) {
    Type.PrimitiveType type = leaf.type();
    return switch (type.typeId()) {
      case STRING -> new Variable(leaf, true);
      case BINARY -> new Variable(leaf, false);
      case DECIMAL -> new Decimals(leaf, leaf.descriptor().getPrimitiveType().getTypeLength());
      default -> new Fixed(leaf.descriptor().getPrimitiveType().getTypeLength());
    };
  }

  /** Appends the selected values; there is at least one. */
  void read(FieldVector vector, Selection selection, ByteSlices to, Scratch scratch);

  /** Bytes in front of a value of the vector. */
  long position(FieldVector vector, int index);

  /** Strings and binaries: offsets into bytes. */
  record Variable(LeafColumn leaf, boolean text) implements BytesSource {

    @Override
    public void read(FieldVector vector, Selection selection, ByteSlices to, Scratch scratch) {
      int extent = selection.extent();
      int[] offsets = scratch.ints(extent + 1);
      ArrowBytes.ints(vector.getOffsetBuffer(), selection.first(), offsets, 0, extent + 1);
      int base = offsets[0];
      int length = offsets[extent] - base;
      require(offsets, extent);
      int at = to.used();
      byte[] bytes = to.reserveBytes(length);
      ArrowBytes.bytes(vector.getDataBuffer(), base, bytes, at, length);
      int n = selection.count();
      to.reserveSlices(n);
      int shift = at - base;
      for (int i = 0; i < n; i++) {
        int k = selection.offset(i);
        to.add(offsets[k] + shift, offsets[k + 1] - offsets[k]);
      }
      to.use(length);
      if (text) {
        Utf8Text.require(to, at, n, leaf);
      }
    }

    private void require(int[] offsets, int n) {
      int falls = offsets[0] & Integer.MIN_VALUE;
      for (int i = 0; i < n; i++) {
        falls |= offsets[i + 1] - offsets[i];
      }
      if (falls < 0) {
        throw IceRunnerException.invalidArgument(
            "Cannot write %s: the offsets of its Arrow vector fall".formatted(leaf.name()));
      }
    }

    /** The length in front of a value counts too. */
    @Override
    public long position(FieldVector vector, int index) {
      return ArrowBytes.offset(vector.getOffsetBuffer(), index) + 4L * index;
    }
  }

  /** Values of one length. */
  record Fixed(int width) implements BytesSource {

    @Override
    public void read(FieldVector vector, Selection selection, ByteSlices to, Scratch scratch) {
      int at = to.used();
      int length = Math.multiplyExact(selection.extent(), width);
      byte[] bytes = to.reserveBytes(length);
      ArrowBytes.bytes(vector.getDataBuffer(), (long) selection.first() * width, bytes, at, length);
      int n = selection.count();
      to.reserveSlices(n);
      for (int i = 0; i < n; i++) {
        to.add(at + selection.offset(i) * width, width);
      }
      to.use(length);
    }

    @Override
    public long position(FieldVector vector, int index) {
      return (long) index * width;
    }
  }

  /** Decimals of more than 18 digits: Arrow's 16 bytes become the fewest that Iceberg wants. */
  record Decimals(LeafColumn leaf, int width, BigInteger most) implements BytesSource {
    Decimals(LeafColumn leaf, int width) {
      this(
          leaf,
          width,
          BigInteger.TEN
              .pow(((Types.DecimalType) leaf.type()).precision())
              .subtract(BigInteger.ONE));
    }

    @Override
    public void read(FieldVector vector, Selection selection, ByteSlices to, Scratch scratch) {
      int extent = selection.extent();
      long[] pairs = scratch.pairs(2 * extent);
      ArrowBytes.longs(vector.getDataBuffer(), 2 * selection.first(), pairs, 0, 2 * extent);
      int n = selection.count();
      int at = to.used();
      byte[] bytes = to.reserveBytes(Math.multiplyExact(n, width));
      to.reserveSlices(n);
      for (int i = 0; i < n; i++, at += width) {
        int k = selection.offset(i);
        put(pairs[2 * k], pairs[2 * k + 1], bytes, at);
        to.add(at, width);
      }
      to.use(n * width);
    }

    private void put(long low, long high, byte[] bytes, int at) {
      for (int i = 0; i < width; i++) {
        int shift = 8 * (width - 1 - i);
        bytes[at + i] = (byte) (shift >= 64 ? high >> (shift - 64) : low >>> shift);
      }
      // The bytes that are left out must repeat the sign.
      int kept = 8 * (width - 8) - 1;
      if (kept < 63 && high >> kept != high >> 63) {
        throw refusal(BigInteger.valueOf(high).shiftLeft(64).add(unsigned(low)).toString());
      }
    }

    private static BigInteger unsigned(long low) {
      return new BigInteger(Long.toUnsignedString(low));
    }

    /** Refuses what has more digits than the type, given the extremes of a page. */
    void require(byte[] value) {
      BigInteger number = new BigInteger(value);
      if (number.abs().compareTo(most) > 0) {
        throw refusal(number.toString());
      }
    }

    private IceRunnerException refusal(String value) {
      return IceRunnerException.invalidArgument(
          "Cannot write %s: unscaled value %s has more digits than %s"
              .formatted(leaf.name(), value, leaf.type()));
    }

    @Override
    public long position(FieldVector vector, int index) {
      return (long) index * width;
    }
  }
}
