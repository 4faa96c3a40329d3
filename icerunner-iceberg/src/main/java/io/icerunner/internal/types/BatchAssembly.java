package io.icerunner.internal.types;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A batch in the making: field nodes and buffers in the order in which Arrow lays out a record
 * batch. Holds one reference of every buffer until {@link #close()}.
 */
final class BatchAssembly implements AutoCloseable {
  private final BufferAllocator allocator;
  private final @Nullable DictionaryProvider dictionaries;
  private final List<ArrowFieldNode> nodes = new ArrayList<>();
  private final List<ArrowBuf> buffers = new ArrayList<>();
  private int nextNode;
  private int nextBuffer;

  BatchAssembly(BufferAllocator allocator, @Nullable DictionaryProvider dictionaries) {
    this.allocator = allocator;
    this.dictionaries = dictionaries;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  @Nullable DictionaryProvider dictionaries() {
    return dictionaries;
  }

  /** An assembly for values that this one needs on the way. */
  BatchAssembly scratch() {
    return new BatchAssembly(allocator, dictionaries);
  }

  /** The node and the validity buffer of the next column. */
  void nodeLike(FieldVector source) {
    nodes.add(new ArrowFieldNode(source.getValueCount(), source.getNullCount()));
    if (!(source instanceof NullVector)) {
      share(source.getValidityBuffer());
    }
  }

  /** The node of the next column; its buffers follow, the validity first. */
  void node(int length, int nullCount) {
    nodes.add(new ArrowFieldNode(length, nullCount));
  }

  /** The next buffer is one that exists: no bytes are copied within one root allocator. */
  void share(ArrowBuf buffer) {
    if (buffer.capacity() == 0) {
      buffers.add(allocator.getEmpty());
      return;
    }
    buffers.add(SharedBuffers.retain(buffer, allocator));
  }

  /** The next buffer is new, zeroed, and filled by the caller. */
  ArrowBuf add(long size) {
    if (size == 0) {
      ArrowBuf empty = allocator.getEmpty();
      buffers.add(empty);
      return empty;
    }
    ArrowBuf buffer = allocator.buffer(size);
    buffers.add(buffer);
    buffer.setZero(0, buffer.capacity());
    buffer.writerIndex(size);
    return buffer;
  }

  /** The next buffer is an all-valid validity buffer. */
  void allValid(int length) {
    ArrowBuf bits = add((length + 7L) / 8);
    bits.setOne(0, bits.capacity());
  }

  /** The batch; the caller closes it. */
  VectorSchemaRoot finish(Schema schema, int rowCount) {
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (Field field : schema.getFields()) {
        FieldVector vector = field.createVector(allocator);
        vectors.add(vector);
        load(vector);
      }
      return new VectorSchemaRoot(schema, vectors, rowCount);
    } catch (RuntimeException | Error e) {
      vectors.forEach(FieldVector::close);
      throw e;
    }
  }

  /** The only column; the caller closes it. */
  FieldVector finish(Field field) {
    FieldVector vector = field.createVector(allocator);
    try {
      load(vector);
      return vector;
    } catch (RuntimeException | Error e) {
      vector.close();
      throw e;
    }
  }

  private void load(FieldVector vector) {
    int count = TypeLayout.getTypeBufferCount(vector.getField().getType());
    vector.loadFieldBuffers(nodes.get(nextNode++), buffers.subList(nextBuffer, nextBuffer + count));
    nextBuffer += count;
    for (FieldVector child : vector.getChildrenFromFields()) {
      load(child);
    }
  }

  @Override
  public void close() {
    buffers.forEach(ArrowBuf::close);
    buffers.clear();
  }
}
