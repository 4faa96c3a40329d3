package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * Lists that each say where their elements are, in any order and also twice: the elements are
 * gathered.
 *
 * @param width bytes of an offset and of a size
 */
record ListViews(FieldVector source, ArrowBuf offsets, ArrowBuf sizes, int width) {

  void append(ListStep step, FieldVector elements, Rows rows, BatchAssembly out) {
    int count = source.getValueCount();
    ArrowBuf starts = out.add((count + 1L) * 4);
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += source.isNull(i) ? 0 : at(sizes, i);
      if (total > Integer.MAX_VALUE) {
        throw Refusal.tooLarge(step.path(), total);
      }
      starts.setInt((i + 1) * 4L, (int) total);
    }
    int[] indices = indices((int) total);
    Rows elementRows = new ListRows(source, i -> starts.getInt(i * 4L), rows);
    Slot nullable = new Slot(step.element().step(), false, step.element().path());
    try (BatchAssembly scratch = out.scratch()) {
      Rows taken = new TakenRows(indices, elements.getValueCount(), elementRows);
      nullable.append(elements, taken, scratch);
      try (FieldVector canonical = scratch.finish(step.element().step().field())) {
        step.element().appendTaken(canonical, indices, elementRows, out);
      }
    }
  }

  private int[] indices(int total) {
    int[] indices = new int[total];
    int next = 0;
    for (int i = 0; i < source.getValueCount(); i++) {
      if (!source.isNull(i)) {
        long start = at(offsets, i);
        long end = start + at(sizes, i);
        for (long element = start; element < end; element++) {
          indices[next++] = (int) element;
        }
      }
    }
    return indices;
  }

  private long at(ArrowBuf buffer, int index) {
    return width == 4 ? buffer.getInt(index * 4L) : buffer.getLong(index * 8L);
  }
}
