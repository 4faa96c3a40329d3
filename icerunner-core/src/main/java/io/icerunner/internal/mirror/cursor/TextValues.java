package io.icerunner.internal.mirror.cursor;

import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.vector.FieldVector;

/**
 * Text in the order of its bytes in UTF-8, which is that of its characters' codes. A value is a
 * whole array.
 */
final class TextValues implements CursorValues<ByteBuffer> {

  @Override
  public ByteBuffer at(FieldVector vector, int row) {
    byte[] bytes = new byte[end(vector, row) - start(vector, row)];
    vector.getDataBuffer().getBytes(start(vector, row), bytes);
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public int compare(FieldVector vector, int row, int otherRow) {
    ArrowBuf data = vector.getDataBuffer();
    return ByteFunctionHelpers.compare(
        data,
        start(vector, row),
        end(vector, row),
        data,
        start(vector, otherRow),
        end(vector, otherRow));
  }

  @Override
  public int compare(FieldVector vector, int row, ByteBuffer value) {
    byte[] bytes = value.array();
    return ByteFunctionHelpers.compare(
        vector.getDataBuffer(), start(vector, row), end(vector, row), bytes, 0, bytes.length);
  }

  private static int start(FieldVector vector, int row) {
    return vector.getOffsetBuffer().getInt(row * 4L);
  }

  private static int end(FieldVector vector, int row) {
    return vector.getOffsetBuffer().getInt(row * 4L + 4);
  }
}
