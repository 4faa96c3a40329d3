package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.icerunner.mirror.Mirror;
import io.icerunner.mirror.MirrorListener;
import io.icerunner.mirror.MirrorProgress;
import io.icerunner.mirror.MirrorStep;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mirror} and {@code verify} between a server and a folder. */
class MirrorCommandIT {
  @TempDir Path folder;

  private MirrorFixture fixture;

  @BeforeEach
  void start() {
    fixture = new MirrorFixture(folder);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private int run(String... args) {
    return fixture.run(args);
  }

  private String[] copy(String command, String table, String... more) {
    return fixture.copy(command, table, more);
  }

  @Test
  void aTableIsCopiedAndThenOnlyWhatIsNew() throws Exception {
    fixture.append("clicks");
    assertThat(run(copy("mirror", "/default.clicks", "-n", "copy.clicks", "--one-time")))
        .as(fixture::err)
        .isZero();
    assertThat(fixture.out())
        .contains("default.clicks", "copy.clicks", "rows in all", "(1 row)")
        .doesNotContain("failed");
    assertThat(fixture.err()).isEmpty();

    fixture.append("clicks");
    String[] again =
        copy("mirror", "/default.clicks", "-n", "copy.clicks", "--one-time", "-o", "json");
    assertThat(run(again)).as(fixture::err).isZero();
    JsonNode updated = fixture.lines().get(0);
    assertThat(updated.path("outcome").asText()).isEqualTo("updated");
    assertThat(updated.path("rows").asLong()).isEqualTo(10);
    assertThat(updated.path("table-rows").asLong()).isEqualTo(20);
    assertThat(updated.path("position").path("snapshot-id").asLong()).isNotZero();

    assertThat(run(again)).isZero();
    assertThat(fixture.lines()).hasSize(1);
    assertThat(fixture.lines().get(0).path("outcome").asText()).isEqualTo("unchanged");
    assertThat(fixture.lines().get(0).path("commits").asInt()).isZero();
    assertThat(fixture.rowsOf("copy.clicks")).isEqualTo(20);
  }

  @Test
  void allTablesThatFitAreCopiedUnderNamesOfTheTemplate() throws Exception {
    fixture.append("sales.orders");
    fixture.append("sales.items");
    fixture.append("sales.scratch");
    fixture.append("other.things");

    assertThat(
            run(
                copy(
                    "mirror",
                    "",
                    "--include",
                    "sales.*",
                    "--exclude",
                    "*.scratch",
                    "--name-template",
                    "lake.{namespace}_{table}",
                    "--one-time",
                    "-o",
                    "json")))
        .as(fixture::err)
        .isZero();
    assertThat(fixture.lines().stream().map(line -> line.path("target").asText()))
        .containsExactly("lake.sales_items", "lake.sales_orders");
    assertThat(fixture.rowsOf("lake.sales_orders")).isEqualTo(10);
  }

  @Test
  void aTableThatFailsIsToldAndTheOthersAreCopied() throws Exception {
    fixture.append("sales.items");
    fixture.append("sales.orders");
    assertThat(run(copy("mirror", "/sales.items", "-n", "sales.orders", "--one-time"))).isZero();

    assertThat(run(copy("mirror", "", "--one-time"))).isEqualTo(1);
    assertThat(fixture.err())
        .contains("icerunner: sales.orders: ", "sales.items")
        .doesNotContain("\tat ");
    assertThat(fixture.out()).contains("stopped", "updated", "(2 rows)");
    assertThat(run(copy("mirror", "", "--one-time", "-o", "json"))).isEqualTo(1);
    assertThat(fixture.lines().get(1).path("error").asText()).contains("sales.items");
    assertThat(fixture.lines().get(1).path("error-code").asText()).isNotEmpty();
    assertThat(fixture.rowsOf("sales.items")).isEqualTo(10);
  }

  @Test
  void wrongUsageIsTwoAndFailedWorkIsOneSentence() {
    assertThat(run("mirror")).isEqualTo(2);
    assertThat(fixture.err()).contains("no source", "no target", "Try: icerunner mirror --help");
    assertThat(run(copy("mirror", "", "-n", "a.b", "--key-columns", "id"))).isEqualTo(2);
    assertThat(fixture.err()).contains("a.b", "key columns");
    assertThat(run(copy("mirror", "", "-b", "0"))).isEqualTo(2);
    assertThat(run(copy("mirror", "", "--max-bytes-per-second", "fast"))).isEqualTo(2);
    assertThat(fixture.err()).contains("'fast' is no number of bytes");
    assertThat(run(copy("mirror", "", "--target", "grpc://127.0.0.1:1"))).isEqualTo(2);
    assertThat(run(copy("mirror", "", "--target-user", "ann"))).isEqualTo(2);
    assertThat(fixture.err()).contains("--target, which is missing");
    assertThat(run(copy("mirror", "", "--mode", "sideways"))).isEqualTo(2);
    assertThat(run(copy("verify", "", "--one-time"))).isEqualTo(2);
    assertThat(fixture.target()).doesNotExist();

    String[] unreachable = copy("mirror", "", "--one-time", "--patience", "0s");
    fixture.close();
    assertThat(run(unreachable)).isEqualTo(1);
    assertThat(fixture.err()).contains("icerunner: Cannot").doesNotContain("\tat ");
  }

  @Test
  void aSecretIsAskedForAndNeverShown() throws Exception {
    try (LoginServer login = new LoginServer()) {
      String[] asks = logIn(login, "--password");
      assertThat(withInput("sesame\n", asks)).as(fixture::err).isZero();
      assertThat(fixture.lines().get(0).path("rows").asLong()).isEqualTo(3);
      assertThat(withInput("sesame\n", asks)).as(fixture::err).isZero();
      assertThat(fixture.lines().get(0).path("outcome").asText()).isEqualTo("unchanged");

      assertThat(withInput("guess\n", asks)).isEqualTo(1);
      assertThat(fixture.err()).doesNotContain("guess").doesNotContain("\tat ");
      assertThat(withInput("", asks)).isEqualTo(2);
      assertThat(run(logIn(login))).isEqualTo(2);
      assertThat(fixture.err()).contains("--password", "$ICERUNNER_SOURCE_PASSWORD");
      for (String[] shown :
          List.of(logIn(login, "--password", "sesame"), logIn(login, "--password=sesame"))) {
        assertThat(run(shown)).isEqualTo(2);
        assertThat(fixture.err()).contains("--password").doesNotContain("sesame");
      }
    }
  }

  private String[] logIn(LoginServer login, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "mirror",
                "-s",
                login.uri() + "/prices",
                "-w",
                fixture.target().toString(),
                "--one-time"));
    args.addAll(List.of("--user", "ann", "-o", "json"));
    args.addAll(List.of(more));
    return args.toArray(new String[0]);
  }

  private int withInput(String text, String... args) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try {
      return run(args);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  @Timeout(60)
  void oneRunEndsWhenItIsStopped() {
    fixture.append("clicks");
    StopSignal stop = new StopSignal();
    long[] requested = {0};
    StringWriter err = new StringWriter();
    MirrorProgressText progress = new MirrorProgressText(new PrintWriter(err, true), 0, () -> 0);
    Mirror slow =
        Mirror.builder()
            .source(fixture.uri())
            .warehouse(fixture.target())
            .maxRowsPerSecond(1)
            .listener(
                new MirrorListener() {
                  @Override
                  public void progress(MirrorProgress progress) {
                    if (progress.step() == MirrorStep.SOURCE_KNOWN) {
                      requested[0] = System.nanoTime();
                      stop.request();
                    }
                  }
                })
            .build();

    assertThat(new MirrorLoop(slow, stop, progress).once()).isZero();

    assertThat(System.nanoTime() - requested[0]).isLessThan(TimeUnit.SECONDS.toNanos(5));
    assertThat(err.toString()).contains(StopSignal.GOES_ON);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(run(copy("mirror", "", "--one-time", "-o", "json"))).as(fixture::err).isZero();
    assertThat(fixture.out()).contains("\"table-rows\":10");
  }

  @Test
  @Timeout(120)
  void aMirrorGoesOnUntilItIsStopped() throws Exception {
    try (LoginServer login = new LoginServer()) {
      Process process =
          start(
              "mirror",
              "-s",
              login.uri(),
              "-w",
              fixture.target().toString(),
              "-i",
              "200ms",
              "-o",
              "json",
              "--user",
              "ann");
      try (BufferedReader stdout = reader(process.getInputStream());
          BufferedReader stderr = reader(process.getErrorStream())) {
        JsonNode first = new ObjectMapper().readTree(stdout.readLine());
        assertThat(first.path("rows").asLong()).isEqualTo(3);
        JsonNode second = new ObjectMapper().readTree(stdout.readLine());
        assertThat(second.path("outcome").asText()).isEqualTo("unchanged");

        long start = System.nanoTime();
        process.toHandle().destroy();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
        assertThat(stderr.lines().reduce("", (a, b) -> a + "\n" + b))
            .contains(StopSignal.GOES_ON)
            .doesNotContain("\tat ");
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static BufferedReader reader(InputStream stream) {
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
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("ICERUNNER_SOURCE_PASSWORD", "sesame");
    return builder.start();
  }
}
