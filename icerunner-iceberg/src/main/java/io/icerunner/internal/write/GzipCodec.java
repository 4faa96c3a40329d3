package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** One gzip member (RFC 1952) per page. */
final class GzipCodec implements PageCodec {
  /** Deflate's own default. */
  static final int DEFAULT_LEVEL = Deflater.DEFAULT_COMPRESSION;

  private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, 0};
  private static final int TRAILER_BYTES = 8;

  private final Deflater deflater;
  private final CRC32 crc = new CRC32();

  GzipCodec(int level) {
    deflater = new Deflater(level, true);
  }

  /** Stored blocks of deflate cost 5 bytes for every 16 KiB at worst. */
  @Override
  public int bound(int length) {
    return Math.addExact(length, (length >> 10) + 64 + HEADER.length + TRAILER_BYTES);
  }

  @Override
  public int compress(ByteBuffer from, int length, ByteBuffer to, int at) {
    ByteBuffer in = from.duplicate().position(0).limit(length);
    ByteBuffer out = to.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(at);
    out.put(HEADER);
    crc.reset();
    crc.update(in.duplicate());
    deflater.reset();
    deflater.setInput(in);
    deflater.finish();
    while (!deflater.finished()) {
      if (deflater.deflate(out) == 0 && !deflater.finished()) {
        throw new IllegalStateException("A page of " + length + " bytes outgrew its bound");
      }
    }
    out.putInt((int) crc.getValue()).putInt(length);
    return out.position() - at;
  }

  @Override
  public void close() {
    deflater.end();
  }
}
