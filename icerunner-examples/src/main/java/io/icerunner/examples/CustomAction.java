package io.icerunner.examples;

import io.icerunner.server.IceRunnerServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Adds an action of the host's own to the server and calls it. */
public final class CustomAction {
  private CustomAction() {}

  public static void main(String[] args) throws Exception {
    try (IceRunnerServer server =
            IceRunnerServer.builder()
                .warehouse(Path.of(args[0]))
                .port(0)
                .action(
                    "greet", "Says hello to a name", (name, context) -> context.send(greet(name)))
                .start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient client = FlightClient.builder(allocator, new Location(server.uri())).build()) {
      Action greet = new Action("greet", "Ada".getBytes(StandardCharsets.UTF_8));
      byte[] answer = client.doAction(greet).next().getBody();
      System.out.println(new String(answer, StandardCharsets.UTF_8));
    }
  }

  private static byte[] greet(byte[] name) {
    String text = "Hello " + new String(name, StandardCharsets.UTF_8);
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
