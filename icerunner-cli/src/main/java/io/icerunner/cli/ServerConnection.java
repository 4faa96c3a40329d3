package io.icerunner.cli;

import io.icerunner.internal.arrow.ArrowRuntime;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A Flight client with all that it stands on: its memory and, for a folder, a server of its own.
 */
final class ServerConnection implements AutoCloseable {
  private final BufferAllocator allocator;
  private final @Nullable IceRunnerServer server;
  private final FlightClient client;

  private ServerConnection(@Nullable IceRunnerServer server, Location location) {
    ArrowRuntime.chooseAllocationManager();
    this.allocator = new RootAllocator();
    this.server = server;
    this.client =
        FlightClient.builder(allocator, location).maxInboundMessageSize(Integer.MAX_VALUE).build();
  }

  static ServerConnection to(String host, int port) {
    return new ServerConnection(null, Location.forGrpcInsecure(host, port));
  }

  /** Opens the warehouse folder in this process, reachable by nobody else's default port. */
  static ServerConnection toWarehouse(Path warehouse) {
    IceRunnerServer server = IceRunnerServer.builder().warehouse(warehouse).port(0).start();
    return new ServerConnection(server, Location.forGrpcInsecure("127.0.0.1", server.port()));
  }

  FlightClient client() {
    return client;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      allocator.close();
      if (server != null) {
        server.close();
      }
    }
  }
}
