package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.server.IceRunnerServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command against a real server, and in process on its folder. */
class CommandLineIT {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private IceRunnerServer server;

  @BeforeEach
  void start() {
    server = IceRunnerServer.builder().warehouse(folder.resolve("w")).port(0).start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return IceRunnerMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  private String port() {
    return Integer.toString(server.port());
  }

  @Test
  void writtenRowsAreCountedAndQueried() {
    assertThat(run("write", "-p", port(), "-n", "clicks", "-i", "0", "--times", "3")).isZero();
    assertThat(out.toString()).contains("clicks: 30 rows written, snapshot ");

    assertThat(run("read", "-p", port(), "-n", "clicks", "-i", "0", "--times", "2")).isZero();
    assertThat(out.toString()).contains("clicks: 30 rows (+0)");

    assertThat(run("sql", "SELECT count(*) AS n FROM clicks", "-p", port(), "-o", "json")).isZero();
    assertThat(out.toString()).isEqualTo("{\"n\":30}\n");

    assertThat(run("list", "-p", port(), "-o", "csv")).isZero();
    assertThat(out.toString()).contains("default.clicks,30,");

    assertThat(run("snapshots", "clicks", "-p", port(), "-o", "json")).isZero();
    assertThat(out.toString().lines()).hasSize(3).allMatch(line -> line.contains("snapshot"));

    assertThat(run("describe", "clicks", "-p", port())).isZero();
    assertThat(out.toString()).contains("30 rows").contains("country").contains("Utf8");
  }

  @Test
  void filesAreLoadedIntoATable() throws IOException {
    Path csv = Files.writeString(folder.resolve("odd [1] name.csv"), "id,name\n1,a\n2,\n3,c\n");
    assertThat(run("load", csv.toString(), "-n", "ns.loaded", "-p", port(), "-o", "json")).isZero();
    assertThat(out.toString()).contains("\"rows\":3");
    assertThat(run("sql", "SELECT sum(id) AS s FROM ns.loaded", "-p", port(), "-o", "csv"))
        .isZero();
    assertThat(out.toString()).isEqualTo("s\n6\n");
  }

  @Test
  void aFolderIsQueriedInProcess() {
    assertThat(run("write", "-p", port(), "-n", "t", "--times", "1")).isZero();
    String warehouse = folder.resolve("w").toString();
    assertThat(run("sql", "SELECT count(*) AS n FROM t", "-w", warehouse, "-o", "csv")).isZero();
    assertThat(out.toString()).isEqualTo("n\n10\n");
  }

  @Test
  void aMistakeIsOneSentenceAndNoStackTrace() {
    assertThat(run("sql", "SELECT * FROM nowhere", "-p", port())).isEqualTo(1);
    assertThat(err.toString()).contains("nowhere").doesNotContain("\tat ");

    assertThat(run("sql", "SELECT", "--prot", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("--prot");

    assertThat(run("sql", "SELECT 1", "-w", folder.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no such folder");

    String port = port();
    server.close();
    assertThat(run("sql", "SELECT 1", "-p", port)).isEqualTo(1);
    assertThat(err.toString()).contains("icerunner serve").doesNotContain("\tat ");
  }

  @Test
  void noCommandShowsTheUsageAndFails() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("serve").contains("sql");
    assertThat(run("--help")).isZero();
  }
}
