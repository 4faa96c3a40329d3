package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Appends values of canonical vectors by index; the index -1 gives null. */
record Taking(String path, BatchAssembly out) {

  void append(FieldVector from, int[] indices) {
    ArrowType type = from.getField().getType();
    if (type instanceof ArrowType.Null) {
      out.node(indices.length, indices.length);
      return;
    }
    validity(from, indices);
    switch (type.getTypeID()) {
      case Bool -> bits(from, indices);
      case Utf8, Binary -> values(from, indices);
      case Struct -> children(from, indices);
      case List, Map -> lists(from, indices);
      default -> fixed(from, indices, (int) (Widths.bits(type) / 8));
    }
  }

  private void validity(FieldVector from, int[] indices) {
    int nulls = 0;
    for (int index : indices) {
      nulls += isNull(from, index) ? 1 : 0;
    }
    out.node(indices.length, nulls);
    if (nulls == 0) {
      out.allValid(indices.length);
      return;
    }
    ArrowBuf bits = out.add((indices.length + 7L) / 8);
    for (int i = 0; i < indices.length; i++) {
      if (!isNull(from, indices[i])) {
        BitVectorHelper.setBit(bits, i);
      }
    }
  }

  private static boolean isNull(FieldVector from, int index) {
    return index < 0 || from.isNull(index);
  }

  private void bits(FieldVector from, int[] indices) {
    ArrowBuf source = from.getDataBuffer();
    ArrowBuf bits = out.add((indices.length + 7L) / 8);
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] >= 0 && BitVectorHelper.get(source, indices[i]) != 0) {
        BitVectorHelper.setBit(bits, i);
      }
    }
  }

  private void fixed(FieldVector from, int[] indices, int width) {
    ArrowBuf source = from.getDataBuffer();
    ArrowBuf target = out.add((long) indices.length * width);
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < 0) {
        continue;
      }
      long at = (long) indices[i] * width;
      switch (width) {
        case 4 -> target.setInt(i * 4L, source.getInt(at));
        case 8 -> target.setLong(i * 8L, source.getLong(at));
        default -> target.setBytes((long) i * width, source, at, width);
      }
    }
  }

  private void values(FieldVector from, int[] indices) {
    ArrowBuf offsets = from.getOffsetBuffer();
    ArrowBuf source = from.getDataBuffer();
    long size = offsets(from, offsets, indices);
    TakenBytes target = new TakenBytes(source, out.add(size));
    for (int index : indices) {
      if (!isNull(from, index)) {
        int start = offsets.getInt(index * 4L);
        target.take(start, offsets.getInt(index * 4L + 4) - start);
      }
    }
    target.flush();
  }

  private long offsets(FieldVector from, ArrowBuf offsets, int[] indices) {
    ArrowBuf target = out.add((indices.length + 1L) * 4);
    long size = 0;
    for (int i = 0; i < indices.length; i++) {
      if (!isNull(from, indices[i])) {
        long at = indices[i] * 4L;
        size += offsets.getInt(at + 4) - offsets.getInt(at);
      }
      if (size > Integer.MAX_VALUE) {
        throw Refusal.tooLarge(path, size);
      }
      target.setInt((i + 1) * 4L, (int) size);
    }
    return size;
  }

  private void children(FieldVector from, int[] indices) {
    for (FieldVector child : from.getChildrenFromFields()) {
      append(child, indices);
    }
  }

  private void lists(FieldVector from, int[] indices) {
    ArrowBuf offsets = from.getOffsetBuffer();
    int[] elements = new int[(int) offsets(from, offsets, indices)];
    int at = 0;
    for (int index : indices) {
      if (!isNull(from, index)) {
        int end = offsets.getInt(index * 4L + 4);
        for (int element = offsets.getInt(index * 4L); element < end; element++) {
          elements[at++] = element;
        }
      }
    }
    List<FieldVector> children = from.getChildrenFromFields();
    append(children.get(0), elements);
  }
}
