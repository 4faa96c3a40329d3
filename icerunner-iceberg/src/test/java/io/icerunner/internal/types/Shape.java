package io.icerunner.internal.types;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Ways in which six values of a column, the third of them null, arrive. */
enum Shape {
  FLAT,
  DICTIONARY,
  RUN_ENDS,
  STRUCT,
  LIST,
  LARGE_LIST,
  LIST_VIEW,
  LARGE_LIST_VIEW,
  FIXED_SIZE_LIST,
  MAP,
  STRUCT_OF_LIST;

  /**
   * @param leaf closed by this method
   */
  Wrapped wrap(FieldVector leaf, BufferAllocator allocator) {
    if (this == DICTIONARY) {
      return dictionary(leaf, allocator);
    }
    try (VectorSchemaRoot root = VectorSchemaRoot.of(leaf);
        ArrowRecordBatch batch = new VectorUnloader(root).getRecordBatch();
        Parts parts = new Parts(allocator)) {
      Field field = parts.prefix(this, leaf.getField());
      parts.add(batch);
      VectorSchemaRoot wrapped = VectorSchemaRoot.create(new Schema(List.of(field)), allocator);
      try (ArrowRecordBatch whole = parts.batch(batch)) {
        new VectorLoader(wrapped).load(whole);
      }
      return new Wrapped(wrapped, new MapDictionaryProvider());
    }
  }

  private static Wrapped dictionary(FieldVector leaf, BufferAllocator allocator) {
    DictionaryEncoding encoding = new DictionaryEncoding(7, false, new ArrowType.Int(32, true));
    FieldType type =
        new FieldType(true, new ArrowType.Int(32, true), encoding, leaf.getField().getMetadata());
    IntVector indices = new IntVector(leaf.getName(), type, allocator);
    int[] values = {5, 0, 2, 1, -1, 5, 4, 3, 3};
    for (int i = 0; i < values.length; i++) {
      if (values[i] >= 0) {
        indices.setSafe(i, values[i]);
      }
    }
    indices.setValueCount(values.length);
    MapDictionaryProvider dictionaries = new MapDictionaryProvider();
    dictionaries.put(new Dictionary(leaf, encoding));
    return new Wrapped(VectorSchemaRoot.of(indices), dictionaries);
  }

  /** A batch of one column and its dictionaries. */
  record Wrapped(VectorSchemaRoot root, MapDictionaryProvider dictionaries)
      implements AutoCloseable {
    @Override
    public void close() {
      root.close();
      dictionaries.close();
    }
  }

  /** Field nodes and buffers around those of the leaf. */
  private static final class Parts implements AutoCloseable {
    private final BufferAllocator allocator;
    private final List<ArrowFieldNode> nodes = new ArrayList<>();
    private final List<ArrowBuf> buffers = new ArrayList<>();
    private final List<ArrowBuf> own = new ArrayList<>();
    private int rows = ArrowSamples.COUNT;

    Parts(BufferAllocator allocator) {
      this.allocator = allocator;
    }

    Field prefix(Shape shape, Field leaf) {
      String name = ArrowSamples.NAME;
      return switch (shape) {
        case FLAT, DICTIONARY -> leaf;
        case RUN_ENDS -> {
          runEnds();
          yield parent(
              name,
              new ArrowType.RunEndEncoded(),
              Field.notNullable("run_ends", new ArrowType.Int(32, true)),
              leaf);
        }
        case STRUCT -> {
          node(6, 0b110111);
          yield parent(name, ArrowType.Struct.INSTANCE, leaf);
        }
        case LIST -> {
          node(4, 0b1011);
          ints(0, 2, 2, 4, 6);
          yield parent(name, ArrowType.List.INSTANCE, leaf);
        }
        case LARGE_LIST -> {
          node(4, 0b1011);
          longs(0, 2, 2, 4, 6);
          yield parent(name, ArrowType.LargeList.INSTANCE, leaf);
        }
        case LIST_VIEW -> {
          node(4, 0b1011);
          ints(4, 1, 99, 0);
          ints(2, 3, 99, 3);
          yield parent(name, ArrowType.ListView.INSTANCE, leaf);
        }
        case LARGE_LIST_VIEW -> {
          node(4, 0b1011);
          longs(4, 1, 99, 0);
          longs(2, 3, 99, 3);
          yield parent(name, new ArrowType.LargeListView(), leaf);
        }
        case FIXED_SIZE_LIST -> {
          node(3, 0b101);
          yield parent(name, new ArrowType.FixedSizeList(2), leaf);
        }
        case MAP -> map(name, leaf);
        case STRUCT_OF_LIST -> {
          node(4, 0b0111);
          Field list = prefix(LIST, leaf);
          yield parent(name, ArrowType.Struct.INSTANCE, list);
        }
      };
    }

    private Field map(String name, Field leaf) {
      node(4, 0b1011);
      ints(0, 2, 2, 4, 6);
      rows = 4;
      nodes.add(new ArrowFieldNode(6, 0));
      bits(6, 0b111111);
      nodes.add(new ArrowFieldNode(6, 0));
      bits(6, 0b111111);
      ints(11, 12, 13, 14, 15, 16);
      Field entries =
          new Field(
              "odd",
              FieldType.notNullable(ArrowType.Struct.INSTANCE),
              List.of(Field.notNullable("k", new ArrowType.Int(32, true)), leaf));
      return new Field(name, FieldType.nullable(new ArrowType.Map(false)), List.of(entries));
    }

    private void runEnds() {
      rows = 12;
      nodes.add(new ArrowFieldNode(12, 0));
      nodes.add(new ArrowFieldNode(6, 0));
      bits(6, 0b111111);
      ints(1, 2, 5, 6, 10, 12);
    }

    private static Field parent(String name, ArrowType type, Field... children) {
      return new Field(name, FieldType.nullable(type), List.of(children));
    }

    private void node(int length, int validity) {
      rows = nodes.isEmpty() ? length : rows;
      nodes.add(new ArrowFieldNode(length, length - Integer.bitCount(validity)));
      bits(length, validity);
    }

    private void bits(int length, int validity) {
      ArrowBuf buffer = buffer((length + 7) / 8);
      buffer.setByte(0, validity);
    }

    private void ints(int... values) {
      ArrowBuf buffer = buffer(values.length * 4);
      for (int i = 0; i < values.length; i++) {
        buffer.setInt(i * 4L, values[i]);
      }
    }

    private void longs(long... values) {
      ArrowBuf buffer = buffer(values.length * 8);
      for (int i = 0; i < values.length; i++) {
        buffer.setLong(i * 8L, values[i]);
      }
    }

    private ArrowBuf buffer(int size) {
      ArrowBuf buffer = allocator.buffer(size);
      buffer.setZero(0, buffer.capacity());
      buffer.writerIndex(size);
      own.add(buffer);
      buffers.add(buffer);
      return buffer;
    }

    void add(ArrowRecordBatch leaf) {
      nodes.addAll(leaf.getNodes());
      buffers.addAll(leaf.getBuffers());
    }

    ArrowRecordBatch batch(ArrowRecordBatch leaf) {
      return new ArrowRecordBatch(
          rows,
          nodes,
          buffers,
          leaf.getBodyCompression(),
          leaf.getVariadicBufferCounts(),
          false,
          true);
    }

    @Override
    public void close() {
      own.forEach(ArrowBuf::close);
    }
  }
}
