package io.icerunner.examples;

import io.icerunner.server.IceRunnerServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Appends rows to a table with DoPut; the last acknowledgement comes after the Iceberg commit. */
public final class AppendRows {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("id", new ArrowType.Int(64, true)),
              Field.nullable("city", new ArrowType.Utf8())));

  private AppendRows() {}

  public static void main(String[] args) throws Exception {
    try (IceRunnerServer server =
            IceRunnerServer.builder().warehouse(Path.of(args[0])).port(0).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient client = FlightClient.builder(allocator, new Location(server.uri())).build()) {
      System.out.println(append(client, allocator, "Oslo", "Tromsø"));
    }
  }

  /** Gives the acknowledgement: JSON with the snapshot and the number of rows. */
  static String append(FlightClient client, BufferAllocator allocator, String... cities)
      throws Exception {
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator);
        SyncPutListener acknowledgements = new SyncPutListener()) {
      for (int row = 0; row < cities.length; row++) {
        ((BigIntVector) batch.getVector("id")).setSafe(row, row);
        byte[] city = cities[row].getBytes(StandardCharsets.UTF_8);
        ((VarCharVector) batch.getVector("city")).setSafe(row, city);
      }
      batch.setRowCount(cities.length);

      FlightDescriptor table = FlightDescriptor.path("places", "cities");
      FlightClient.ClientStreamListener stream = client.startPut(table, batch, acknowledgements);
      stream.putNext();
      stream.completed();
      try (PutResult committed = acknowledgements.read()) {
        byte[] json = new byte[(int) committed.getApplicationMetadata().readableBytes()];
        committed.getApplicationMetadata().getBytes(0, json);
        stream.getResult();
        return new String(json, StandardCharsets.UTF_8);
      }
    }
  }
}
