package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.register.OnChange;
import io.icerunner.register.OnConflict;
import io.icerunner.register.OnSpan;
import io.icerunner.register.OnVanish;
import io.icerunner.register.Registration;
import io.icerunner.register.RegistrationBuilder;
import io.icerunner.register.RegistrationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lakes that other tools are known to get wrong: registered, and read by SQL. */
class RegisteredCasesIT {
  @TempDir private Path folder;

  private Path source() {
    return folder.resolve("lake");
  }

  private RegistrationBuilder registration() {
    return Registration.builder()
        .source(source())
        .quiet(Duration.ZERO)
        .warehouse(folder.resolve("warehouse"))
        .table("t");
  }

  private Path write(String name, String query) throws SQLException, IOException {
    Path file = source().resolve(name);
    Files.createDirectories(file.getParent());
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute(
          "COPY (" + query + ") TO '" + file.toString().replace("'", "''") + "' (FORMAT parquet)");
    }
    return file;
  }

  private Path copy(String shared, String name) throws IOException {
    Path from = SharedCases.folder(shared);
    assumeTrue(from, shared);
    Path file = source().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.copy(from, file);
  }

  private static void assumeTrue(@Nullable Path found, String shared) {
    Assumptions.assumeTrue(
        found != null, "skipped: ../shared/cases/data/" + shared + " is not there");
  }

  private List<String> query(String sql) throws InterruptedException {
    try (TestServer server = TestServer.start(folder.resolve("warehouse"))) {
      return server.get(sql);
    }
  }

  private static void refused(Supplier<RegistrationResult> run, String... texts) {
    assertThatThrownBy(run::get)
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContainingAll(texts);
  }

  @Test
  void theDefaultPartitionOfHiveIsNull() throws Exception {
    write("dt=__HIVE_DEFAULT_PARTITION__/n=1/a.parquet", "SELECT 1 AS x");
    write("dt=2024-01-01/n=__HIVE_DEFAULT_PARTITION__/a.parquet", "SELECT 2 AS x");
    registration().build().run();

    assertThat(query("SELECT x, n FROM t WHERE dt IS NULL")).containsExactly("1,1");
    assertThat(query("SELECT x FROM t WHERE n IS NULL AND dt = DATE '2024-01-01'"))
        .containsExactly("2");
  }

  @Test
  void valuesOfPathsAreDecoded() throws Exception {
    List<String> encoded = List.of("a%20b", "11%2F12%2F13", "a+b", "%E6%97%A5", "100%");
    for (int i = 0; i < encoded.size(); i++) {
      write("p=" + encoded.get(i) + "/a.parquet", "SELECT " + i + " AS x");
    }
    registration().build().run();

    assertThat(query("SELECT p FROM t ORDER BY x"))
        .containsExactly("a b", "11/12/13", "a+b", "日", "100%");
    assertThat(query("SELECT x FROM t WHERE p = 'a b'")).containsExactly("0");
  }

  @Test
  void twoFoldersOfOneValueAreBothRead() throws Exception {
    write("p=a b/a.parquet", "SELECT 1 AS x");
    write("p=a%20b/a.parquet", "SELECT 2 AS x");
    registration().build().run();

    assertThat(query("SELECT x FROM t WHERE p = 'a b' ORDER BY x")).containsExactly("1", "2");
  }

  @Test
  void leadingZerosStayAndTheDecisionIsKept() throws Exception {
    for (String hour : List.of("00", "07", "__HIVE_DEFAULT_PARTITION__")) {
      write("date=2023-01-23/hour=" + hour + "/version=1.10/a.parquet", "SELECT 1 AS x");
    }
    registration().build().run();
    assertThat(query("SELECT hour, date::VARCHAR, version FROM t ORDER BY hour NULLS LAST"))
        .containsExactly("00,2023-01-23,1.10", "07,2023-01-23,1.10", "null,2023-01-23,1.10");

    write("date=2023-01-24/hour=8/version=2/a.parquet", "SELECT 2 AS x");
    registration().build().run();
    assertThat(query("SELECT hour, version FROM t WHERE x = 2")).containsExactly("8,2");

    write("date=yesterday/hour=8/version=2/a.parquet", "SELECT 3 AS x");
    refused(() -> registration().build().run(), "date=yesterday/hour=8", "yesterday", "date");
  }

  @Test
  void aKeyThatComesLaterIsNotLostInSilence() throws Exception {
    write("dt=2024-01-01/run=1/a.parquet", "SELECT 1 AS x");
    registration().partitionBy(List.of("dt")).build().run();
    write("dt=2024-01-02/run=2/a.parquet", "SELECT 2 AS x");
    assertThat(registration().build().run().files()).isEqualTo(1);

    write("dt=2024-01-03/run=3/region=eu/a.parquet", "SELECT 3 AS x");
    refused(() -> registration().build().run(), "region=eu/a.parquet", "key region");
    assertThat(query("SELECT x FROM t ORDER BY x")).containsExactly("1", "2");
  }

  @Test
  void declaredTypesHold() throws Exception {
    write("hour=00/a.parquet", "SELECT 1 AS x");
    write("hour=7/a.parquet", "SELECT 2 AS x");
    registration().keyType("hour", Types.StringType.get()).build().run();

    assertThat(query("SELECT hour FROM t ORDER BY x")).containsExactly("00", "7");
  }

  @Test
  void filesOfDifferingSchemasAreUnitedByName() throws Exception {
    copy("altinity-ice/examples/schema-evolution/t.v1.parquet", "v1.parquet");
    registration().build().run();
    copy("altinity-ice/examples/schema-evolution/t.v2.parquet", "v2.parquet");
    registration().build().run();

    assertThat(query("SELECT count(*), count(toq), count(q), count(il), count(d), count(a) FROM t"))
        .containsExactly("6,3,3,6,3,0");
    assertThat(query("SELECT typeof(il) FROM t LIMIT 1")).containsExactly("BIGINT");
  }

  @Test
  void columnsAreNeverMatchedByPosition() throws Exception {
    write("a.parquet", "SELECT 1 AS a, 'x' AS b, 1.5::DOUBLE AS c");
    write("b.parquet", "SELECT 2.5::DOUBLE AS c, 'y' AS b, 2 AS a");
    write("c.parquet", "SELECT 'z' AS b");
    registration().build().run();

    assertThat(query("SELECT a, b, c FROM t ORDER BY b"))
        .containsExactly("1,x,1.5", "2,y,2.5", "null,z,null");
  }

  @Test
  void typesThatDoNotFitAreAllListed() throws Exception {
    write("a.parquet", "SELECT 1 AS a, 'x' AS b");
    write("b.parquet", "SELECT 'one' AS a, 2 AS b");
    refused(() -> registration().build().run(), "b.parquet", " a", " b");
  }

  @Test
  void timestampsOfEveryUnitAreRightOrRefused() throws Exception {
    write("us.parquet", "SELECT 1 AS x, TIMESTAMP '1969-12-31 23:59:59.123' AS moment");
    write("ms.parquet", "SELECT 2 AS x, TIMESTAMP_MS '2024-01-01 00:00:00.001' AS moment");
    registration().build().run();
    assertThat(query("SELECT x FROM t WHERE moment = TIMESTAMP '2024-01-01 00:00:00.001'"))
        .containsExactly("2");
    assertThat(query("SELECT x FROM t WHERE moment < TIMESTAMP '1970-01-01'")).containsExactly("1");

    Path ns =
        write(
            "ns.parquet", "SELECT 3 AS x, TIMESTAMP_NS '2024-01-01 00:00:00.000000001' AS moment");
    refused(() -> registration().build().run(), "ns.parquet", "moment");
    Files.delete(ns);
    write("plain.parquet", "SELECT 4 AS x, 1704067200000000 AS moment");
    refused(() -> registration().build().run(), "plain.parquet", "moment");
  }

  @Test
  void int96IsRefused() throws Exception {
    copy("parquet-testing/data/int96_from_spark.parquet", "a.parquet");
    refused(() -> registration().build().run(), "a.parquet", "INT96");
  }

  @Test
  void onlyDataFilesAreRegistered() throws Exception {
    write("a.parquet", "SELECT 1 AS x");
    write("B.PARQUET", "SELECT 2 AS x");
    for (String other :
        List.of("_SUCCESS", ".hidden.parquet", "_metadata", "a.parquet.crc", "c.parquet.tmp")) {
      Files.writeString(source().resolve(other), other.equals("_SUCCESS") ? "" : "text");
    }
    Files.createDirectories(source().resolve("_temporary/0"));
    Files.writeString(source().resolve("_temporary/0/d.parquet"), "text");
    Files.writeString(source().resolve("empty.parquet"), "");

    RegistrationResult result = registration().build().run();
    assertThat(result.files()).isEqualTo(2);
    assertThat(result.filesPassedOver()).isEqualTo(7);
    assertThat(query("SELECT x FROM t ORDER BY x")).containsExactly("1", "2");
  }

  @Test
  void aFileThatIsNoParquetFailsTheRunByName() throws Exception {
    write("a.parquet", "SELECT 1 AS x");
    Path whole = write("b.parquet", "SELECT range AS x FROM range(1000)");
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(whole, Arrays.copyOf(bytes, bytes.length - 10));
    refused(() -> registration().build().run(), "b.parquet");
    Files.writeString(whole, "this is text and no Parquet file");
    refused(() -> registration().build().run(), "b.parquet");
    assertThat(folder.resolve("warehouse/default/t")).doesNotExist();
  }

  @Test
  void runsAtOnceRegisterEachFileOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      write("p=" + i + "/a.parquet", "SELECT " + i + " AS x");
    }
    Registration registration = registration().batchFiles(3).build();
    List<CompletableFuture<RegistrationResult>> runs =
        List.of(
            CompletableFuture.supplyAsync(registration::run),
            CompletableFuture.supplyAsync(registration::run),
            CompletableFuture.supplyAsync(registration::run));
    long files = 0;
    for (CompletableFuture<RegistrationResult> run : runs) {
      files += run.get().files();
    }
    assertThat(files).isEqualTo(20);
    assertThat(query("SELECT count(*), count(DISTINCT x) FROM t")).containsExactly("20,20");
  }

  @Test
  void onePlaceSpelledInManyWaysIsOneSource() throws Exception {
    write("a.parquet", "SELECT 1 AS x");
    registration().build().run();
    String path = source().toAbsolutePath().toString();
    for (String spelled :
        List.of(
            path + "/", "file:" + path, "file://" + path + "/", path + "/./", path + "/../lake")) {
      RegistrationResult again = registration().source(spelled).build().run();
      assertThat(again.commits()).as(spelled).isZero();
      assertThat(again.tableRows()).isEqualTo(1);
    }
  }

  @Test
  void aFileThatWasRewrittenOrDeletedIsNoticed() throws Exception {
    Path file = write("a.parquet", "SELECT range AS x FROM range(3)");
    Path other = write("b.parquet", "SELECT 10 AS x");
    registration().build().run();
    write("a.parquet", "SELECT range AS x FROM range(5)");

    refused(() -> registration().build().run(), "a.parquet had", "bytes");
    RegistrationResult replaced = registration().onChange(OnChange.REPLACE).build().run();
    assertThat(replaced.unitsReplaced()).isEqualTo(1);
    assertThat(query("SELECT count(*), max(x) FROM t WHERE x < 10")).containsExactly("5,4");
    assertThat(query("SELECT x FROM t WHERE x = 4")).containsExactly("4");

    Files.delete(file);
    refused(() -> registration().build().run(), "a.parquet");
    registration().onVanish(OnVanish.REMOVE).build().run();
    assertThat(query("SELECT x FROM t")).containsExactly("10");
    assertThat(other).exists();
  }

  @Test
  void aFileThatIsBeingWrittenAgainIsNotGone() throws Exception {
    write("a.parquet", "SELECT 1 AS x");
    Path old = write("b.parquet", "SELECT 2 AS x");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    registration().build().run();
    write("a.parquet", "SELECT 3 AS x");

    RegistrationResult result =
        Registration.builder()
            .source(source())
            .quiet(Duration.ofHours(1))
            .warehouse(folder.resolve("warehouse"))
            .table("t")
            .build()
            .run();
    assertThat(result.commits()).isZero();
    assertThat(result.tableUnits()).isEqualTo(2);
  }

  @Test
  void nothingIsEverPutIntoTheSource() throws Exception {
    write("a.parquet", "SELECT 1 AS x");
    RegistrationBuilder plain =
        Registration.builder().source(source()).quiet(Duration.ZERO).table("t");
    assertThatThrownBy(() -> plain.warehouse(source().resolve("warehouse")).build())
        .hasMessageContaining("inside the source");

    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("inside", Map.of("warehouse", source().resolve("warehouse").toString()));
    RegistrationBuilder opened =
        Registration.builder().source(source()).quiet(Duration.ZERO).table("t").catalog(catalog);
    refused(() -> opened.build().run(), "inside the source");
  }

  @Test
  void aPathThatContradictsItsFileIsRefused() throws Exception {
    write("dt=2024-01-01/a.parquet", "SELECT 1 AS x, DATE '2024-01-02' AS dt");
    RegistrationBuilder byDate = registration().partitionBy(List.of("dt"));
    refused(() -> byDate.build().run(), "2024-01-01", "2024-01-02");

    byDate.onConflict(OnConflict.FILE_WINS).build().run();
    assertThat(query("SELECT x FROM t WHERE dt = DATE '2024-01-02'")).containsExactly("1");
  }

  @Test
  void aKeyThatDiffersInCaseIsRefused() throws Exception {
    write("DT=1/a.parquet", "SELECT 1 AS x, 1 AS dt");
    refused(() -> registration().build().run(), "DT", "dt", "case");
  }

  @Test
  void encryptedFilesAreRefusedAndUnknownAnnotationsPassedBy() throws Exception {
    Path encrypted =
        copy("parquet-testing/data/encrypt_columns_and_footer.parquet.encrypted", "a.parquet");
    refused(() -> registration().build().run(), "a.parquet", "encrypted");
    Files.delete(encrypted);
    copy("parquet-testing/data/unknown-logical-type.parquet", "b.parquet");
    assertThat(registration().build().run().rows()).isEqualTo(3);
  }

  @Test
  void aFileOfTwoPartitionsIsRefusedOrTakenByACoarserSpec() throws Exception {
    write(
        "a.parquet", "SELECT 1 AS x, DATE '2024-01-31' AS d UNION ALL SELECT 2, DATE '2024-02-01'");
    write("b.parquet", "SELECT 3 AS x, DATE '2024-02-02' AS d");
    RegistrationBuilder monthly = registration().partitionBy(List.of("month(d)"));
    refused(() -> monthly.build().run(), "a.parquet", "2024-01-31", "2024-02-01");
    assertThat(folder.resolve("warehouse/default/t")).doesNotExist();

    monthly.onSpan(OnSpan.COARSER).build().run();
    assertThat(query("SELECT x FROM t WHERE d >= DATE '2024-02-01' ORDER BY x"))
        .containsExactly("2", "3");
  }
}
