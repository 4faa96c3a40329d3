package io.icerunner.internal.mirror.source;

import static io.icerunner.internal.mirror.source.ScriptedServer.ids;
import static io.icerunner.internal.mirror.source.ScriptedServer.ticket;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightUri;
import io.icerunner.internal.client.TokenGenerations;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlightSourceServerIT {
  private final BufferAllocator allocator = new RootAllocator();
  private ScriptedServer server;
  private FlightSourceServer source;

  @BeforeEach
  void start() throws IOException {
    server = ScriptedServer.start();
    source = open(server.uri());
  }

  private FlightSourceServer open(String uri) {
    return FlightSourceServer.open(ConnectionSettings.of(FlightUri.parse(uri)), 3, allocator);
  }

  @AfterEach
  void stop() throws InterruptedException {
    source.close();
    server.close();
    allocator.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("icerunner-mirror-read"));
  }

  private static Long[] range(long start, long end) {
    return LongStream.range(start, end).boxed().toArray(Long[]::new);
  }

  private List<Long> readAll(FlightInfo info) {
    try (BatchStream stream = source.read(info, allocator)) {
      assertThat(stream.schema()).isEqualTo(ScriptedServer.SCHEMA);
      return ids(stream);
    }
  }

  private IceRunnerException failure(FlightInfo info) {
    IceRunnerException error = catchThrowableOfType(IceRunnerException.class, () -> readAll(info));
    assertThat(error).isNotNull();
    return error;
  }

  @Test
  void readsATableByItsPath() {
    server.table("ns.t", 30, server.rows("a", 0, 3));
    FlightInfo info = source.table(List.of("ns", "t"));
    assertThat(readAll(info)).containsExactly(range(0, 30));
    assertThat(server.asked).containsExactly("path [ns, t]", "ticket a");
  }

  @Test
  void readsSeveralEndpointsAtATime() {
    CountDownLatch allRunning = new CountDownLatch(3);
    FlightEndpoint[] endpoints = new FlightEndpoint[7];
    for (int i = 0; i < endpoints.length; i++) {
      long start = i * 50L;
      boolean first = i < 3;
      server.streams.put(
          "e" + i,
          (memory, listener) -> {
            if (first) {
              allRunning.countDown();
              allRunning.await();
            }
            ScriptedServer.send(memory, listener, start, 5);
          });
      endpoints[i] = new FlightEndpoint(ticket("e" + i));
    }
    FlightInfo info = server.table("t", 350, endpoints);
    assertThat(readAll(info)).containsExactlyInAnyOrder(range(0, 350));
  }

  @Test
  void readsOrderedEndpointsInOrder() {
    FlightInfo info =
        server.table(
            "t",
            90,
            true,
            server.rows("a", 0, 3),
            server.rows("b", 30, 3),
            server.rows("c", 60, 3));
    assertThat(readAll(info)).containsExactly(range(0, 90));
  }

  @Test
  void goesOnToTheNextLocationWhenOneIsDead() throws IOException, InterruptedException {
    Location dead;
    try (ServerSocket closed = new ServerSocket(0)) {
      dead = Location.forGrpcInsecure("127.0.0.1", closed.getLocalPort());
    }
    try (ScriptedServer other = ScriptedServer.start()) {
      other.rows("a", 0, 3);
      server.rows("b", 30, 3);
      FlightInfo info =
          server.table(
              "t",
              60,
              new FlightEndpoint(ticket("a"), dead, server.location(), other.location()),
              new FlightEndpoint(ticket("b"), dead, Location.reuseConnection()));
      assertThat(readAll(info)).containsExactlyInAnyOrder(range(0, 60));
      assertThat(other.asked).containsExactly("ticket a");
    }
  }

  @Test
  void namesAllLocationsWhenAllAreDead() throws Exception {
    Location dead;
    try (ServerSocket closed = new ServerSocket(0)) {
      dead = Location.forGrpcInsecure("127.0.0.1", closed.getLocalPort());
    }
    FlightInfo info =
        server.table(
            "t",
            60,
            new FlightEndpoint(ticket("a"), dead, new Location("https://host/file"), dead));
    IceRunnerException error = failure(info);
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error)
        .hasMessageContaining("Cannot read table t from any of its 3 locations")
        .hasMessageContaining("Connection refused")
        .hasMessageContaining("its scheme 'https' is not known");
  }

  @Test
  void takesAServerThatListensEverywhereByTheAddressItWasReachedAt() throws Exception {
    server.rows("a", 0, 1);
    FlightInfo info =
        server.table(
            "t",
            10,
            new FlightEndpoint(ticket("a"), new Location("grpc://0.0.0.0:" + server.port())));
    assertThat(readAll(info)).hasSize(10);
  }

  @Test
  void refusesAStreamThatEndsShort() {
    FlightInfo info = server.table("t", 61, server.rows("a", 0, 3), server.rows("b", 30, 3));
    IceRunnerException error = failure(info);
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error).hasMessageContaining("the stream ended after 60 of 61 announced rows");
  }

  @Test
  void failsAsUnavailableWhenAStreamBreaksOff() {
    server.streams.put(
        "a",
        (memory, listener) -> {
          try (VectorSchemaRoot root = VectorSchemaRoot.create(ScriptedServer.SCHEMA, memory)) {
            listener.start(root);
            ScriptedServer.sendBatches(root, listener, 0, 2);
            listener.error(CallStatus.INTERNAL.withDescription("disk").toRuntimeException());
          }
        });
    FlightInfo info =
        server.table(
            "t", -1, new FlightEndpoint(ticket("a"), server.location(), server.location()));
    try (BatchStream stream = source.read(info, allocator)) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.next()).isTrue();
      IceRunnerException error = catchThrowableOfType(IceRunnerException.class, stream::next);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining("disk");
    }
    assertThat(server.asked).containsExactly("ticket a");
  }

  @Test
  void refusesEndpointsOfDifferentSchemas() {
    Schema other = new Schema(List.of(Field.nullable("id", ArrowType.Utf8.INSTANCE)));
    server.streams.put(
        "b",
        (memory, listener) -> {
          try (VectorSchemaRoot root = VectorSchemaRoot.create(other, memory)) {
            listener.start(root);
            listener.completed();
          }
        });
    FlightInfo info =
        server.table("t", -1, true, server.rows("a", 0, 1), new FlightEndpoint(ticket("b")));
    IceRunnerException error = failure(info);
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(error).hasMessageContaining("Cannot read endpoint 2 of 2 of table t: its schema is");
  }

  @Test
  void givesEachStreamsOwnDictionary() {
    for (String word : List.of("north", "south")) {
      server.streams.put(word, (memory, listener) -> sendWord(memory, listener, word));
    }
    FlightInfo info =
        server.table(
            "t", 2, new FlightEndpoint(ticket("north")), new FlightEndpoint(ticket("south")));
    List<String> words = new ArrayList<>();
    try (BatchStream stream = source.read(info, allocator)) {
      assertThat(stream.schema().findField("word").getType()).isEqualTo(ArrowType.Utf8.INSTANCE);
      while (stream.next()) {
        DictionaryProvider dictionaries = Objects.requireNonNull(stream.dictionaries());
        try (ValueVector decoded =
            DictionaryEncoder.decode(
                stream.batch().getVector("word"), dictionaries.lookup(1), allocator)) {
          words.add(String.valueOf(decoded.getObject(0)));
        }
      }
    }
    assertThat(words).containsExactlyInAnyOrder("north", "south");
  }

  private static void sendWord(
      BufferAllocator memory, NoOpFlightProducer.ServerStreamListener listener, String word) {
    try (VarCharVector values = new VarCharVector("values", memory)) {
      values.setSafe(0, word.getBytes(StandardCharsets.UTF_8));
      values.setValueCount(1);
      DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
      Field field = new Field("word", new FieldType(true, encoding.getIndexType(), encoding), null);
      try (VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(List.of(field)), memory)) {
        listener.start(
            root, new DictionaryProvider.MapDictionaryProvider(new Dictionary(values, encoding)));
        ((IntVector) root.getVector(0)).setSafe(0, 0);
        root.setRowCount(1);
        listener.putNext();
        listener.completed();
      }
    }
  }

  @Test
  void refusesAnEndpointThatHasExpired() {
    server.rows("a", 0, 1);
    FlightInfo info =
        server.table(
            "t", -1, new FlightEndpoint(ticket("a"), Instant.parse("2020-01-01T00:00:00Z")));
    IceRunnerException error = failure(info);
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error).hasMessageContaining("it expired at 2020-01-01T00:00:00Z");
    assertThat(server.asked).isEmpty();
  }

  @Test
  void readsATableWithoutRowsOrEndpoints() {
    FlightInfo none = server.table("t", 0);
    assertThat(readAll(none)).isEmpty();
    FlightInfo empty = server.table("t", 0, server.rows("a", 0, 0), server.rows("b", 0, 0));
    assertThat(readAll(empty)).isEmpty();
  }

  @Test
  void isCancelledWhileItWaits() throws InterruptedException {
    Semaphore asked = new Semaphore(0);
    CountDownLatch release = new CountDownLatch(1);
    for (String ticket : List.of("a", "b")) {
      server.streams.put(
          ticket,
          (memory, listener) -> {
            asked.release();
            release.await();
            listener.error(CallStatus.CANCELLED.toRuntimeException());
          });
    }
    for (FlightInfo info :
        List.of(
            server.table("one", -1, new FlightEndpoint(ticket("a"))),
            server.table(
                "two", -1, new FlightEndpoint(ticket("a")), new FlightEndpoint(ticket("b"))))) {
      try (BatchStream stream = source.read(info, allocator)) {
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread reader =
            new Thread(() -> outcome.set(catchThrowableOfType(Throwable.class, stream::next)));
        reader.start();
        asked.acquire();
        stream.cancel();
        reader.join();
        assertThat(outcome.get())
            .isInstanceOfSatisfying(
                IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      } finally {
        if (info.getEndpoints().size() == 2) {
          release.countDown();
        }
      }
    }
  }

  @Test
  void leavesNothingWhenItIsClosedHalfWay() {
    FlightInfo info =
        server.table(
            "t",
            -1,
            server.rows("a", 0, 200),
            server.rows("b", 0, 200),
            server.rows("c", 0, 200),
            server.rows("d", 0, 200));
    try (BufferAllocator own = allocator.newChildAllocator("read", 0, Long.MAX_VALUE)) {
      for (int taken = 0; taken < 5; taken++) {
        try (BatchStream stream = source.read(info, own)) {
          for (int i = 0; i < taken; i++) {
            assertThat(stream.next()).isTrue();
          }
        }
      }
    }
  }

  @Test
  void readsByTheNameAsTicketFromServersThatKnowNothingElse() {
    server.rows("example", 0, 2);
    FlightInfo info = source.table(List.of("example"));
    assertThat(info.getRecords()).isEqualTo(-1);
    assertThat(readAll(info)).containsExactly(range(0, 20));
  }

  @Test
  void namesAllWaysThatWereTried() {
    IceRunnerException error = failure(source.table(List.of("ns", "missing")));
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(error)
        .hasMessageContaining("Cannot read table ns.missing")
        .hasMessageContaining("no such ticket")
        .hasMessageContaining("by path: Cannot describe table ns.missing")
        .hasMessageContaining("by a path of one part")
        .hasMessageContaining("by command")
        .hasMessageContaining("by Flight SQL");
  }

  @Test
  void logsInAgainForAStream() throws Exception {
    TokenGenerations tokens = new TokenGenerations();
    ScriptedServer guarded =
        ScriptedServer.start(
            Location.forGrpcInsecure("127.0.0.1", 0),
            builder -> builder.headerAuthenticator(tokens));
    ConnectionSettings settings =
        new ConnectionSettings(
            FlightUri.parse(guarded.uri()),
            "ann",
            "secret",
            null,
            null,
            null,
            null,
            false,
            null,
            Map.of());
    try (guarded;
        FlightSourceServer logged = FlightSourceServer.open(settings, 2, allocator)) {
      guarded.table("t", 10, guarded.rows("a", 0, 1));
      FlightInfo info = logged.table(List.of("t"));
      tokens.next();
      try (BatchStream stream = logged.read(info, allocator)) {
        assertThat(ids(stream)).hasSize(10);
      }
    }
  }

  @Test
  void listsWhatHasAName() {
    server.listed.add(server.table("ns.a", 0));
    server.listed.add(
        FlightInfo.builder(
                null, FlightDescriptor.command("b".getBytes(StandardCharsets.UTF_8)), List.of())
            .build());
    server.listed.add(
        FlightInfo.builder(null, FlightDescriptor.path(List.of()), List.of()).build());
    assertThat(source.tables()).containsExactly(List.of("ns", "a"), List.of("b"));
    server.listed.clear();
    assertThat(source.tables()).isEmpty();
  }

  @Test
  void knowsWhichActionsThereAre() {
    assertThat(source.hasAction("changes")).isFalse();
  }

  @Test
  void saysThatNobodyAnswers() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    try (FlightSourceServer gone = open("grpc://localhost:" + port + "/t")) {
      IceRunnerException error =
          catchThrowableOfType(IceRunnerException.class, () -> gone.table(List.of("t")));
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error)
          .hasMessageContaining("Cannot describe table t: grpc://localhost:" + port)
          .hasMessageContaining("Connection refused");
    }
  }
}
