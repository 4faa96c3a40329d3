package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestUnitsTest {
  @TempDir Path temporary;
  private SourceFolder lake;

  @BeforeEach
  void makeSource() throws IOException {
    lake = new SourceFolder(Files.createDirectories(temporary.resolve("lake")));
  }

  @AfterEach
  void closeStore() {
    lake.close();
  }

  @Test
  void namesFoldersByTheLeadingKeysOfThePath() {
    lake.with(
        "tile=1_2/year=1994/month=1/part.parquet",
        "tile=1_2/year=1994/month=1/.part.parquet.crc",
        "tile=1_2/year=1994/month=2/a.parquet",
        "tile=1_2/year=1994/month=2/b.PARQUET",
        "tile=1_2/year=1994/month=10/part.parquet");
    UnitSource source = lake.manifest("rows,year,note,month,tile\n5,1994,x,2,1_2\n7,1994,,1,1_2\n");

    assertThat(source.units())
        .containsExactly(
            new Unit("tile=1_2/year=1994/month=1", 7L), new Unit("tile=1_2/year=1994/month=2", 5L));
    UnitFiles first = source.files(new Unit("tile=1_2/year=1994/month=1", 7L));
    assertThat(lake.paths(first)).containsExactly("tile=1_2/year=1994/month=1/part.parquet");
    assertThat(first.passedOver()).isEqualTo(1);
    assertThat(first.files().get(0).size()).isEqualTo(4);
    assertThat(lake.paths(source.files(new Unit("tile=1_2/year=1994/month=2", 5L))))
        .containsExactly(
            "tile=1_2/year=1994/month=2/a.parquet", "tile=1_2/year=1994/month=2/b.PARQUET");
  }

  @Test
  void takesFewerColumnsThanThereAreKeys() {
    lake.with("tile=1/year=1/part.parquet", "tile=1/year=2/part.parquet", "tile=10/year=1/p.pq");
    UnitSource source = lake.manifest("TILE,rows\n1,5\n");

    assertThat(source.units()).containsExactly(new Unit("tile=1", 5L));
    assertThat(lake.paths(source.files(new Unit("tile=1", 5L))))
        .containsExactly("tile=1/year=1/part.parquet", "tile=1/year=2/part.parquet");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "year,rows   | [year, rows]",
        "tile,month,rows | [tile, month, rows]",
        "region,rows | [region, rows]"
      })
  void refusesColumnsThatAreNotTheLeadingKeys(String header, String columns) {
    lake.with("tile=1/year=2/month=3/part.parquet");
    UnitSource source =
        lake.manifest(header + "\n" + "1,".repeat(header.split(",").length - 1) + "1\n");

    assertThatThrownBy(source::units)
        .hasMessageContaining("the columns that identify a unit must be the leading Hive keys")
        .hasMessageContaining("The manifest has the columns " + columns)
        .hasMessageContaining(
            "the paths have the keys [tile, year, month], as in tile=1/year=2/month=3/part.parquet");
  }

  @Test
  void takesTheColumnsThatAreSaidToBeKeys() {
    lake.with("tile=1/year=2/month=3/part.parquet");
    Path manifest = lake.write("../done.csv", "tile,month,n\n1,3,5\n");
    UnitSource source =
        UnitSources.manifest(
            lake.store(),
            lake.location(),
            new ManifestOptions(manifest.toString(), List.of("tile"), "n", null),
            SourceFolder.NO_PARQUET);

    assertThat(source.units()).containsExactly(new Unit("tile=1", 5L));
  }

  @Test
  void refusesASourceWhoseFoldersAreNoKeys() {
    lake.with("daily/tile=1/part.parquet");

    assertThatThrownBy(() -> lake.manifest("tile,rows\n1,1\n").units())
        .hasMessageContaining(
            "they are folders such as key=value directly below the source, but a data file of file://"
                + lake.location()
                + " is daily/tile=1/part.parquet");
  }

  @Test
  void saysThatThereIsNoDataYet() {
    lake.with("tile=1/part.parquet.tmp");

    assertThatThrownBy(() -> lake.manifest("tile,rows\n1,1\n").units())
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("there is no data file among the first 1 files below the source");
  }

  @Test
  void looksAtNoSourceForAManifestWithoutRows() {
    assertThat(lake.manifest("tile,rows\n").units()).isEmpty();
    assertThat(lake.manifest("done.json", "", null).units()).isEmpty();
    assertThat(lake.manifest("done.json", "[]", null).units()).isEmpty();
  }

  @Test
  void countsARowThatIsThereTwiceOnce() {
    lake.with("tile=1/part.parquet");

    assertThat(lake.manifest("tile,rows\n1,5\n1,5\n").units())
        .containsExactly(new Unit("tile=1", 5L));
  }

  @Test
  void refusesAUnitWithTwoCounts() {
    lake.with("tile=1/part.parquet");

    assertThatThrownBy(() -> lake.manifest("tile,rows\n1,5\n2,5\n1,6\n").units())
        .hasMessageEndingWith(
            "done.csv: unit tile=1 is there twice: line 2 says 5 rows and line 4 says 6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1   | \"rows\" is \"-1\", but a row count is an integer from 0",
        "x    | \"rows\" is \"x\", but a row count is an integer from 0",
        "5.0  | \"rows\" is \"5.0\", but a row count is an integer from 0",
        "99999999999999999999 | \"rows\" is \"99999999999999999999\", but a row count is an integer from 0",
        "''   | \"rows\" is missing"
      })
  void refusesRowCountsThatAreNone(String rows, String reason) {
    lake.with("tile=1/part.parquet");

    assertThatThrownBy(() -> lake.manifest("tile,rows\n1,5\n2," + rows + "\n").units())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageEndingWith("done.csv: line 3: " + reason);
  }

  @Test
  void namesTheColumnsOfAManifestWithoutRowCounts() {
    assertThatThrownBy(() -> lake.manifest("tile,n\n1,5\n").units())
        .hasMessageEndingWith(
            "done.csv: it has no column \"rows\" for row counts; it has [tile, n]");
  }

  @Test
  void hintsAtPaddingWhenAFolderIsEmpty() {
    lake.with("tile=1_2/year=1994/month=01/part.parquet");
    UnitSource source = lake.manifest("tile,year,month,rows\n1_2,1994,1,5\n");
    Unit unit = source.units().get(0);

    assertThatThrownBy(() -> source.files(unit))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("Cannot register unit tile=1_2/year=1994/month=1 of the manifest")
        .hasMessageContaining("done.csv, line 2: it has 5 rows there, but no data file is below")
        .hasMessageContaining("/lake/tile=1_2/year=1994/month=1 (near it is")
        .hasMessageContaining("tile=1_2/year=1994/month=01/part.parquet; are zeros padded");
  }

  @Test
  void namesWhatWasPassedOverInAFolderWithoutData() {
    lake.with("tile=1/part.parquet", "tile=2/part.parquet.tmp");
    lake.write("tile=2/x.parquet", "");
    UnitSource source = lake.manifest("tile,rows\n2,5\n3,0\n");

    assertThatThrownBy(() -> source.files(source.units().get(0)))
        .hasMessageContaining(
            "tile=2 but 2 files that are hidden, temporary, empty or not named .parquet, such as tile=2/");
    assertThat(source.files(source.units().get(1)).files()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a b              | p=a b",
        "a b              | p=a%20b",
        "a%20b            | p=a%20b",
        "11/12/13         | p=11%2F12%2F13",
        "a+b              | p=a+b",
        "a+b              | p=a%2Bb",
        "日                | p=日",
        "日                | p=%E6%97%A5",
        "100%             | p=100%",
        "100%             | p=100%25",
        "12:30            | p=12%3A30",
        "12:30            | p=12:30",
        "a=b              | p=a=b",
        "a=b              | p=a%3Db",
        "__HIVE_DEFAULT_PARTITION__ | p=__HIVE_DEFAULT_PARTITION__",
        "NULL             | p=__HIVE_DEFAULT_PARTITION__",
        "EMPTY            | p=__HIVE_DEFAULT_PARTITION__",
        "EMPTY            | p="
      })
  void findsFoldersOfAnyEncoding(String value, String folder) {
    lake.with(folder + "/part.parquet", "p=x/part.parquet");
    String cell = value.equals("NULL") ? "" : value.equals("EMPTY") ? "\"\"" : value;
    UnitSource source = lake.manifest("p,rows\n" + cell + ",5\nx,1\n");

    assertThat(source.units()).contains(new Unit(folder, 5L), new Unit("p=x", 1L));
    assertThat(lake.paths(source.files(new Unit(folder, 5L))))
        .containsExactly(folder + "/part.parquet");
  }

  @Test
  void learnsTheEncodingOnceAndNamesAFolderInAnother() {
    lake.with("p=a%20b/part.parquet", "p=c%20d/part.parquet", "p=e f/part.parquet");
    UnitSource source = lake.manifest("p,rows\na b,1\nc d,2\ne f,3\n");

    List<Unit> units = source.units();

    assertThat(units)
        .containsExactly(new Unit("p=a%20b", 1L), new Unit("p=c%20d", 2L), new Unit("p=e%20f", 3L));
    assertThatThrownBy(() -> source.files(units.get(2)))
        .hasMessageContaining(
            "(there are some below p=e f: the paths of the source are encoded in more than one way)");
  }

  @Test
  void takesFilesThatTheManifestNames() {
    lake.with("k=1/a.parquet", "k=1/b.parquet", "k=1/unfinished.parquet", "k=2/c.data");
    UnitSource source =
        lake.manifest(
            "done.json",
            "[{\"k\": 1, \"rows\": 5, \"files\": [\"k=1/b.parquet\", \"./k=1/a.parquet\"]},"
                + " {\"k\": 2, \"rows\": 6, \"files\": \""
                + lake.location()
                + "/k=2/c.data\"}]",
            "files");

    List<Unit> units = source.units();

    assertThat(units).containsExactly(new Unit("k=1", 5L), new Unit("k=2", 6L));
    assertThat(lake.paths(source.files(units.get(0))))
        .containsExactly("k=1/a.parquet", "k=1/b.parquet");
    assertThat(lake.paths(source.files(units.get(1)))).containsExactly("k=2/c.data");
  }

  @Test
  void addsTheCountsOfRowsThatNameOneFileEach() {
    lake.with("k=1/a.parquet", "k=1/b.parquet");
    UnitSource source =
        lake.manifest(
            "f.csv", "k,f,rows\n1,k=1/a.parquet,2\n1,k=1/b.parquet,3\n1,k=1/a.parquet,2\n", "f");

    assertThat(source.units()).containsExactly(new Unit("k=1", 5L));
    assertThat(source.files(new Unit("k=1", 5L)).files()).hasSize(2);
  }

  @Test
  void makesFilesUnitsWhereNoColumnIsAKey() {
    lake.with("x/a.parquet", "k=1/b.parquet");
    UnitSource source = lake.manifest("f.csv", "f,rows\nx/a.parquet,2\nk=1/b.parquet,3\n", "f");

    assertThat(source.units())
        .containsExactly(new Unit("k=1/b.parquet", 3L), new Unit("x/a.parquet", 2L));
    assertThat(lake.paths(source.files(new Unit("x/a.parquet", 2L))))
        .containsExactly("x/a.parquet");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{`k`: 2, `f`: `k=1/a.parquet`}       | row 1: the file k=1/a.parquet is not in the folder of the unit k=2",
        "{`k`: 1, `f`: `../a.parquet`}        | row 1: it is not below the source",
        "{`k`: 1, `f`: []}                    | row 1: \"f\" names no file",
        "{`f`: [`k=1/a.pq`, `k=1/b.pq`]}      | row 1: it names 2 files of one unit, but no column identifies the unit",
      })
  void refusesFilesThatAreNotTheUnits(String row, String reason) {
    String text = row.replace('`', '"').replace("}", ", \"rows\": 1}");
    UnitSource source = lake.manifest("f.json", text, "f");

    assertThatThrownBy(source::units)
        .isInstanceOf(IceRunnerException.class)
        .satisfies(
            e -> {
              for (String part : reason.split(": ", 2)) {
                assertThat(e).hasMessageContaining(part);
              }
            });
  }

  @Test
  void refusesNamedFilesThatAreMissingOrEmpty() {
    lake.write("k=1/a.parquet", "");
    UnitSource source =
        lake.manifest("f.csv", "k,f,rows\n1,k=1/a.parquet,2\n2,k=2/b.parquet,3\n", "f");
    List<Unit> units = source.units();

    assertThatThrownBy(() -> source.files(units.get(0)))
        .hasMessageContaining("f.csv, line 2 names it, but it is empty");
    assertThatThrownBy(() -> source.files(units.get(1)))
        .hasMessageContaining("/lake/k=2/b.parquet: ")
        .hasMessageContaining("f.csv, line 3 names it, but there is no such file");
  }

  @Test
  void saysWhatManifestIsMissing() {
    UnitSource source =
        UnitSources.manifest(
            lake.store(),
            lake.location(),
            ManifestOptions.of(temporary + "/none.csv"),
            SourceFolder.NO_PARQUET);

    assertThatThrownBy(source::units)
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("none.csv");
  }

  @Test
  void isNoDataFileItselfWhereItLiesInTheSource() {
    lake.with("tile=1/part.parquet");
    Path manifest = lake.write("aaa.csv.parquet.json", "{\"tile\": 1, \"rows\": 3}");
    UnitSource source =
        UnitSources.manifest(
            lake.store(),
            lake.location() + "/.",
            ManifestOptions.of("file:" + manifest),
            SourceFolder.NO_PARQUET);

    assertThat(source.units()).containsExactly(new Unit("tile=1", 3L));
  }

  @Test
  void readsAManifestThatIsReplacedMeanwhileAsAWhole() throws Exception {
    lake.with("tile=0/part.parquet");
    UnitSource source = lake.manifest(versionOf(1));
    Path manifest = temporary.resolve("manifests/done.csv");
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              for (int version = 2; !stop.get(); version++) {
                Path next = lake.write("../manifests/next", versionOf(version));
                try {
                  Files.move(next, manifest, StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    int read = 0;
    for (int i = 0; i < 30; i++) {
      try {
        assertThat(source.units().stream().map(Unit::rows).distinct()).hasSize(1);
        assertThat(source.units()).hasSize(500);
        read++;
      } catch (IceRunnerException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      }
    }
    stop.set(true);
    producer.join();

    assertThat(read).isPositive();
  }

  /** Every unit has as many rows as the version says. */
  private static String versionOf(int version) {
    StringBuilder csv = new StringBuilder("tile,rows\n");
    for (int tile = 0; tile < 500; tile++) {
      csv.append(tile).append(',').append(version).append('\n');
    }
    return csv.toString();
  }

  @Test
  void readsThousandsOfRowsInAMoment() {
    lake.with("tile=0/month=0/part.parquet");
    StringBuilder csv = new StringBuilder("tile,month,rows\n");
    for (int i = 0; i < 100_000; i++) {
      csv.append(i / 12).append(',').append(i % 12).append(",4464\n");
    }
    UnitSource source = lake.manifest(csv.toString());
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();

    List<Unit> units = source.units();

    assertThat(units).hasSize(100_000);
    assertThat((threads.getCurrentThreadCpuTime() - start) / 1_000_000)
        .as("milliseconds of work")
        .isLessThan(5_000);
  }
}
