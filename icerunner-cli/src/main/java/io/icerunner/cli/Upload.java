package io.icerunner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/** One DoPut: batches go up, the committed snapshot comes back. */
final class Upload {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Acknowledgements acknowledgements = new Acknowledgements();
  private final FlightClient.ClientStreamListener stream;

  /**
   * @param batch whose contents each {@link #send()} sends
   * @param dictionaries of the batch's dictionary-encoded columns, if it has any
   */
  Upload(
      ServerConnection connection,
      String table,
      VectorSchemaRoot batch,
      @Nullable DictionaryProvider dictionaries) {
    FlightClient client = connection.client();
    this.stream =
        dictionaries == null
            ? client.startPut(TableName.descriptor(table), batch, acknowledgements)
            : client.startPut(TableName.descriptor(table), batch, dictionaries, acknowledgements);
  }

  /**
   * Sends what the batch holds now. Waits while the server is busy.
   *
   * @throws FlightRuntimeException if the server has refused the stream
   */
  void send() throws InterruptedException {
    while (!stream.isReady()) {
      if (acknowledgements.isDone()) {
        acknowledgements.getResult();
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
  JsonNode commit() throws IOException {
    stream.completed();
    acknowledgements.getResult();
    return JSON.readTree(acknowledgements.last());
  }
}
