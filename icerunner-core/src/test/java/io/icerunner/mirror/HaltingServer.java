package io.icerunner.mirror;

import io.icerunner.fixture.Halt;
import io.icerunner.fixture.KillPoint;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Serves a warehouse, or a {@link StreamServer} if that is {@code stream}, until it is killed:
 * {@code WAREHOUSE PORT POINT}. The step {@value #BATCH} is a batch in the middle of a stream.
 */
final class HaltingServer {
  static final String BATCH = "BATCH";
  static final String STREAM = "stream";
  static final int BATCH_ROWS = 40;

  private HaltingServer() {}

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    Halt halt = Halt.at(KillPoint.parse(arguments[2]));
    Runnable onBatch = () -> halt.reached(BATCH);
    if (arguments[0].equals(STREAM)) {
      StreamServer.start(port, onBatch);
      new CountDownLatch(1).await();
    }
    try (IceRunnerServer server =
        IceRunnerServer.builder()
            .warehouse(Path.of(arguments[0]))
            .queryEngine(new SmallBatches(BATCH_ROWS, onBatch), Map.of())
            .port(port)
            .start()) {
      server.awaitTermination();
    }
  }
}
