package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.types.pojo.Field;

/** A list of any layout. */
record ListStep(Field field, String path, Slot element) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    out.nodeLike(source);
    FieldVector elements = source.getChildrenFromFields().get(0);
    if (source instanceof ListViewVector views) {
      new ListViews(views, views.getOffsetBuffer(), views.getSizeBuffer(), 4)
          .append(this, elements, rows, out);
    } else if (source instanceof LargeListViewVector views) {
      new ListViews(views, views.getOffsetBuffer(), views.getSizeBuffer(), 8)
          .append(this, elements, rows, out);
    } else {
      element.append(elements, new ListRows(source, offsets(source, out), rows), out);
    }
  }

  private ListRows.Starts offsets(FieldVector source, BatchAssembly out) {
    int count = source.getValueCount();
    if (source instanceof FixedSizeListVector fixed) {
      return fixedOffsets(count, fixed.getListSize(), out);
    }
    ArrowBuf offsets = source.getOffsetBuffer();
    if (source instanceof LargeListVector) {
      Offsets.narrow(offsets, count, 0, path, out);
      return i -> offsets.getLong(i * 8L);
    }
    Offsets.share(offsets, count, out);
    return i -> offsets.getInt(i * 4L);
  }

  private ListRows.Starts fixedOffsets(int count, int size, BatchAssembly out) {
    if ((long) count * size > Integer.MAX_VALUE) {
      throw Refusal.tooLarge(path, (long) count * size);
    }
    ArrowBuf offsets = out.add((count + 1L) * 4);
    for (int i = 1; i <= count; i++) {
      offsets.setInt(i * 4L, i * size);
    }
    return i -> (long) i * size;
  }
}
