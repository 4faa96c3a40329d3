package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code register} on folders of real files. */
class RegisterCommandIT {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return IceRunnerMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  private String[] register(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "register",
                "--source",
                folder.resolve("lake").toString(),
                "-n",
                "climate.daily",
                "-w",
                folder.resolve("warehouse").toString()));
    if (List.of(more).contains("--source")) {
      args.subList(1, 3).clear();
    }
    args.addAll(List.of(more));
    return args.toArray(new String[0]);
  }

  private void part(String path, int rows) throws SQLException, IOException {
    Path file = folder.resolve("lake").resolve(path);
    Files.createDirectories(file.getParent());
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i, i / 2.0 AS v FROM range(%s) r(i)) TO '%s' (FORMAT parquet)"
              .formatted(rows, file));
    }
  }

  private String manifest(String rows) throws IOException {
    return Files.writeString(folder.resolve("done.csv"), "tile,month,rows\n" + rows).toString();
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void whatIsNewIsRegisteredAndTold() throws Exception {
    part("tile=1/month=1/a.parquet", 3);
    part("tile=1/month=2/a.parquet", 4);
    Files.writeString(folder.resolve("lake/tile=1/month=2/_SUCCESS"), "");
    String manifest = manifest("1,1,3\n1,2,4\n");

    assertThat(run(register("--manifest", manifest))).as(err::toString).isZero();
    assertThat(out.toString())
        .containsSubsequence(
            "table       climate.daily\n",
            "units       2 registered, 0 in the table before\n",
            "files       2 (",
            "passed over 1 files that are no data\n",
            "rows        7 in 1 commits\n",
            "now         2 units, 7 rows\n",
            "metadata    file://",
            ".metadata.json\n");

    assertThat(run(register("--manifest", manifest, "-o", "json"))).isZero();
    assertThat(json().path("units").asInt()).isZero();
    assertThat(json().path("skipped").asInt()).isEqualTo(2);
    assertThat(json().path("table-rows").asInt()).isEqualTo(7);
    Path metadata = Path.of(json().path("metadata").asText().substring("file://".length()));
    assertThat(metadata).isRegularFile();
    assertThat(
            run(
                "sql",
                "SELECT tile, month, sum(i) AS s FROM climate.daily GROUP BY ALL ORDER BY ALL",
                "-w",
                folder.resolve("warehouse").toString(),
                "-o",
                "csv"))
        .isZero();
    assertThat(out.toString()).isEqualTo("tile,month,s\n1,1,3\n1,2,6\n");
  }

  @Test
  void otherSourcesOfTruthAndShapesOfTheTableAreChosen() throws Exception {
    part("tile=01/month=1/a.parquet", 3);
    part("tile=02/month=1/a.parquet", 4);
    Files.writeString(folder.resolve("lake/tile=02/_SUCCESS"), "");
    Path list = Files.writeString(folder.resolve("list"), "# one\ntile=01/month=1/a.parquet\n");

    assertThat(
            run(
                register(
                    "--marker",
                    "-o",
                    "json",
                    "--partition",
                    "tile, month",
                    "--type",
                    "tile=string")))
        .as(err::toString)
        .isZero();
    assertThat(json().path("rows").asInt()).isEqualTo(4);

    assertThat(run(register("--files-from", list.toString(), "-o", "json")))
        .as(err::toString)
        .isZero();
    assertThat(json().path("table-rows").asInt()).isEqualTo(7);
    assertThat(
            run(
                "sql",
                "SELECT DISTINCT tile FROM climate.daily ORDER BY 1",
                "-w",
                folder.resolve("warehouse").toString(),
                "-o",
                "csv"))
        .isZero();
    assertThat(out.toString()).isEqualTo("tile\n01\n02\n");
  }

  @Test
  void aFileIsRegisteredOnceHoweverItsPathIsSpelled() throws Exception {
    part("tile=1/month=1/a.parquet", 3);
    part("tile=1/month=1/B.PARQUET", 4);
    String lake = folder.resolve("lake").toString();
    Path list =
        Files.writeString(
            folder.resolve("list"),
            "%1$s/tile=1/month=1/a.parquet\nfile:%1$s/tile=1/month=1/a.parquet\n./tile=1//month=1/B.PARQUET\n"
                .formatted(lake));
    List<String> spellings =
        List.of(lake, "file:" + lake, "file://" + lake + "/", lake + "/./x/../", lake + "//");

    for (String spelling : spellings) {
      assertThat(run(register("--files-from", list.toString(), "-o", "json", "--source", spelling)))
          .as(err::toString)
          .isZero();
      assertThat(json().path("table-rows").asInt()).isEqualTo(7);
      assertThat(json().path("commits").asInt()).isEqualTo(spelling.equals(lake) ? 1 : 0);
    }
  }

  @Test
  void aDryRunCommitsNothingAndExplains() throws Exception {
    part("tile=1/month=1/a.parquet", 3);

    assertThat(run(register("--quiet", "0s", "--dry-run", "--explain"))).as(err::toString).isZero();
    assertThat(out.toString())
        .contains("dry run: nothing was committed", "rows        3", "tile", "month");

    assertThat(run(register("--quiet", "0s", "-o", "json"))).isZero();
    assertThat(json().path("units").asInt()).isEqualTo(1);
  }

  @Test
  void withoutConfigurationItTellsHowToConfigureIt() {
    assertThat(run("register")).isZero();
    assertThat(out.toString())
        .contains("--source=URI", "--manifest=URI", "ICERUNNER_SOURCE", "Example:");
    assertThat(run("register", "--help")).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void wrongUsageIsTwoAndFailedWorkIsOneSentence() throws Exception {
    part("tile=1/month=1/a.parquet", 3);

    assertThat(run("register", "--source", "x")).isEqualTo(2);
    assertThat(err.toString())
        .contains("no table", "no catalog", "no source of truth", "Try: icerunner register --help")
        .doesNotContain("--batch-files");
    assertThat(run(register("--quiet", "5 parsecs"))).isEqualTo(2);
    assertThat(err.toString()).contains("'5 parsecs' is no duration");
    assertThat(run(register("--quiet", "--marker"))).isEqualTo(2);
    assertThat(err.toString()).contains("more than one source of truth");
    assertThat(run(register("--quiet", "--on-change", "maybe"))).isEqualTo(2);
    assertThat(run(register("--quiet", "--type", "tile=number"))).isEqualTo(2);
    assertThat(err.toString()).contains("tile=number");

    assertThat(run(register("--manifest", manifest("1,1,4\n")))).isEqualTo(1);
    assertThat(err.toString()).contains("tile=1/month=1", "4 rows").doesNotContain("\tat ");
    assertThat(run(register("--manifest", folder + "/none.csv"))).isEqualTo(1);
    assertThat(err.toString()).contains("none.csv").doesNotContain("\tat ");
  }

  @Test
  @Timeout(120)
  void watchGoesOnOverPassingFailuresUntilItIsStopped() throws Exception {
    Process process =
        start(register("--manifest", folder + "/done.csv", "--watch", "200ms", "-o", "json"));
    try (BufferedReader stdout = reader(process.getInputStream());
        BufferedReader stderr = reader(process.getErrorStream())) {
      // A new JVM has warnings of its own to tell first.
      String told = stderr.readLine();
      while (told != null && !told.contains("trying again")) {
        told = stderr.readLine();
      }
      assertThat(told).contains("trying again", "done.csv");
      part("tile=1/month=1/a.parquet", 3);
      part("tile=1/month=2/a.parquet", 4);
      moveManifest("1,1,3\n");
      assertThat(nextWithUnits(stdout).path("table-rows").asInt()).isEqualTo(3);
      moveManifest("1,1,3\n1,2,4\n");
      assertThat(nextWithUnits(stdout).path("table-rows").asInt()).isEqualTo(7);

      process.toHandle().destroy();

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(stderr.lines().reduce("", (a, b) -> a + "\n" + b))
          .contains("stopped; the next run goes on from here");
    } finally {
      process.destroyForcibly();
    }
  }

  /** As producers do: written beside and renamed. */
  private void moveManifest(String rows) throws IOException {
    Path written = Files.writeString(folder.resolve("new"), "tile,month,rows\n" + rows);
    Files.move(
        written,
        folder.resolve("done.csv"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private static JsonNode nextWithUnits(BufferedReader lines) throws IOException {
    String line;
    while ((line = lines.readLine()) != null) {
      JsonNode row = new ObjectMapper().readTree(line);
      if (row.path("units").asInt() > 0) {
        return row;
      }
    }
    throw new AssertionError("the command ended");
  }

  private static BufferedReader reader(java.io.InputStream stream) {
    return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  private static Process start(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                IceRunnerMain.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).start();
  }
}
