package io.icerunner.mirror;

import io.icerunner.fixture.Halt;
import io.icerunner.fixture.KillPoint;
import io.icerunner.server.IceRunnerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.iceberg.CatalogProperties;

/**
 * Serves a warehouse, or a {@link StreamServer} if that is {@code stream}, until it is killed:
 * {@code WAREHOUSE PORT POINT}. The step {@value #BATCH} is a batch in the middle of a stream, or a
 * piece of a data file.
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
    HaltingFiles.tell(onBatch);
    try (IceRunnerServer server =
        IceRunnerServer.builder()
            .catalog("jdbc", catalog(Path.of(arguments[0])))
            .catalogName("default")
            .queryEngine(new SmallBatches(BATCH_ROWS, onBatch), Map.of())
            .port(port)
            .start()) {
      server.awaitTermination();
    }
  }

  /** That of a warehouse folder, with files that tell when they are read. */
  private static Map<String, String> catalog(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Map.of(
        CatalogProperties.URI,
        "jdbc:sqlite:" + folder.resolve("pyiceberg_catalog.db"),
        CatalogProperties.WAREHOUSE_LOCATION,
        folder.toUri().toString(),
        CatalogProperties.FILE_IO_IMPL,
        HaltingFiles.class.getName());
  }
}
