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
    out.nodeLike(source);
    ArrowBuf offsets = out.add((source.getValueCount() + 1L) * 4);
    ArrowBuf data = out.add(fill(offsets, source, views));
    copy(source, views, buffers.subList(2, buffers.size()), data);
    if (text != null) {
      text.check(source, offsets, data, rows);
    }
  }

  /** Returns the size of the values. */
  private long fill(ArrowBuf offsets, FieldVector source, ArrowBuf views) {
    long size = 0;
    for (int i = 0; i < source.getValueCount(); i++) {
      size += source.isNull(i) ? 0 : views.getInt((long) i * VIEW);
      if (size > Integer.MAX_VALUE) {
        throw Refusal.tooLarge(path, size);
      }
      offsets.setInt((i + 1) * 4L, (int) size);
    }
    return size;
  }

  private static void copy(FieldVector source, ArrowBuf views, List<ArrowBuf> blocks, ArrowBuf to) {
    long at = 0;
    for (int i = 0; i < source.getValueCount(); i++) {
      if (source.isNull(i)) {
        continue;
      }
      long view = (long) i * VIEW;
      int length = views.getInt(view);
      if (length <= INLINE) {
        to.setBytes(at, views, view + 4, length);
      } else {
        to.setBytes(at, blocks.get(views.getInt(view + 8)), views.getInt(view + 12), length);
      }
      at += length;
    }
  }
}
