package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.cli.FaultProxy.Fault;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.DefaultFileIO;
import io.icerunner.register.Registration;
import io.icerunner.register.RegistrationBuilder;
import io.icerunner.register.RegistrationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A lake in a bucket becomes a table: nothing in the bucket changes, whatever the weather. */
class RegistrationOnS3IT {
  private static final int FILES = 24;
  private static final long ROWS = FILES * (long) S3Lake.ROWS_A_FILE;

  @TempDir static Path folder;
  @TempDir Path own;
  private static S3Server server;
  private static S3Lake lake;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.start(folder);
    lake = new S3Lake(server.bucket("lake"));
    for (String tile : List.of("1_2", "10_2")) {
      lake.year(tile, 1995);
    }
    lake.manifest();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RegistrationBuilder registration(int port) {
    return registration(port, Duration.ofSeconds(30));
  }

  private static RegistrationBuilder registration(int port, Duration timeout) {
    Map<String, String> properties = new HashMap<>(S3Server.properties(port));
    properties.put("s3.retry.num-retries", "0");
    properties.put("http-client.apache.socket-timeout-ms", Long.toString(timeout.toMillis()));
    return Registration.builder()
        .source("s3://lake/daily")
        .manifest("s3://lake/manifest.parquet")
        .sourceProperties(properties)
        .patience(Duration.ofSeconds(60))
        .batchFiles(10)
        .table("climate.daily");
  }

  @ParameterizedTest
  @MethodSource("io.icerunner.cli.Seeds#seeds")
  void aLakeIsRegisteredThroughEveryWeatherAndNothingInItChanges(long seed) throws Exception {
    String before = lake.digest();
    try (FaultProxy proxy = FaultProxy.start(server.port(), seed, 0.25, Fault.values())) {
      Registration registration =
          registration(proxy.port(), Duration.ofSeconds(1)).warehouse(own).build();
      RegistrationResult first = registration.run();
      assertThat(first.files()).isEqualTo(FILES);
      assertThat(first.rows()).isEqualTo(ROWS);
      assertThat(first.tableRows()).isEqualTo(ROWS);
      assertThat(first.retries()).isPositive();

      RegistrationResult second = registration.run();
      assertThat(second.commits()).isZero();
      assertThat(second.unitsSkipped()).isEqualTo(FILES);
      assertThat(second.metadataLocation()).isEqualTo(first.metadataLocation());

      assertThat(proxy.faults()).isNotEmpty();
      assertThat(proxy.requests()).allMatch(request -> request.line().matches("(GET|HEAD) .*"));
    }
    assertThat(lake.digest()).isEqualTo(before);
  }

  @Test
  void aNewFileCostsOneListingAndOneRead() throws Exception {
    try (FaultProxy proxy = FaultProxy.start(server.port(), 1, 0)) {
      RegistrationResult result = registration(proxy.port()).warehouse(own).build().run();
      assertThat(result.retries()).isZero();
      // The rest is for the manifest, before and after it is read, and for an example of the paths.
      assertThat(result.listings()).isBetween((long) FILES, FILES + 6L);
      assertThat(result.reads()).isBetween((long) FILES, FILES + 1L);
      assertThat((long) proxy.requests().size()).isEqualTo(result.listings() + result.reads());
    }
  }

  @Test
  void theLocalTableIsPlannedThoughItsFilesAreInABucket() throws IOException {
    RegistrationResult result = registration(server.port()).warehouse(own).build().run();
    try (DefaultFileIO io = io(Map.of())) {
      assertThat(files(open(result, io), "1_2"))
          .hasSize(FILES / 2)
          .allMatch(file -> file.startsWith("s3://lake/daily/tile=1_2/year="));
    }
  }

  @Test
  void theWarehouseMayBeInABucketToo() throws Exception {
    server.bucket("house");
    String before = lake.digest();
    Map<String, String> catalog =
        catalog(
            Map.of("uri", "jdbc:sqlite:" + own.resolve("catalog.db")),
            "s3://house/w",
            server.port());
    RegistrationResult first = registration(server.port()).catalog("jdbc", catalog).build().run();
    assertThat(first.tableRows()).isEqualTo(ROWS);
    assertThat(first.metadataLocation()).startsWith("s3://house/w/climate/daily/metadata/");

    RegistrationResult second = registration(server.port()).catalog("jdbc", catalog).build().run();
    assertThat(second.commits()).isZero();
    try (DefaultFileIO io = io(S3Server.properties(server.port()))) {
      Table table = open(first, io);
      assertThat(table.properties()).containsEntry(TableProperties.GC_ENABLED, "false");
      assertThat(files(table, "10_2")).hasSize(FILES / 2);
    }
    assertThat(lake.digest()).isEqualTo(before);
  }

