package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * String or binary views: the bytes are gathered.
 *
 * @param text how strings are checked; null for bytes
 */
record ViewStep(Field field, String path, @Nullable Utf8Check text) implements ColumnStep {
  private static final int VIEW = BaseVariableWidthViewVector.ELEMENT_SIZE;
  private static final int INLINE = BaseVariableWidthViewVector.INLINE_SIZE;

  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    List<ArrowBuf> buffers = source.getFieldBuffers();
    ArrowBuf views = buffers.get(1);
    List<ArrowBuf> blocks = buffers.subList(2, buffers.size());
    out.nodeLike(source);
    long size = offsets(source, views, out);
    copy(source, views, blocks, rows, out.add(size));
  }

  private long offsets(FieldVector source, ArrowBuf views, BatchAssembly out) {
    int count = source.getValueCount();
    ArrowBuf offsets = out.add((count + 1L) * 4);
    long size = 0;
    for (int i = 0; i < count; i++) {
      size += source.isNull(i) ? 0 : views.getInt((long) i * VIEW);
      if (size > Integer.MAX_VALUE) {
        throw Refusal.tooLarge(path, size);
      }
      offsets.setInt((i + 1) * 4L, (int) size);
    }
    return size;
  }

  private void copy(
      FieldVector source, ArrowBuf views, List<ArrowBuf> blocks, Rows rows, ArrowBuf to) {
    byte[] value = new byte[256];
    long at = 0;
    for (int i = 0; i < source.getValueCount(); i++) {
      if (source.isNull(i)) {
        continue;
      }
      long view = (long) i * VIEW;
      int length = views.getInt(view);
      if (length > value.length) {
        value = new byte[Math.max(length, 2 * value.length)];
      }
      if (length <= INLINE) {
        views.getBytes(view + 4, value, 0, length);
      } else {
        blocks.get(views.getInt(view + 8)).getBytes(views.getInt(view + 12), value, 0, length);
      }
      if (text != null && !Utf8.isValid(value, 0, length) && rows.isLive(i)) {
        throw text.refusal(rows.rowOf(i), value, length);
      }
      to.setBytes(at, value, 0, length);
      at += length;
    }
  }
}
