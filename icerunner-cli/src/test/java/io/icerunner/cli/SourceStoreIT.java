package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.cli.FaultProxy.Fault;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.source.SourceFile;
import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.internal.register.source.StoreCalls;
import io.icerunner.internal.register.source.WeatherPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A source on a real S3 server, in fair weather and behind a proxy that spoils answers. */
class SourceStoreIT {
  private static final int FILES = 40;
  private static final WeatherPolicy POLICY =
      WeatherPolicy.DEFAULT.withDelays(Duration.ofMillis(1), Duration.ofMillis(20));

  @TempDir static Path folder;
  private static S3Server server;
  private static final Map<String, byte[]> CONTENT = new HashMap<>();

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(folder);
    Path lake = server.bucket("lake");
    Random random = new Random(1);
    for (int i = 0; i < FILES; i++) {
      put(lake, "daily/tile=1/month=%d/part 0+%d.parquet".formatted(i, i), random, 20_000 + i);
    }
    put(lake, "daily/tile=10/month=1/other.parquet", random, 10);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void put(Path bucket, String key, Random random, int size) throws IOException {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    Files.createDirectories(bucket.resolve(key).getParent());
    Files.write(bucket.resolve(key), bytes);
    CONTENT.put("s3://lake/" + key, bytes);
  }

  private static SourceStore open(int port) {
    return SourceStore.open(S3Server.properties(port), POLICY);
  }

  private static List<SourceFile> list(SourceStore store, String prefix) {
    List<SourceFile> files = new ArrayList<>();
    store.list(prefix).forEach(files::add);
    files.sort(Comparator.comparing(SourceFile::location));
    return files;
  }

  private static byte[] content(SourceFile file) {
    return Objects.requireNonNull(CONTENT.get(file.location()), file.location());
  }

  private static byte[] tail(SourceFile file, int bytes) {
    byte[] content = content(file);
    return Arrays.copyOfRange(content, Math.max(0, content.length - bytes), content.length);
  }

  @Test
  void oneListingAndOneReadForEachFile() throws IOException {
    try (FaultProxy proxy = FaultProxy.start(server.port(), 1, 0);
        SourceStore store = open(proxy.port())) {
      List<SourceFile> files = list(store, "s3://lake/daily/tile=1");
      assertThat(files)
          .hasSize(FILES)
          .allMatch(f -> f.location().startsWith("s3://lake/daily/tile=1/"));
      assertThat(files).allMatch(f -> f.size() == content(f).length);
      assertThat(files).allMatch(f -> f.modifiedMillis() > 1_700_000_000_000L);

      List<byte[]> tails = store.parallel(files, file -> store.readTail(file, 16_384));
      for (int i = 0; i < FILES; i++) {
        assertThat(tails.get(i)).isEqualTo(tail(files.get(i), 16_384));
      }
      assertThat(store.calls()).isEqualTo(new StoreCalls(1, FILES, FILES * 16_384L, 0));
      assertThat(proxy.requests()).hasSize(1 + FILES).allMatch(r -> r.line().startsWith("GET "));
    }
  }

