package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.icerunner.server.IceRunnerServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server with tables, a folder to copy them to, and the command with what it prints. */
final class MirrorFixture implements AutoCloseable {
  private final Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final IceRunnerServer source;

  MirrorFixture(Path folder) {
    this.folder = folder;
    this.source = serve(folder.resolve("source"));
  }

  static IceRunnerServer serve(Path warehouse) {
    return IceRunnerServer.builder().warehouse(warehouse).port(0).start();
  }

  int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return IceRunnerMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  /** A command from the source, or a table of it, to the target folder. */
  String[] copy(String command, String table, String... more) {
    List<String> args =
        new ArrayList<>(List.of(command, "-s", uri() + table, "-w", target().toString()));
    args.addAll(List.of(more));
    return args.toArray(new String[0]);
  }

  String uri() {
    return source.uri().toString();
  }

  Path target() {
    return folder.resolve("target");
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }

  /** Ten rows more at the source. */
  void append(String table) {
    append(source, table);
  }

  /** Ten rows more at a server. */
  void append(IceRunnerServer server, String table) {
    String port = Integer.toString(server.port());
    assertThat(run("write", "-p", port, "-n", table, "--times", "1")).as(this::err).isZero();
  }

  /** How many rows the target folder has of a table. */
  long rowsOf(String table) throws IOException {
    String query = "SELECT count(*) AS n FROM " + table;
    assertThat(run("sql", query, "-w", target().toString(), "-o", "json")).as(this::err).isZero();
    return lines().get(0).path("n").asLong();
  }

  /** What the last command printed with {@code -o json}. */
  List<JsonNode> lines() throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : out().lines().toList()) {
      nodes.add(new ObjectMapper().readTree(line));
    }
    return nodes;
  }

  @Override
  public void close() {
    source.close();
  }
}
