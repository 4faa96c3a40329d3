package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code icerunner repair} on folders that other commands filled. */
class RepairCommandIT {
  @TempDir Path folder;
  private Path warehouse = Path.of("");
  private Path tenRows = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void fill() throws IOException {
    warehouse = Files.createDirectory(folder.resolve("w"));
    tenRows = folder.resolve("rows.csv");
    Files.writeString(tenRows, "id\n" + "1\n".repeat(10));
    load("clicks");
    load("clicks");
    load("views");
  }

  @Test
  void aHealthyFolderNeedsNothing() {
    assertThat(run("repair", "-w", warehouse.toString())).isZero();
    assertThat(out.toString()).isEqualTo("2 tables: 2 untouched\n");
  }

  @Test
  void aLostCatalogIsToldThenHealed() throws IOException {
    loseCatalog();
    assertThat(run("repair", "-w", warehouse.toString(), "--dry-run")).isZero();
    assertThat(out.toString())
        .contains("pyiceberg_catalog.db was missing or empty.")
        .contains("registered  default.clicks\n            file://" + warehouse)
        .endsWith("2 tables: 2 registered (dry run, nothing was changed)\n");
    assertThat(warehouse.resolve("pyiceberg_catalog.db")).doesNotExist();

    assertThat(run("repair", "-w", warehouse.toString())).isZero();
    assertThat(out.toString()).endsWith("2 tables: 2 registered\n");
    assertThat(count("clicks")).isEqualTo("n\n20\n");
  }

  @Test
  void aDamagedCatalogFileIsNamedByOtherCommandsAndHealedByThisOne() throws IOException {
    loseCatalog();
    Files.writeString(warehouse.resolve("pyiceberg_catalog.db"), "garbage ".repeat(1000));
    assertThat(run("list", "-w", warehouse.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("is damaged")
        .contains("icerunner repair -w " + warehouse)
        .doesNotContain("\tat ");
    assertThat(run("repair", "-w", warehouse.toString())).isZero();
    assertThat(out.toString()).contains("it is kept as");
    assertThat(count("views")).isEqualTo("n\n10\n");
  }

  @Test
  void aDamagedTableFallsBackAndAnotherThatCannotMakesItFail() throws IOException {
    Files.writeString(newest("clicks"), "{");
    try (Stream<Path> files = metadata("views")) {
      for (Path file : files.toList()) {
        Files.writeString(file, "");
      }
    }
    assertThat(run("repair", "-w", warehouse.toString(), "-o", "json")).isEqualTo(1);
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.path("healthy").booleanValue()).isFalse();
    assertThat(report.path("dry-run").booleanValue()).isFalse();
    JsonNode clicks = report.path("tables").get(0);
    assertThat(clicks.path("action").textValue()).isEqualTo("fell-back");
    assertThat(clicks.path("metadata-location").textValue()).endsWith(".metadata.json");
    assertThat(clicks.path("reason").textValue()).contains("is damaged");
    JsonNode views = report.path("tables").get(1);
    assertThat(views.path("action").textValue()).isEqualTo("skipped");
    assertThat(views.path("reason").textValue()).contains("no version can take the place");
    assertThat(count("clicks")).isEqualTo("n\n10\n");
  }

  @Test
  void aWrongCommandLineIsTold() {
    assertThat(run("repair")).isEqualTo(2);
    assertThat(err.toString()).contains("--warehouse-path");
    assertThat(run("repair", "-w", warehouse.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no such folder");
    assertThat(run("repair", "--help")).isZero();
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return IceRunnerMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  private void load(String table) {
    assertThat(run("load", tenRows.toString(), "-n", table, "-w", warehouse.toString()))
        .as(err.toString())
        .isZero();
  }

  private String count(String table) {
    assertThat(
            run(
                "sql",
                "SELECT count(*) AS n FROM " + table,
                "-w",
                warehouse.toString(),
                "-o",
                "csv"))
        .as(err.toString())
        .isZero();
    return out.toString();
  }

  private void loseCatalog() throws IOException {
    try (Stream<Path> files = Files.list(warehouse)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }

  private Path newest(String table) throws IOException {
    try (Stream<Path> files = metadata(table)) {
      return files.max(Comparator.comparing(file -> file.getFileName().toString())).orElseThrow();
    }
  }

  private Stream<Path> metadata(String table) throws IOException {
    return Files.list(warehouse.resolve("default").resolve(table).resolve("metadata"))
        .filter(file -> file.toString().endsWith(".metadata.json"));
  }
}
