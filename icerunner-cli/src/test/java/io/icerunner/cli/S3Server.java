package io.icerunner.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An S3-compatible server in a process of its own, on a free port. Its buckets are folders: what is
 * put there by hand is served.
 */
final class S3Server implements AutoCloseable {
  static final String KEY = "lake-key";
  static final String SECRET = "lake-secret";

  private static final Pattern STARTED =
      Pattern.compile("ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}");

  private final Process process;
  private final Path buckets;
  private final int port;

  private S3Server(Process process, Path buckets, int port) {
    this.process = process;
    this.buckets = buckets;
    this.port = port;
  }

  static S3Server start(Path folder) throws IOException {
    Path buckets = Files.createDirectories(folder.resolve("buckets"));
    Path settings =
        Files.writeString(
            folder.resolve("s3proxy.properties"),
            """
            s3proxy.endpoint=http://127.0.0.1:0
            s3proxy.authorization=aws-v2-or-v4
            s3proxy.identity=%s
            s3proxy.credential=%s
            jclouds.provider=filesystem-nio2
            jclouds.filesystem.basedir=%s
            """
                .formatted(KEY, SECRET, buckets));
    ProcessBuilder command =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            System.getProperty("icerunner.test.s3proxy", "target/s3proxy/s3proxy.jar"),
            "--properties",
            settings.toString());
    Process process = command.redirectErrorStream(true).start();
    try {
      return new S3Server(process, buckets, port(process));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  int port() {
    return port;
  }

  /** A new bucket's folder. */
  Path bucket(String name) throws IOException {
    return Files.createDirectories(buckets.resolve(name));
  }

  /** Iceberg's properties for a store at a port, which may be that of a proxy. */
  static Map<String, String> properties(int port) {
    return Map.of(
        "s3.endpoint",
        URI.create("http://127.0.0.1:" + port).toString(),
        "s3.path-style-access",
        "true",
        "client.region",
        "tile-land-7",
        "s3.access-key-id",
        KEY,
        "s3.secret-access-key",
        SECRET);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static int port(Process process) throws IOException {
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        drain(output);
        return Integer.parseInt(started.group(1));
      }
      said.append(line).append('\n');
    }
    throw new IOException("The S3 server did not start:\n" + said);
  }

  private static void drain(BufferedReader output) {
    Thread thread =
        new Thread(
            () -> {
              try {
                output.transferTo(Writer.nullWriter());
              } catch (IOException e) {
                // The server was stopped.
              }
            },
            "s3-server-output");
    thread.setDaemon(true);
    thread.start();
  }
}
