package io.icerunner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/** One DoPut: batches go up, the committed snapshot comes back. */
final class Upload implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SyncPutListener acknowledgements = new SyncPutListener();
  private final FlightClient.ClientStreamListener stream;

  Upload(
      Connection connection,
      String table,
      VectorSchemaRoot batch,
      @Nullable DictionaryProvider dictionaries) {
    this.stream =
        dictionaries == null
            ? connection.client().startPut(TableName.descriptor(table), batch, acknowledgements)
            : connection
                .client()
                .startPut(TableName.descriptor(table), batch, dictionaries, acknowledgements);
  }

  /**
   * Sends what the batch given to the constructor holds now. Waits while the server is busy.
   *
   * @throws FlightRuntimeException if the server has refused the stream
   */
  void send() throws InterruptedException {
    while (!stream.isReady()) {
      if (stream.isCancelled()) {
        stream.getResult();
      }
      Thread.sleep(1);
    }
    stream.putNext();
  }

  /**
   * Ends the stream and waits for the commit.
   *
   * @return the server's answer: {@code table}, {@code snapshot-id}, {@code rows}, {@code files}
   */
  JsonNode commit() throws IOException, InterruptedException {
    stream.completed();
    JsonNode last = JSON.createObjectNode();
    try {
      for (PutResult result; (result = acknowledgements.read()) != null; result.close()) {
        byte[] body = new byte[(int) result.getApplicationMetadata().readableBytes()];
        result.getApplicationMetadata().getBytes(0, body);
        last = JSON.readTree(body);
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FlightRuntimeException refused) {
        throw refused;
      }
      throw new CommandFailure("Cannot write: " + e.getCause());
    }
    stream.getResult();
    return last;
  }

  @Override
  public void close() {
    acknowledgements.close();
  }
}
