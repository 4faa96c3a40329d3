package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Lz4FrameTest {
  private static final int PROMISE = 8;

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everythingIsReleased() {
    allocator.close();
  }

  /** As it is in a record batch, behind the promised size; never stored as it is. */
  private ByteBuffer compressed(byte[] bytes) {
    ArrowBuf plain = allocator.buffer(bytes.length);
    plain.writeBytes(bytes);
    try (ArrowBuf result =
        CommonsCompressionFactory.INSTANCE
            .createCodec(CodecType.LZ4_FRAME)
            .compress(allocator, plain)) {
      assertThat(result.getLong(0)).isEqualTo(bytes.length);
      byte[] frame = new byte[(int) result.writerIndex() - PROMISE];
      result.getBytes(PROMISE, frame);
      return ByteBuffer.wrap(frame);
    }
  }

  private static byte[] text(int size) {
    byte[] bytes = new byte[size];
    Random random = new Random(size);
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt(20) : 'a' + i % 7);
    }
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 1_000, 70_000})
  void theSizeIsWhatComesOut(int size) {
    assertThat(Lz4Frame.decompressedSize(compressed(text(size)))).isEqualTo(size);
  }

  @Test
  void longMatchesAreCounted() {
    assertThat(Lz4Frame.decompressedSize(compressed(new byte[2_000]))).isEqualTo(2_000);
  }

  @Test
  void aFrameThatIsCutOffIsMalformed() {
    ByteBuffer frame = compressed(text(3_000));
    for (int length = 1; length < frame.remaining(); length += 13) {
      assertThat(Lz4Frame.decompressedSize(frame.slice(0, length))).isEqualTo(Lz4Frame.MALFORMED);
    }
  }

  @Test
  void anythingElseIsMalformed() {
    assertThat(Lz4Frame.decompressedSize(ByteBuffer.wrap(new byte[64])))
        .isEqualTo(Lz4Frame.MALFORMED);
  }

  @Test
  void nothingGivesNothing() {
    assertThat(Lz4Frame.decompressedSize(ByteBuffer.allocate(0))).isZero();
  }
}
