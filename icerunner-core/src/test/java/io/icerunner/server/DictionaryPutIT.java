package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dictionaries that change within a put. */
class DictionaryPutIT {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(7, false, new ArrowType.Int(8, true));

  @TempDir static Path warehouse;

  @Test
  void aReplacedDictionaryCountsForTheBatchesThatFollow() throws Exception {
    try (TestServer server = TestServer.start(warehouse.resolve("replaced"))) {
      byte[] ipc = stream(server, false);
      RawPut.Answer answer = RawPut.send(server.server.port(), List.of("words"), ipc);
      assertThat(answer.status().isOk()).as(answer.status().toString()).isTrue();
      assertThat(server.get("select string_agg(word, ',' order by word) from words"))
          .hasToString("[a,b,x,y]");
    }
  }

  @Test
  void anExtendedDictionaryIsRefused() throws Exception {
    try (TestServer server = TestServer.start(warehouse.resolve("extended"))) {
      byte[] ipc = stream(server, true);
      RawPut.Answer answer = RawPut.send(server.server.port(), List.of("words"), ipc);
      assertThat(answer.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(answer.status().getDescription())
          .contains("it extends dictionary 7 and extending is not supported");
      server.awaitNoMemory();
      assertThat(server.dataFiles()).isEmpty();
    }
  }

  /** Rows a, b; a new dictionary and rows x, y; then, if wanted, an extension by z. */
  private static byte[] stream(TestServer server, boolean extend) throws IOException {
    ByteArrayOutputStream ipc = new ByteArrayOutputStream();
    FieldType type = new FieldType(true, new ArrowType.Int(8, true), ENCODING);
    try (VarCharVector words = new VarCharVector("words", server.allocator);
        TinyIntVector codes = new TinyIntVector("word", type, server.allocator)) {
      MapDictionaryProvider dictionaries = new MapDictionaryProvider();
      dictionaries.put(new Dictionary(words, ENCODING));
      codes.setSafe(0, 0);
      codes.setSafe(1, 1);
      codes.setValueCount(2);
      VectorSchemaRoot root = VectorSchemaRoot.of(codes);
      try (ArrowStreamWriter writer =
          new ArrowStreamWriter(root, dictionaries, Channels.newChannel(ipc))) {
        writer.start();
        fill(words, "a", "b");
        writer.writeBatch();
        fill(words, "x", "y");
        writer.writeBatch();
        if (extend) {
          fill(words, "z");
          writeExtension(words, ipc);
        }
      }
    }
    return ipc.toByteArray();
  }

  private static void fill(VarCharVector words, String... values) {
    words.reset();
    for (int i = 0; i < values.length; i++) {
      words.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
    }
    words.setValueCount(values.length);
  }

  private static void writeExtension(FieldVector words, ByteArrayOutputStream ipc)
      throws IOException {
    try (ArrowRecordBatch values = new VectorUnloader(VectorSchemaRoot.of(words)).getRecordBatch();
        ArrowDictionaryBatch batch = new ArrowDictionaryBatch(ENCODING.getId(), values, true)) {
      MessageSerializer.serialize(new WriteChannel(Channels.newChannel(ipc)), batch);
    }
  }
}
