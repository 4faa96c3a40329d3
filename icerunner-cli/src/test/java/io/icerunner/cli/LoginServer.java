package io.icerunner.cli;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth2.BasicCallHeaderAuthenticator;
import org.apache.arrow.flight.auth2.GeneratedBearerTokenAuthenticator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A server of one table, {@code prices} with three rows, for one user: ann, whose word is sesame.
 */
final class LoginServer implements AutoCloseable {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.nullable("price", new ArrowType.Int(64, true))));

  private final BufferAllocator allocator = new RootAllocator();
  private final FlightServer server;

  LoginServer() throws IOException {
    server =
        FlightServer.builder(allocator, Location.forGrpcInsecure("127.0.0.1", 0), new Prices())
            .headerAuthenticator(
                new GeneratedBearerTokenAuthenticator(
                    new BasicCallHeaderAuthenticator(
                        (user, password) -> {
                          if (user.equals("ann") && password.equals("sesame")) {
                            return () -> user;
                          }
                          throw CallStatus.UNAUTHENTICATED
                              .withDescription("wrong user or password")
                              .toRuntimeException();
                        })))
            .build()
            .start();
  }

  String uri() {
    return "grpc://127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() throws InterruptedException {
    server.close();
    allocator.close();
  }

  private final class Prices extends NoOpFlightProducer {
    @Override
    public void listFlights(
        CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
      listener.onNext(getFlightInfo(context, FlightDescriptor.path("prices")));
      listener.onCompleted();
    }

    @Override
    public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
      return new FlightInfo(
          SCHEMA,
          descriptor,
          List.of(
              new FlightEndpoint(
                  new Ticket("prices".getBytes(java.nio.charset.StandardCharsets.UTF_8)))),
          -1,
          3);
    }

    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator)) {
        BigIntVector prices = (BigIntVector) batch.getVector(0);
        for (int row = 0; row < 3; row++) {
          prices.setSafe(row, 10L * row);
        }
        batch.setRowCount(3);
        listener.start(batch);
        listener.putNext();
        listener.completed();
      }
    }
  }
}
