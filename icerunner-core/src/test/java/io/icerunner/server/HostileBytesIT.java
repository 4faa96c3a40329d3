package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams that no well-behaved client sends: each call ends with an error and leaves nothing. */
class HostileBytesIT {
  private static final Set<Status.Code> REFUSED =
      Set.of(
          Status.Code.INVALID_ARGUMENT, Status.Code.UNIMPLEMENTED, Status.Code.RESOURCE_EXHAUSTED);

  @TempDir static Path warehouse;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(warehouse, builder -> builder.setupTimeout(Duration.ofMillis(700)));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
  }

  private static byte[] stream(TestServer server) throws IOException {
    ByteArrayOutputStream ipc = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(TestServer.SCHEMA, server.allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(ipc))) {
      for (int batch = 0; batch < 3; batch++) {
        TestServer.fill(root, batch * 50L, 50);
        writer.writeBatch();
      }
      writer.end();
    }
    return ipc.toByteArray();
  }

  private void assertServes() {
    server.put("after", 0, 3, 3);
    assertThat(server.get("select count(*) from after")).hasSize(1);
    server.awaitNoMemory();
  }

  static Stream<Path> fuzzed() throws IOException {
    return Stream.concat(dataFiles("arrow-ipc-stream"), dataFiles("forward-compatibility"));
  }

  static Stream<Path> fuzzedFiles() throws IOException {
    return dataFiles("arrow-ipc-file");
  }

  private static Stream<Path> dataFiles(String name) throws IOException {
    Path folder = SharedCases.folder("arrow-testing/data/" + name);
    if (folder == null) {
      return Stream.of(Path.of("absent"));
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  /** The bytes of a file of either format from its first message on. */
  private static byte[] messageBytes(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    byte[] magic = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    boolean isFile = bytes.length > 8 && Arrays.equals(Arrays.copyOf(bytes, 6), magic);
    return isFile ? Arrays.copyOfRange(bytes, 8, bytes.length) : bytes;
  }

  @ParameterizedTest
  @MethodSource("fuzzed")
  void fuzzedStreamsAreRefused(Path file) throws Exception {
    Assumptions.assumeTrue(Files.exists(file), "the folder ../shared is not there");
    List<Flight.FlightData> messages = RawPut.messages(messageBytes(file));
    Assumptions.assumeFalse(messages.isEmpty(), "no message in the file");
    long start = System.nanoTime();
    RawPut.Answer answer = RawPut.send(server.server.port(), List.of("fuzzed"), messages, true);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThat(answer.status().getCode()).as(answer.status().toString()).isIn(REFUSED);
    assertThat(server.dataFiles()).noneMatch(path -> path.toString().contains("fuzzed"));
    assertServes();
  }

  /** What is wrong may be in the file's footer alone, and then its messages are a good stream. */
  @ParameterizedTest
  @MethodSource("fuzzedFiles")
  void messagesOfFuzzedFilesAreRefusedOrReadWhole(Path file) throws Exception {
    Assumptions.assumeTrue(Files.exists(file), "the folder ../shared is not there");
    List<Flight.FlightData> messages = RawPut.messages(messageBytes(file));
    Assumptions.assumeFalse(messages.isEmpty(), "no message in the file");
    RawPut.Answer answer = RawPut.send(server.server.port(), List.of("of_a_file"), messages, true);
    if (answer.status().isOk()) {
      assertThat(server.get("select count(*) from of_a_file")).hasSize(1);
      server.act("drop-table", "{\"table\":\"of_a_file\"}");
    } else {
      assertThat(answer.status().getCode()).as(answer.status().toString()).isIn(REFUSED);
    }
    assertServes();
  }

  @Test
  void flippedBitsNeverBringTheServerDown() throws Exception {
    Random random = new Random(24);
    byte[] good = stream(server);
    for (int i = 0; i < 150; i++) {
      byte[] bytes = good.clone();
      for (int flip = 0; flip < 3; flip++) {
        bytes[8 + random.nextInt(bytes.length - 8)] ^= (byte) (1 << random.nextInt(8));
      }
      List<Flight.FlightData> messages = RawPut.messages(bytes);
      if (!messages.isEmpty()) {
        RawPut.Answer answer =
            RawPut.send(server.server.port(), List.of("flipped"), messages, true);
        assertThat(answer.status().getCode())
            .as("round %s: %s", i, answer.status())
            .isNotIn(Status.Code.INTERNAL, Status.Code.UNKNOWN, Status.Code.UNAVAILABLE);
      }
    }
    assertServes();
  }

  @Test
  void aBatchBeforeTheSchemaEndsTheCall() throws Exception {
    List<Flight.FlightData> messages = new ArrayList<>(RawPut.messages(stream(server)));
    messages.remove(0);
    for (boolean end : new boolean[] {true, false}) {
      for (List<String> path : List.of(List.of("early"), List.<String>of())) {
        RawPut.Answer answer = RawPut.send(server.server.port(), path, messages, end);
        assertThat(answer.status().getCode())
            .as("end %s, path %s: %s", end, path, answer.status())
            .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.DEADLINE_EXCEEDED);
      }
    }
    assertServes();
  }

  @Test
  void aStreamThatSendsNothingEnds() throws Exception {
    RawPut.Answer silent = RawPut.send(server.server.port(), List.of(), List.of(), false);
    assertThat(silent.status().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    RawPut.Answer empty = RawPut.send(server.server.port(), List.of(), List.of(), true);
    assertThat(empty.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertServes();
  }

  @Test
  void aSchemaAndNothingElseForeverIsNotCommitted() throws Exception {
    List<Flight.FlightData> schema = RawPut.messages(stream(server)).subList(0, 1);
    RawPut.Answer answer = RawPut.send(server.server.port(), List.of("t"), schema, true);
    assertThat(answer.status().isOk()).isTrue();
    assertThat(server.count("t")).isZero();
    assertServes();
  }

  @Test
  void aPutThatStallsIsEndedAndUndone(@TempDir Path other) throws Exception {
    try (TestServer quick =
        TestServer.start(other, builder -> builder.putIdleTimeout(Duration.ofMillis(300)))) {
      List<Flight.FlightData> all = RawPut.messages(stream(quick));
      for (int sent = 1; sent <= all.size(); sent++) {
        RawPut.Answer answer =
            RawPut.send(quick.server.port(), List.of("t"), all.subList(0, sent), false);
        assertThat(answer.status().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        assertThat(answer.status().getDescription()).contains("no record batch arrived");
      }
      quick.awaitNoMemory();
      assertThat(quick.dataFiles()).isEmpty();
      TestServer.assertFails(() -> quick.get("t"), FlightStatusCode.NOT_FOUND, "t");
      quick.put("t", 0, 10, 5);
    }
  }

  @Test
  void aMessageLargerThanAllowedIsRefused(@TempDir Path other) throws Exception {
    try (TestServer small = TestServer.start(other, builder -> builder.maxMessageBytes(64 << 10))) {
      TestServer.assertFails(
          () -> small.put("t", 0, 100_000, 100_000),
          FlightStatusCode.RESOURCE_EXHAUSTED,
          "maximum size 65536",
          "maxMessageBytes");
      assertThat(small.dataFiles()).isEmpty();
      small.put("t", 0, 10, 10);
    }
  }

  @Test
  void aMessageLargerThanAllowedIsRefusedAfterOthersWereAcknowledged(@TempDir Path other)
      throws Exception {
    try (TestServer small = TestServer.start(other, builder -> builder.maxMessageBytes(64 << 10));
        VectorSchemaRoot root = VectorSchemaRoot.create(TestServer.SCHEMA, small.allocator)) {
      CountDownLatch acknowledged = new CountDownLatch(1);
      FlightClient.ClientStreamListener writer =
          small.client.startPut(
              FlightDescriptor.path("t"),
              root,
              TestServer.listener(bytes -> acknowledged.countDown()));
      TestServer.fill(root, 0, 10);
      ArrowBuf metadata = small.allocator.buffer(1);
      metadata.writeByte(1);
      writer.putNext(metadata);
      assertThat(acknowledged.await(20, TimeUnit.SECONDS)).isTrue();
      TestServer.fill(root, 10, 100_000);
      writer.putNext();
      TestServer.assertFails(
          writer::getResult, FlightStatusCode.RESOURCE_EXHAUSTED, "maxMessageBytes");
      small.awaitNoMemory();
      assertThat(small.dataFiles()).isEmpty();
    }
  }
}