  /** A commit that fails for the weather is found out by the next run, whichever way it went. */
  @ParameterizedTest
  @MethodSource("io.icerunner.cli.Seeds#seeds")
  void runsThatTheWeatherEndsNeitherLoseNorDoubleAFile(long seed) throws Exception {
    String warehouse = "s3://storm-%d/w".formatted(seed);
    server.bucket("storm-" + seed);
    Map<String, String> database = Map.of("uri", "jdbc:sqlite:" + own.resolve("catalog.db"));
    int ended = 0;
    try (FaultProxy proxy = FaultProxy.start(server.port(), seed, 0.15, Fault.values())) {
      Map<String, String> catalog = catalog(database, warehouse, proxy.port());
      catalog.put("http-client.apache.socket-timeout-ms", "1000");
      catalog.put("s3.retry.num-retries", "1");
      while (ended < 40 && !isComplete(catalog, proxy.port())) {
        ended++;
      }
      assertThat(proxy.faults()).isNotEmpty();
    }
    Map<String, String> catalog = catalog(database, warehouse, server.port());
    RegistrationResult last = registration(server.port()).catalog("jdbc", catalog).build().run();
    assertThat(last.commits()).as("after %d runs that ended", ended).isZero();
    assertThat(last.tableRows()).isEqualTo(ROWS);
    try (DefaultFileIO io = io(S3Server.properties(server.port()))) {
      List<String> files = new ArrayList<>(files(open(last, io), "1_2"));
      files.addAll(files(open(last, io), "10_2"));
      assertThat(files).hasSize(FILES).doesNotHaveDuplicates();
    }
  }

  private static boolean isComplete(Map<String, String> catalog, int port) {
    try {
      registration(port, Duration.ofSeconds(1)).catalog("jdbc", catalog).build().run();
      return true;
    } catch (IceRunnerException e) {
      return false;
    }
  }

  private static Map<String, String> catalog(
      Map<String, String> database, String warehouse, int port) {
    Map<String, String> catalog = new HashMap<>(S3Server.properties(port));
    catalog.putAll(database);
    catalog.put("warehouse", warehouse);
    return catalog;
  }

  @Test
  void afterABatchThatCannotBeReadTheNextRunGoesOn() throws Exception {
    Path bad = server.bucket("lake").resolve("daily/tile=1_2/year=1995/month=7/part.parquet");
    byte[] good = Files.readAllBytes(bad);
    var time = Files.getLastModifiedTime(bad);
    Files.delete(bad);
    try {
      IceRunnerException e =
          catchThrowableOfType(
              IceRunnerException.class,
              () -> registration(server.port()).warehouse(own).build().run());
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(e).hasMessageContaining("tile=1_2/year=1995/month=7");
    } finally {
      Files.write(bad, good);
      Files.setLastModifiedTime(bad, time);
    }
    RegistrationResult rest = registration(server.port()).warehouse(own).build().run();
    assertThat(rest.unitsSkipped()).isPositive();
    assertThat(rest.files()).isEqualTo(FILES - rest.unitsSkipped());
    assertThat(rest.tableRows()).isEqualTo(ROWS);
  }

  private static DefaultFileIO io(Map<String, String> properties) {
    DefaultFileIO io = new DefaultFileIO();
    io.initialize(properties);
    return io;
  }

  private static Table open(RegistrationResult result, DefaultFileIO io) {
    return new BaseTable(new StaticTableOperations(result.metadataLocation(), io), "daily");
  }

  private static List<String> files(Table table, String tile) throws IOException {
    List<String> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().filter(Expressions.equal("tile", tile)).planFiles()) {
      tasks.forEach(task -> files.add(task.file().location()));
    }
    return files;
  }
}
