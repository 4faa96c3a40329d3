package io.icerunner.server;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Puts an instant with a server in this JVM's zone and prints what comes back. */
final class ZonedProgram {
  private static final Schema SCHEMA =
      new Schema(
          java.util.List.of(
              Field.nullable("ts", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"))));

  private ZonedProgram() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println("ZONE " + ZoneId.systemDefault());
    try (IceRunnerServer server =
            IceRunnerServer.builder().warehouse(Path.of(arguments[0])).port(0).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient client =
            FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
                .build()) {
      put(client, allocator);
      print(client, FlightDescriptor.path("t"));
      print(client, command("select ts from t"));
      print(client, command("select TIMESTAMPTZ '1970-01-01 00:00:00.000001+00' as ts"));
      print(client, command("select cast(ts as varchar) as ts from t"));
      print(client, command("select ts from t where ts = '1970-01-01 00:00:00.000001'"));
    }
  }

  private static FlightDescriptor command(String sql) {
    return FlightDescriptor.command(sql.getBytes(StandardCharsets.UTF_8));
  }

  private static void put(FlightClient client, BufferAllocator allocator) throws Exception {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        SyncPutListener results = new SyncPutListener()) {
      ((TimeStampMicroTZVector) root.getVector("ts")).setSafe(0, 1);
      root.setRowCount(1);
      FlightClient.ClientStreamListener writer =
          client.startPut(FlightDescriptor.path("t"), root, results);
      writer.putNext();
      writer.completed();
      writer.getResult();
    }
  }

  private static void print(FlightClient client, FlightDescriptor descriptor) throws Exception {
    FlightInfo info = client.getInfo(descriptor);
    Schema announced = info.getSchemaOptional().orElseThrow();
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      boolean same = announced.equals(stream.getSchema());
      stream.next();
      System.out.println(
          "ROW %s %s %s"
              .formatted(
                  same,
                  stream.getSchema().findField("ts").getType(),
                  stream.getRoot().getVector("ts").getObject(0)));
    }
  }
}
