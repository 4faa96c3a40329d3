package io.icerunner.server;

import static io.icerunner.server.TestServer.SCHEMA;
import static io.icerunner.server.TestServer.assertFails;
import static io.icerunner.server.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WriteIT {
  @TempDir Path warehouse;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(warehouse);
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private List<JsonNode> snapshots(String table) {
    return server.act("snapshots", "{\"table\":\"" + table + "\"}");
  }

  @Test
  void aPutIsOneCommitAndIsAcknowledgedAfterIt() {
    JsonNode result = server.put("t", 0, 1000, 100);
    assertThat(result.get("table").textValue()).isEqualTo("default.t");
    assertThat(result.get("rows").longValue()).isEqualTo(1000);
    assertThat(result.get("files").intValue()).isEqualTo(1);
    List<JsonNode> snapshots = snapshots("t");
    assertThat(snapshots).hasSize(1);
    assertThat(snapshots.get(0).get("snapshot-id")).isEqualTo(result.get("snapshot-id"));
    assertThat(snapshots.get(0).get("current").booleanValue()).isTrue();
    assertThat(server.count("t")).isEqualTo(1000);
  }

  @Test
  void aSecondPutAppends() {
    server.put("t", 0, 10, 10);
    server.put("T", 10, 10, 10);
    assertThat(server.get("select count(*), min(id), max(id) from t")).containsExactly("20,0,19");
    assertThat(snapshots("t")).hasSize(2);
  }

  @Test
  void batchesWithMetadataAreAcknowledgedWithTheSameBytes() {
    List<String> results = new ArrayList<>();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, server.allocator)) {
      FlightClient.ClientStreamListener writer =
          server.client.startPut(
              FlightDescriptor.path("t"),
              root,
              TestServer.listener(bytes -> results.add(new String(bytes, StandardCharsets.UTF_8))));
      for (int batch = 0; batch < 3; batch++) {
        TestServer.fill(root, batch * 10L, 10);
        ArrowBuf metadata = server.allocator.buffer(1);
        metadata.writeBytes(Integer.toString(batch).getBytes(StandardCharsets.UTF_8));
        writer.putNext(metadata);
        int acknowledged = batch + 1;
        await(() -> results.size() == acknowledged);
      }
      writer.completed();
      writer.getResult();
    }
    assertThat(results.subList(0, 3)).containsExactly("0", "1", "2");
    assertThat(results).hasSize(4);
    assertThat(TestServer.json(results.get(3).getBytes(StandardCharsets.UTF_8)).get("rows"))
        .hasToString("30");
  }

  @Test
  void aMissingNamespaceIsCreated() {
    server.put("x.y.t", 0, 1, 1);
    assertThat(server.count("x.y.t")).isEqualTo(1);
  }

  @Test
  void aPutWithoutBatchesCreatesTheTableWithoutASnapshot() {
    JsonNode result = server.put("t", 0, 0, 1);
    assertThat(result.get("rows").longValue()).isZero();
    assertThat(result.get("snapshot-id").isNull()).isTrue();
    assertThat(snapshots("t")).isEmpty();
    assertThat(server.count("t")).isZero();
    assertThat(server.client.getInfo(FlightDescriptor.path("t")).getSchemaOptional())
        .contains(SCHEMA);
    assertThat(server.client.getInfo(FlightDescriptor.path("t")).getRecords()).isZero();
    server.put("t", 0, 3, 3);
    assertThat(server.put("t", 0, 0, 1).get("snapshot-id").isNull()).isFalse();
    assertThat(snapshots("t")).hasSize(1);
  }

  @Test
  void batchesWithoutRowsAddNothing() {
    server.putRoot(
        FlightDescriptor.path("t"), SCHEMA, batch -> batch < 3 ? 0 : -1, (root, batch) -> {});
    assertThat(snapshots("t")).isEmpty();
    assertThat(server.dataFiles()).isEmpty();
    assertThat(server.count("t")).isZero();
  }

  @Test
  void aSchemaThatDoesNotFitIsRefusedAtOnceWithEveryDifference() throws Exception {
    server.put("t", 0, 1, 1);
    Schema other =
        new Schema(
            List.of(
                Field.nullable("id", ArrowType.Utf8.INSTANCE),
                Field.nullable("extra", new ArrowType.Int(32, true))));
    try (VectorSchemaRoot root = VectorSchemaRoot.create(other, server.allocator)) {
      FlightClient.ClientStreamListener writer =
          server.client.startPut(
              FlightDescriptor.path("t"), root, TestServer.listener(bytes -> {}));
      // No batch and no end: the answer comes nevertheless.
      assertFails(writer::getResult, FlightStatusCode.INVALID_ARGUMENT, "default.t", "id", "extra");
    }
    assertThat(snapshots("t")).hasSize(1);
  }

  @Test
  void aTypeWithoutAPlaceIsRefusedAndLeavesNoNamespace() {
    Schema schema =
        new Schema(
            List.of(
                Field.nullable(
                    "span",
                    new ArrowType.Interval(
                        org.apache.arrow.vector.types.IntervalUnit.MONTH_DAY_NANO))));
    assertFails(
        () ->
            server.putRoot(
                FlightDescriptor.path("new_ns", "t"), schema, batch -> -1, (root, batch) -> {}),
        FlightStatusCode.UNIMPLEMENTED,
        "span");
    assertFails(
        () -> server.act("drop-namespace", "{\"namespace\":\"new_ns\"}"),
        FlightStatusCode.NOT_FOUND,
        "new_ns");
  }

  @Test
  void aClientThatDiesHalfWayLeavesNoCommitAndNoFile() throws Exception {
    server.put("old", 0, 1, 1);
    ByteArrayOutputStream ipc = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, server.allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(ipc))) {
      for (int batch = 0; batch < 20; batch++) {
        TestServer.fill(root, batch * 10_000L, 10_000);
        writer.writeBatch();
      }
    }
    for (List<String> table : List.of(List.of("old"), List.of("gone", "t"))) {
      RawPut.sendAndDie(server.server.port(), table, RawPut.messages(ipc.toByteArray()), 20);
    }
    server.awaitNoMemory();
    await(() -> server.dataFiles().size() == 1);
    assertThat(snapshots("old")).hasSize(1);
    assertFails(() -> server.get("gone.t"), FlightStatusCode.NOT_FOUND, "gone.t");
  }

  @Test
  void dictionariesAreDecoded() {
    try (VarCharVector words = new VarCharVector("words", server.allocator);
        VarCharVector plain = new VarCharVector("word", server.allocator);
        MapDictionaryProvider provider = new MapDictionaryProvider()) {
      words.allocateNew();
      words.setSafe(0, "zero".getBytes(StandardCharsets.UTF_8));
      words.setSafe(1, "one".getBytes(StandardCharsets.UTF_8));
      words.setValueCount(2);
      plain.allocateNew();
      plain.setSafe(0, "one".getBytes(StandardCharsets.UTF_8));
      plain.setSafe(2, "zero".getBytes(StandardCharsets.UTF_8));
      plain.setValueCount(3);
      Dictionary dictionary = new Dictionary(words, new DictionaryEncoding(1, false, null));
      provider.put(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
          VectorSchemaRoot root = new VectorSchemaRoot(List.of(encoded))) {
        root.setRowCount(3);
        FlightClient.ClientStreamListener writer =
            server.client.startPut(
                FlightDescriptor.path("t"), root, provider, TestServer.listener(bytes -> {}));
        writer.putNext();
        writer.completed();
        writer.getResult();
      }
    }
    assertThat(server.get("t")).containsExactly("one", "null", "zero");
  }

  @ParameterizedTest
  @EnumSource(value = CodecType.class, names = "NO_COMPRESSION", mode = EnumSource.Mode.EXCLUDE)
  void compressedBatchesAreRead(CodecType codec) throws Exception {
    ByteArrayOutputStream ipc = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, server.allocator);
        ArrowStreamWriter writer =
            new ArrowStreamWriter(
                root,
                null,
                Channels.newChannel(ipc),
                IpcOption.DEFAULT,
                CommonsCompressionFactory.INSTANCE,
                codec)) {
      TestServer.fill(root, 0, 5_000);
      writer.writeBatch();
      writer.end();
    }
    RawPut.Answer answer = RawPut.send(server.server.port(), List.of("t"), ipc.toByteArray());
    assertThat(answer.status().isOk()).as(answer.status().toString()).isTrue();
    assertThat(server.get("select count(*), max(id), count(name) from t"))
        .containsExactly("5000,4999,4285");
  }

  @Test
  void oneBatchOf64MegabytesGoesInAndComesOutInSmallMessages() throws Exception {
    int rows = 6_400;
    byte[] text = "x".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    server.putRoot(
        FlightDescriptor.path("t"),
        SCHEMA,
        batch -> batch == 0 ? rows : -1,
        (root, batch) -> {
          TestServer.fill(root, 0, rows);
          VarCharVector names = (VarCharVector) root.getVector("name");
          names.reset();
          for (int i = 0; i < rows; i++) {
            names.setSafe(i, text);
          }
          root.setRowCount(rows);
        });
    try (BufferAllocator memory = new RootAllocator();
        FlightClient plain =
            FlightClient.builder(
                    memory,
                    org.apache.arrow.flight.Location.forGrpcInsecure(
                        "127.0.0.1", server.server.port()))
                .maxInboundMessageSize(4 << 20)
                .build();
        var stream =
            plain.getStream(
                new org.apache.arrow.flight.Ticket("t".getBytes(StandardCharsets.UTF_8)))) {
      long count = 0;
      while (stream.next()) {
        count += stream.getRoot().getRowCount();
      }
      assertThat(count).isEqualTo(rows);
    }
  }

  @Test
  void parallelPutsLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> puts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        long start = i * 100L;
        puts.add(threads.submit(() -> server.put("many.t", start, 100, 50)));
      }
      for (Future<?> put : puts) {
        put.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(server.get("select count(*), count(distinct id) from many.t"))
        .containsExactly("1200,1200");
  }

  @Test
  void putsThatCreateOneTableAtOnceAllLand() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int table = 0; table < 25; table++) {
        String name = "many.t" + table;
        List<Future<?>> puts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          long start = i;
          puts.add(threads.submit(() -> server.put(name, start, 1, 1)));
        }
        for (Future<?> put : puts) {
          put.get();
        }
        assertThat(server.count(name)).isEqualTo(4);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aCommandThatIsNotFlightSqlIsNoPlaceToPutTo() {
    assertFails(
        () -> server.put(FlightDescriptor.command("t".getBytes(StandardCharsets.UTF_8)), 0, 1, 1),
        FlightStatusCode.INVALID_ARGUMENT,
        "give a path");
  }

  @Test
  void namesThatHurtAreRefused() {
    assertFails(
        () -> server.put(FlightDescriptor.path("default", "a/b"), 0, 1, 1),
        FlightStatusCode.INVALID_ARGUMENT,
        "a/b");
  }

  @Test
  void creatingTablesCanBeSwitchedOff(@TempDir Path other) throws Exception {
    try (TestServer strict = TestServer.start(other, builder -> builder.createTables(false))) {
      strict.act(
          "create-table",
          "{\"table\":\"events\",\"schema\":{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"id\",\"required\":false,\"type\":\"long\"},{\"id\":2,\"name\":\"name\",\"required\":false,\"type\":\"string\"}]}}");
      assertFails(
          () -> strict.put("event", 0, 1, 1), FlightStatusCode.NOT_FOUND, "event", "events");
      strict.put("events", 0, 1, 1);
      assertThat(strict.count("events")).isEqualTo(1);
    }
  }

  @Test
  void aPartitionedTableIsRefused(@TempDir Path other) throws Exception {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("mine", java.util.Map.of());
    catalog.createNamespace(Namespace.of("default"));
    org.apache.iceberg.Schema schema =
        new org.apache.iceberg.Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()));
    catalog.createTable(
        TableIdentifier.of("default", "parted"),
        schema,
        PartitionSpec.builderFor(schema).bucket("id", 4).build());
    try (IceRunnerServer own = IceRunnerServer.builder().catalog(catalog).port(0).start();
        FlightClient client =
            FlightClient.builder(
                    server.allocator,
                    org.apache.arrow.flight.Location.forGrpcInsecure("127.0.0.1", own.port()))
                .build();
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, server.allocator)) {
      FlightClient.ClientStreamListener writer =
          client.startPut(FlightDescriptor.path("parted"), root, TestServer.listener(bytes -> {}));
      assertFails(
          writer::getResult, FlightStatusCode.UNIMPLEMENTED, "default.parted", "partitioned");
    }
    assertThat(catalog.tableExists(TableIdentifier.of("default", "parted"))).isTrue();
  }
}
