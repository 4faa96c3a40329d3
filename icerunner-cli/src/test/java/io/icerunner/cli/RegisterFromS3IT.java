package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a job runs it: a process with its credentials in the environment. */
class RegisterFromS3IT {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "AWS_ACCESS_KEY_ID",
          S3Server.KEY,
          "AWS_SECRET_ACCESS_KEY",
          S3Server.SECRET,
          "AWS_REGION",
          "tile-land-7",
          "AWS_EC2_METADATA_DISABLED",
          "true");

  private record Ended(int code, String out, String err) {}

  @TempDir static Path folder;
  @TempDir Path own;
  private static S3Server server;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.start(folder);
    S3Lake lake = new S3Lake(server.bucket("lake"));
    lake.year("1_2", 1994);
    lake.manifest();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private Ended register(Map<String, String> environment, String source) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            IceRunnerMain.class.getName(),
            "register",
            "--source",
            source,
            "--manifest",
            "s3://lake/manifest.parquet",
            "-n",
            "climate.daily",
            "-w",
            own.resolve("w").toString(),
            "-P",
            "s3.endpoint=http://127.0.0.1:" + server.port(),
            "-P",
            "s3.path-style-access=true");
    command.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    command.environment().put("HOME", own.toString());
    command.environment().putAll(environment);
    Path out = own.resolve("out");
    Path err = own.resolve("err");
    Process process = command.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    int code = process.waitFor();
    return new Ended(code, text(out), text(err));
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  @Test
  void theEnvironmentsCredentialsAreUsed() throws Exception {
    Ended ended = register(ENVIRONMENT, "s3://lake/daily");
    assertThat(ended.err()).doesNotContain("Exception").doesNotContain("WARN S3");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("12 registered").contains("480 in 1 commits");

    // The table is in a folder, its files are in the bucket: what metadata tell is told.
    assertThat(query("SELECT count(*) AS n FROM climate.daily")).isEqualTo("n\n480\n");
    assertThat(query("SELECT max(tmax) AS t FROM climate.daily"))
        .contains("s3://lake/daily/tile=1_2/year=1994/month=")
        .contains("serving tables on object stores comes later");
  }

  private String query(String sql) {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out, true);
    String warehouse = own.resolve("w").toString();
    int code = IceRunnerMain.run(printer, printer, "sql", sql, "-w", warehouse, "-o", "csv");
    assertThat(code).isLessThan(2);
    return out.toString();
  }

  @Test
  void whatTheStoreDeniesIsOneLine() throws Exception {
    Map<String, String> noKeys = new HashMap<>(ENVIRONMENT);
    noKeys.keySet().removeAll(List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"));
    Ended ended = register(noKeys, "s3://lake/daily");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("s3://lake/").contains("there are no credentials");
    assertThat(ended.err()).doesNotContain("\tat ");

    Map<String, String> wrong = new HashMap<>(ENVIRONMENT);
    wrong.put("AWS_SECRET_ACCESS_KEY", "guessed");
    assertThat(register(wrong, "s3://lake/daily").err())
        .contains("s3://lake/")
        .contains("the store denies it")
        .doesNotContain("\tat ");
  }

  @Test
  void aRegionIsAskedFor() throws Exception {
    Map<String, String> noRegion = new HashMap<>(ENVIRONMENT);
    noRegion.remove("AWS_REGION");
    Ended ended = register(noRegion, "s3://lake/daily");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("there is no region: set client.region or AWS_REGION");
  }
}
