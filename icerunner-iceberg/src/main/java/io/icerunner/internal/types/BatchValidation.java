package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Refuses batches whose buffers are too short or point outside each other, so that whoever reads
 * them needs no checks. Costs one pass over offsets and looks at no value.
 */
public final class BatchValidation {
  private final String path;

  private BatchValidation(String path) {
    this.path = path;
  }

  /**
   * Checks a vector and all that is nested in it; dictionaries are not part of it.
   *
   * @param path the column's full name, for messages
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming the column
   */
  public static void check(FieldVector vector, String path) {
    new BatchValidation(path).check(vector);
  }

  private void check(FieldVector vector) {
    int count = vector.getValueCount();
    require(count >= 0, "its length is %s", count);
    if (vector instanceof ExtensionTypeVector<?> extension) {
      check((FieldVector) extension.getUnderlyingVector());
    } else if (vector instanceof RunEndEncodedVector runs) {
      runs(runs);
    } else if (!(vector instanceof NullVector)) {
      holds(vector.getValidityBuffer(), (count + 7L) / 8, "validity");
      buffers(vector, count);
    }
  }

  private void buffers(FieldVector vector, int count) {
    if (vector instanceof BaseVariableWidthVector) {
      offsets(vector.getOffsetBuffer(), count, vector.getDataBuffer().capacity());
    } else if (vector instanceof BaseLargeVariableWidthVector) {
      largeOffsets(vector.getOffsetBuffer(), count, vector.getDataBuffer().capacity());
    } else if (vector instanceof BaseVariableWidthViewVector) {
      views(vector, count);
    } else if (vector instanceof StructVector struct) {
      struct(struct, count);
    } else if (vector instanceof ListVector || vector instanceof LargeListVector) {
      list(vector, count);
    } else if (vector instanceof FixedSizeListVector list) {
      elements(vector, (long) count * list.getListSize());
    } else if (vector instanceof ListViewVector views) {
      listViews(vector, views.getOffsetBuffer(), views.getSizeBuffer(), 4);
    } else if (vector instanceof LargeListViewVector views) {
      listViews(vector, views.getOffsetBuffer(), views.getSizeBuffer(), 8);
    } else {
      long bytes = Widths.bytes(vector.getField().getType(), count);
      holds(vector.getDataBuffer(), bytes, "values");
    }
  }

  private void struct(StructVector struct, int count) {
    for (FieldVector child : struct.getChildrenFromFields()) {
      require(
          child.getValueCount() == count,
          "its field '%s' has %s values for %s structs",
          child.getName(),
          child.getValueCount(),
          count);
      check(child);
    }
  }

  private void list(FieldVector vector, int count) {
    FieldVector child = vector.getChildrenFromFields().get(0);
    if (vector instanceof LargeListVector) {
      largeOffsets(vector.getOffsetBuffer(), count, child.getValueCount());
    } else {
      offsets(vector.getOffsetBuffer(), count, child.getValueCount());
    }
    check(child);
  }

  private void elements(FieldVector vector, long count) {
    FieldVector child = vector.getChildrenFromFields().get(0);
    require(
        child.getValueCount() >= count,
        "its lists need %s elements and there are %s",
        count,
        child.getValueCount());
    check(child);
  }

  private void listViews(FieldVector vector, ArrowBuf offsets, ArrowBuf sizes, int width) {
    int count = vector.getValueCount();
    holds(offsets, (long) count * width, "offsets");
    holds(sizes, (long) count * width, "sizes");
    FieldVector child = vector.getChildrenFromFields().get(0);
    long elements = child.getValueCount();
    for (int i = 0; i < count; i++) {
      long offset = width == 4 ? offsets.getInt(i * 4L) : offsets.getLong(i * 8L);
      long size = width == 4 ? sizes.getInt(i * 4L) : sizes.getLong(i * 8L);
      boolean inside = offset >= 0 && size >= 0 && offset <= elements && size <= elements - offset;
      require(inside || vector.isNull(i), "list %s is outside its %s elements", i, elements);
    }
    check(child);
  }

  private void views(FieldVector vector, int count) {
    List<ArrowBuf> buffers = vector.getFieldBuffers();
    ArrowBuf views = buffers.get(1);
    holds(views, (long) count * BaseVariableWidthViewVector.ELEMENT_SIZE, "views");
    for (int i = 0; i < count; i++) {
      long at = (long) i * BaseVariableWidthViewVector.ELEMENT_SIZE;
      int length = views.getInt(at);
      boolean inside =
          length <= BaseVariableWidthViewVector.INLINE_SIZE
              ? length >= 0
              : isInside(buffers, views.getInt(at + 8), views.getInt(at + 12), length);
      require(inside || vector.isNull(i), "view %s is outside its buffers", i);
    }
  }

  private static boolean isInside(List<ArrowBuf> buffers, int block, int offset, int length) {
    return block >= 0
        && block < buffers.size() - 2
        && offset >= 0
        && (long) offset + length <= buffers.get(block + 2).capacity();
  }

  private void runs(RunEndEncodedVector runs) {
    check(runs.getRunEndsVector());
    check(runs.getValuesVector());
    require(
        runs.getRunEndsVector().getNullCount() == 0
            && runs.getRunEndsVector().getValueCount() <= runs.getValuesVector().getValueCount(),
        "it has %s run ends for %s values",
        runs.getRunEndsVector().getValueCount(),
        runs.getValuesVector().getValueCount());
  }

  private void offsets(ArrowBuf offsets, int count, long limit) {
    if (count == 0) {
      return;
    }
    long size = (count + 1L) * 4;
    holds(offsets, size, "offsets");
    byte[] chunk = new byte[(int) Math.min(LittleEndian.CHUNK, size)];
    int previous = 0;
    int wrong = 0;
    for (long at = 0; at < size; at += chunk.length) {
      int length = (int) Math.min(chunk.length, size - at);
      offsets.getBytes(at, chunk, 0, length);
      for (int i = 0; i < length; i += 4) {
        int next = LittleEndian.intAt(chunk, i);
        wrong |= next - previous | next;
        previous = next;
      }
    }
    require(wrong >= 0 && previous <= limit, "its offsets do not ascend from 0 to %s", limit);
  }

  private void largeOffsets(ArrowBuf offsets, int count, long limit) {
    if (count == 0) {
      return;
    }
    holds(offsets, (count + 1L) * 8, "offsets");
    long previous = offsets.getLong(0);
    long wrong = previous;
    for (int i = 1; i <= count; i++) {
      long next = offsets.getLong(i * 8L);
      wrong |= next - previous | next;
      previous = next;
    }
    require(wrong >= 0 && previous <= limit, "its offsets do not ascend from 0 to %s", limit);
  }

  private void holds(ArrowBuf buffer, long bytes, String what) {
    require(
        buffer.capacity() >= bytes,
        "its buffer of %s has %s bytes and needs %s",
        what,
        buffer.capacity(),
        bytes);
  }

  private void require(boolean condition, String reason, Object... values) {
    if (!condition) {
      throw Refusal.malformed(path, reason.formatted(values));
    }
  }
}
