package io.icerunner.server;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.arrow.ArrowRuntime;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Serves the tables of an Iceberg catalog over Arrow Flight and Flight SQL from inside the running
 * program.
 *
 * <pre>{@code
 * try (IceRunnerServer server = IceRunnerServer.builder()
 *     .warehouse(Path.of("warehouse"))
 *     .start()) {
 *   System.out.println(server.uri());
 *   server.awaitTermination();
 * }
 * }</pre>
 *
 * <p>The JVM needs the flag {@code --add-opens=java.base/java.nio=ALL-UNNAMED}. Safe for use by
 * many threads. A server starts once; when it is closed, build another.
 */
public final class IceRunnerServer implements AutoCloseable {
  private final ServerConfig config;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable RunningServer running;
  private boolean started;

  IceRunnerServer(ServerConfig config) {
    this.config = config;
  }

  /**
   * Begins to configure a server. Also chooses how Arrow allocates memory, so call it before the
   * program touches Arrow.
   */
  public static IceRunnerServerBuilder builder() {
    ArrowRuntime.chooseAllocationManager();
    return new IceRunnerServerBuilder();
  }

  /**
   * Opens the catalog and the engine, and listens.
   *
   * @return this server
   * @throws IceRunnerException UNSUPPORTED with the flag to add if the JVM lacks one,
   *     INVALID_ARGUMENT if a provider is not found or refuses its properties, UNAVAILABLE if the
   *     address is taken
   */
  public synchronized IceRunnerServer start() {
    if (started) {
      throw IceRunnerException.invalidArgument(
          "Cannot start the server: it was started before; build another one");
    }
    ArrowRuntime.check();
    started = true;
    running = RunningServer.start(config);
    return this;
  }

  private synchronized RunningServer running() {
    RunningServer current = running;
    if (current == null) {
      throw IceRunnerException.invalidArgument("Cannot ask the server: it is not running");
    }
    return current;
  }

  /** The port it listens on: the real one if 0 was asked for. */
  public int port() {
    return running().port();
  }

  /** Where a program on this machine reaches it, as in {@code grpc://127.0.0.1:8816}. */
  public String uri() {
    String host = config.host();
    String reachable =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "::1";
          default -> host;
        };
    boolean isIpv6 = reachable.contains(":") && !reachable.startsWith("[");
    return "grpc://" + (isIpv6 ? "[" + reachable + "]" : reachable) + ":" + port();
  }

  /** Waits until the server has been closed. */
  public void awaitTermination() throws InterruptedException {
    closed.await();
  }

  /**
   * Takes no more calls, waits for running ones as long as was configured, ends the rest, and
   * closes what the server opened: not an allocator or a catalog that was handed to it. Idempotent.
   */
  @Override
  public void close() {
    RunningServer current;
    synchronized (this) {
      started = true;
      current = running;
      running = null;
    }
    try {
      if (current != null) {
        current.close();
      }
    } finally {
      closed.countDown();
    }
  }
}
