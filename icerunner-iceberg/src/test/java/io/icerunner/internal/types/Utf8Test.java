package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class Utf8Test {

  @Test
  void everyShortSequenceIsJudgedAsByTheJdk() {
    byte[] bytes = new byte[4];
    for (int first = 0x7F; first <= 0xFF; first++) {
      for (int second = 0x7F; second <= 0xC1; second++) {
        for (int third : new int[] {0x41, 0x7F, 0x80, 0xBF, 0xC0}) {
          for (int fourth : new int[] {0x41, 0x80, 0xBF, 0xF0}) {
            bytes[0] = (byte) first;
            bytes[1] = (byte) second;
            bytes[2] = (byte) third;
            bytes[3] = (byte) fourth;
            for (int length = 1; length <= 4; length++) {
              assertThat(Utf8.isValid(bytes, 0, length))
                  .as("%s of %s", length, Arrays.toString(bytes))
                  .isEqualTo(isUtf8(Arrays.copyOf(bytes, length)));
            }
          }
        }
      }
    }
  }

  @Test
  void textIsScannedAcrossChunks() {
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int shift = 0; shift < 9; shift++) {
        String text = "a".repeat(shift) + "süß🧊€".repeat(3_000);
        assertThat(scan(text.getBytes(StandardCharsets.UTF_8), allocator)).isEqualTo(TextScan.UTF8);
      }
      byte[] ascii = "plain text ".repeat(3_000).getBytes(StandardCharsets.UTF_8);
      assertThat(scan(ascii, allocator)).isEqualTo(TextScan.ASCII);
      assertThat(scan(new byte[0], allocator)).isEqualTo(TextScan.ASCII);
    }
  }

  @Test
  void oneWrongByteIsFoundWhereverItIs() {
    Random random = new Random(7);
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int round = 0; round < 300; round++) {
        byte[] bytes = "ab€süß🧊xyz".repeat(2_500).getBytes(StandardCharsets.UTF_8);
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        TextScan expected = isUtf8(bytes) ? TextScan.UTF8 : TextScan.BYTES;
        assertThat(scan(bytes, allocator)).isEqualTo(expected);
      }
    }
  }

  private static TextScan scan(byte[] bytes, BufferAllocator allocator) {
    try (ArrowBuf buffer = allocator.buffer(bytes.length + 2)) {
      buffer.setBytes(1, bytes);
      return TextScan.of(buffer, 1, 1 + bytes.length);
    }
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).hasArray();
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
