package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches that Arrow allows and few clients send: they are written as what they mean. */
class UnusualLayoutsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private final List<ArrowBuf> buffers = new ArrayList<>();

  @Test
  void offsetsThatStartLaterAndNullsThatHoldValues() {
    try (BufferAllocator allocator = new RootAllocator()) {
      Field text = Field.nullable("s", ArrowType.Utf8.INSTANCE);
      bits(allocator, 0b1101);
      ints(allocator, 2, 3, 5, 5, 6);
      bytes(allocator, "__abc?d");
      assertThat(written(allocator, text, List.of(new ArrowFieldNode(4, 1))))
          .containsExactly("a", null, "", "?");
    }
  }

  @Test
  void listsThatStartLaterAndNullListsThatHoldElements() {
    try (BufferAllocator allocator = new RootAllocator()) {
      Field list =
          new Field(
              "l",
              FieldType.nullable(ArrowType.List.INSTANCE),
              List.of(Field.nullable("item", new ArrowType.Int(32, true))));
      bits(allocator, 0b1101);
      ints(allocator, 1, 3, 5, 5, 6);
      bits(allocator, 0b1111011);
      ints(allocator, 100, 101, 102, 103, 104, 105, 106);
      assertThat(
              written(allocator, list, List.of(new ArrowFieldNode(4, 1), new ArrowFieldNode(7, 1))))
          .hasToString("[[101, null], null, [], [105]]");
    }
  }

  @Test
  void fieldsOfNullStructsThatHoldValues() {
    try (BufferAllocator allocator = new RootAllocator()) {
      Field struct =
          new Field(
              "st",
              FieldType.nullable(ArrowType.Struct.INSTANCE),
              List.of(
                  Field.notNullable("x", new ArrowType.Int(32, true)),
                  Field.nullable("y", ArrowType.Utf8.INSTANCE)));
      bits(allocator, 0b101);
      bits(allocator, 0b101);
      ints(allocator, 1, 2, 3);
      bits(allocator, 0b111);
      ints(allocator, 0, 1, 3, 4);
      bytes(allocator, "a\u007f\u007fc");
      List<Object> rows =
          written(
              allocator,
              struct,
              List.of(
                  new ArrowFieldNode(3, 1), new ArrowFieldNode(3, 1), new ArrowFieldNode(3, 0)));
      assertThat(rows).hasToString("[Record(1, a), null, Record(3, c)]");
    }
  }

  @Test
  void nullFixedSizeListsAndListsOfLists() {
    try (BufferAllocator allocator = new RootAllocator()) {
      Field inner =
          new Field(
              "inner",
              FieldType.nullable(new ArrowType.FixedSizeList(2)),
              List.of(Field.nullable("item", new ArrowType.Int(16, true))));
      Field outer = new Field("ll", FieldType.nullable(new ArrowType.LargeList()), List.of(inner));
      bits(allocator, 0b111);
      longs(allocator, 0, 2, 2, 3);
      bits(allocator, 0b101);
      bits(allocator, 0b111110);
      shorts(allocator, 9, 1, 9, 9, 4, 5);
      assertThat(
              written(
                  allocator,
                  outer,
                  List.of(
                      new ArrowFieldNode(3, 0),
                      new ArrowFieldNode(3, 1),
                      new ArrowFieldNode(6, 1))))
          .hasToString("[[[null, 1], null], [], [[4, 5]]]");
    }
  }

  private List<Object> written(BufferAllocator allocator, Field field, List<ArrowFieldNode> nodes) {
    Schema schema = new Schema(List.of(field));
    TypeMappers mappers = TypeMappers.of(List.of());
    Table table = MemoryTable.of(mappers.toIceberg(schema, 2), folder, Map.of());
    int rows = nodes.get(0).getLength();
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
      try (ArrowRecordBatch message = new ArrowRecordBatch(rows, nodes, buffers)) {
        new VectorLoader(batch).load(message);
      }
      buffers.forEach(ArrowBuf::close);
      AppendConversion conversion = AppendConversion.plan(schema, table.schema(), 2, mappers, "t");
      try (VectorSchemaRoot canonical = conversion.convert(batch, null, allocator);
          TableWriter writer = TableWriter.open(table, allocator, Runnable::run, 1)) {
        writer.write(canonical);
        List<Object> values = new ArrayList<>();
        for (Record row : Written.read(table, writer.complete())) {
          values.add(row.get(0));
        }
        return values;
      }
    }
  }

  private ArrowBuf buffer(BufferAllocator allocator, int size) {
    ArrowBuf buffer = allocator.buffer(size);
    buffer.writerIndex(size);
    buffers.add(buffer);
    return buffer;
  }

  private void bits(BufferAllocator allocator, int validity) {
    ArrowBuf buffer = buffer(allocator, 8);
    buffer.setZero(0, 8);
    buffer.setByte(0, validity);
  }

  private void bytes(BufferAllocator allocator, String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    buffer(allocator, bytes.length).setBytes(0, bytes);
  }

  private void ints(BufferAllocator allocator, int... values) {
    ArrowBuf buffer = buffer(allocator, values.length * 4);
    for (int i = 0; i < values.length; i++) {
      buffer.setInt(i * 4L, values[i]);
    }
  }

  private void shorts(BufferAllocator allocator, int... values) {
    ArrowBuf buffer = buffer(allocator, values.length * 2);
    for (int i = 0; i < values.length; i++) {
      buffer.setShort(i * 2L, values[i]);
    }
  }

  private void longs(BufferAllocator allocator, long... values) {
    ArrowBuf buffer = buffer(allocator, values.length * 8);
    for (int i = 0; i < values.length; i++) {
      buffer.setLong(i * 8L, values[i]);
    }
  }
}
