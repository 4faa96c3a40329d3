package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Strings or bytes with 64-bit offsets: the offsets are narrowed, the bytes shared.
 *
 * @param text how strings are checked; null for bytes
 */
record LargeValuesStep(Field field, String path, @Nullable Utf8Check text) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    if (text != null) {
      text.checkLarge(source, rows);
    }
    int count = source.getValueCount();
    out.nodeLike(source);
    ArrowBuf offsets = source.getOffsetBuffer();
    long first = count == 0 ? 0 : offsets.getLong(0);
    long last = count == 0 ? 0 : offsets.getLong(count * 8L);
    Offsets.narrow(offsets, count, first, path, out);
    ArrowBuf data = source.getDataBuffer();
    out.share(data.slice(first, last - first));
  }
}
