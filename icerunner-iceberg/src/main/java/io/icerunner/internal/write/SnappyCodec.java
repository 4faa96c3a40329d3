package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

final class SnappyCodec implements PageCodec {

  @Override
  public int bound(int length) {
    return Snappy.maxCompressedLength(length);
  }

  @Override
  public int compress(ByteBuffer from, int length, ByteBuffer to, int at) {
    try {
      return Snappy.compress(
          from.duplicate().position(0).limit(length), to.duplicate().position(at));
    } catch (IOException e) {
      throw IceRunnerException.internal("Cannot compress a page with snappy: " + e.getMessage(), e);
    }
  }
}
