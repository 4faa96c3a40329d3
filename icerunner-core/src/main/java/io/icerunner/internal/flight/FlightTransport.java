package io.icerunner.internal.flight;

import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.flight.grpc.ServerBackpressureThresholdInterceptor;
import org.apache.arrow.memory.BufferAllocator;

/** The Flight server on its port. */
public final class FlightTransport {
  /** Lets two batches wait in the socket's buffer, so that the writer seldom pauses. */
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(4 << 20, 8 << 20);

  /** Clients that vanish without a word are noticed after these two together. */
  private static final int KEEP_ALIVE_SECONDS = 60;

  private static final int KEEP_ALIVE_TIMEOUT_SECONDS = 20;

  /** All headers of a call together. */
  private static final int MAX_HEADER_BYTES = 64 << 10;

  private final FlightServer server;

  private FlightTransport(FlightServer server) {
    this.server = server;
  }

  /**
   * Listens.
   *
   * @param inbound of messages that come in; closed after the executor has ended
   * @throws IceRunnerException UNAVAILABLE if the address cannot be had
   */
  public static FlightTransport listen(
      String host,
      int port,
      FlightProducer producer,
      SqlEndpoint sql,
      BufferAllocator inbound,
      ExecutorService executor,
      ServerSettings settings) {
    try {
      FlightServer.Builder builder =
          FlightServer.builder(inbound, Location.forGrpcInsecure(host, port), producer)
              .executor(executor)
              .maxInboundMessageSize(settings.maxMessageBytes())
              .setMaxHeaderListSize(MAX_HEADER_BYTES)
              .transportHint("grpc.builderConsumer", tuning(producer, inbound, executor, settings));
      sql.configure(builder);
      return new FlightTransport(builder.build().start());
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot listen on %s port %s: %s; choose another port, or 0 for any that is free"
              .formatted(host, port, rootMessage(e)),
          e);
    }
  }

  @SuppressWarnings("deprecation") // stands for no authentication; the signature asks for it
  private static Consumer<NettyServerBuilder> tuning(
      FlightProducer producer,
      BufferAllocator inbound,
      ExecutorService executor,
      ServerSettings settings) {
    // Takes the place of the service of the same name that the Flight server has added.
    ServerServiceDefinition service =
        new CheckedService(inbound, settings.callMemory())
            .wrap(
                FlightGrpcUtils.createFlightService(
                        inbound, producer, ServerAuthHandler.NO_OP, executor)
                    .bindService());
    return builder ->
        builder
            .addService(
                ServerInterceptors.intercept(
                    service,
                    new ServerBackpressureThresholdInterceptor(
                        FlightServer.DEFAULT_BACKPRESSURE_THRESHOLD)))
            .withChildOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveTime(10, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addStreamTracerFactory(MessageLimit.factory())
            .intercept(new LogInRefusal())
            .intercept(new IncomingStreams(settings));
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  public int port() {
    return server.getPort();
  }

  /** Takes no more calls and waits for those that run; true if all have ended in time. */
  public boolean drain(Duration timeout) throws InterruptedException {
    server.shutdown();
    return server.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends what still runs. */
  public void close() throws InterruptedException {
    server.close();
  }
}