  @Test
  void aMissingFolderIsEmptyAndAFileIsFetched(@TempDir Path copies) throws IOException {
    try (SourceStore store = open(server.port())) {
      assertThat(list(store, "s3://lake/nothing/here")).isEmpty();
      String location = "s3://lake/daily/tile=1/month=3/part 0+3.parquet";
      Path copy = store.fetch(location, copies);
      assertThat(copy).startsWith(copies).hasBinaryContent(CONTENT.get(location));
      assertThat(store.find(location + "x")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void rightBytesComeThroughEachFault(Fault fault) throws IOException {
    checkThrough(7, fault);
  }

  @ParameterizedTest
  @MethodSource("io.icerunner.cli.Seeds#seeds")
  void rightBytesComeThroughAllFaultsTogether(long seed) throws IOException {
    checkThrough(seed, Fault.values());
  }

  private void checkThrough(long seed, Fault... faults) throws IOException {
    Queue<String> messages = new ConcurrentLinkedQueue<>();
    try (FaultProxy proxy = FaultProxy.start(server.port(), seed, 0.4, faults)) {
      Map<String, String> properties = new HashMap<>(S3Server.properties(proxy.port()));
      boolean stalls = List.of(faults).contains(Fault.STALLED);
      properties.put("http-client.apache.socket-timeout-ms", stalls ? "700" : "30000");
      properties.put("s3.retry.num-retries", "0");
      try (SourceStore store = SourceStore.open(properties, POLICY.withListener(messages::add))) {
        List<SourceFile> files = list(store, "s3://lake/daily/tile=1/");
        assertThat(files).hasSize(FILES);
        List<byte[]> tails = store.parallel(files, file -> store.readTail(file, 16_384));
        for (int i = 0; i < FILES; i++) {
          assertThat(tails.get(i)).isEqualTo(tail(files.get(i), 16_384));
        }
        assertThat(proxy.faults()).isNotEmpty();
        assertThat(store.calls().retries()).isPositive();
        assertThat(messages).hasSize((int) store.calls().retries());
        // Each fault costs one more request, and three short reads the question for the size.
        int spoiled = proxy.faults().size();
        assertThat(proxy.requests().size())
            .isBetween(1 + FILES + spoiled, 1 + FILES + spoiled * (stalls ? 4 : 2));
      }
    }
  }

  @Test
  void aStoreThatStaysDownIsGivenUpAfterThePatience() throws IOException {
    try (FaultProxy proxy = FaultProxy.start(server.port(), 1, 0)) {
      int port = proxy.port();
      proxy.close();
      WeatherPolicy short0 = POLICY.withPatience(Duration.ofMillis(300));
      try (SourceStore store = SourceStore.open(S3Server.properties(port), short0)) {
        IceRunnerException e = failure(() -> list(store, "s3://lake/daily/"));
        assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(e).hasMessageContaining("Cannot list s3://lake/daily/: ");
        assertThat(e).hasMessageContaining("attempts failed").hasMessageContaining("refused");
      }
    }
  }

  @Test
  void aShorterFileIsRefusedNamingBothSizes() throws IOException {
    try (SourceStore store = open(server.port())) {
      SourceFile promised = new SourceFile("s3://lake/daily/tile=10/month=1/other.parquet", 500, 0);
      assertThat(failure(() -> store.readTail(promised, 16_384)))
          .hasMessageContaining("at least 500 bytes are expected and it has 10");
      assertThat(failure(() -> store.readTail(promised, 100)))
          .hasMessageContaining("at least 500 bytes are expected and it has 10");
    }
  }

  @Test
  void aWrongKeyIsDeniedAtOnceNamingTheBucket() {
    Map<String, String> wrong = new HashMap<>(S3Server.properties(server.port()));
    wrong.put("s3.secret-access-key", "guessed");
    try (SourceStore store = SourceStore.open(wrong, POLICY)) {
      IceRunnerException e = failure(() -> list(store, "s3://lake/daily/"));
      assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(e).hasMessageContaining("Cannot list s3://lake/daily/: the store denies it");
      assertThat(e).hasNoCause();
      assertThat(store.calls().retries()).isZero();
    }
  }

  @Test
  void regionKeyAndPathStyleAreThoseOfTheProperties() throws IOException {
    try (FaultProxy proxy = FaultProxy.start(server.port(), 1, 0);
        SourceStore store = open(proxy.port())) {
      list(store, "s3://lake/daily/tile=10/");
      assertThat(proxy.heads())
          .hasSize(1)
          .allMatch(head -> head.startsWith("GET /lake?"))
          .allMatch(head -> head.matches("(?s).*Credential=lake-key/[0-9]+/tile-land-7/s3/.*"));
    }
  }

  @Test
  void withoutKeysTheDefaultChainIsAsked() {
    Map<String, String> noKeys = new HashMap<>(S3Server.properties(server.port()));
    noKeys.keySet().removeAll(List.of("s3.access-key-id", "s3.secret-access-key"));
    System.setProperty("aws.disableEc2Metadata", "true");
    try (SourceStore store = SourceStore.open(noKeys, POLICY)) {
      IceRunnerException e = failure(() -> list(store, "s3://lake/daily/"));
      assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(e).hasMessageContaining("there are no credentials: set s3.access-key-id");

      System.setProperty("aws.accessKeyId", S3Server.KEY);
      System.setProperty("aws.secretAccessKey", S3Server.SECRET);
      assertThat(list(store, "s3://lake/daily/tile=10/")).hasSize(1);
    } finally {
      List.of("aws.disableEc2Metadata", "aws.accessKeyId", "aws.secretAccessKey")
          .forEach(System::clearProperty);
    }
  }

  @Test
  void aMissingBucketAndAMissingFileAreToldAtOnce() {
    try (SourceStore store = open(server.port())) {
      IceRunnerException bucket = failure(() -> list(store, "s3://pond/daily/"));
      assertThat(bucket.code()).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(bucket).hasMessageContaining("s3://pond/daily/").hasMessageContaining("bucket");

      IceRunnerException file = failure(() -> store.read("s3://lake/none.parquet", 0, 8));
      assertThat(file.code()).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(file).hasMessageContaining("s3://lake/none.parquet");
      assertThat(store.calls().retries()).isZero();
    }
  }

  @Test
  void theFirstFileThatFailsEndsAllAndIsNamed() {
    try (SourceStore store = open(server.port())) {
      List<SourceFile> files = list(store, "s3://lake/daily/tile=1/");
      files.add(3, new SourceFile("s3://lake/daily/gone.parquet", 100, 0));
      IceRunnerException e = failure(() -> store.parallel(files, f -> store.readTail(f, 8)));
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(e).hasMessageContaining("Cannot read s3://lake/daily/gone.parquet");
    }
  }

  private static IceRunnerException failure(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
    return catchThrowableOfType(IceRunnerException.class, action);
  }
}
