package io.icerunner.internal.write;

import java.nio.ByteBuffer;

final class NoCodec implements PageCodec {

  @Override
  public int bound(int length) {
    return length;
  }

  @Override
  public int compress(ByteBuffer from, int length, ByteBuffer to, int at) {
    to.put(at, from, 0, length);
    return length;
  }
}
