package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.impl.FlightServiceGrpc;

/** Sends the messages of an IPC stream, which may be malformed, by DoPut as they are. */
final class RawPut {
  /**
   * How a call ended.
   *
   * @param results what was acknowledged
   */
  record Answer(Status status, List<String> results) {}

  private RawPut() {}

  /** Splits a stream into messages as far as it can be split. */
  static List<Flight.FlightData> messages(byte[] ipc) {
    List<Flight.FlightData> messages = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(ipc).order(ByteOrder.LITTLE_ENDIAN);
    while (in.remaining() >= 4) {
      int length = in.getInt();
      if (length == -1 && in.remaining() >= 4) {
        length = in.getInt();
      }
      if (length <= 0) {
        break;
      }
      byte[] header = take(in, length);
      byte[] body = take(in, bodyLength(header));
      messages.add(
          Flight.FlightData.newBuilder()
              .setDataHeader(ByteString.copyFrom(header))
              .setDataBody(ByteString.copyFrom(body))
              .build());
    }
    return messages;
  }

  private static byte[] take(ByteBuffer in, long wanted) {
    byte[] bytes = new byte[(int) Math.max(0, Math.min(wanted, in.remaining()))];
    in.get(bytes);
    return bytes;
  }

  private static long bodyLength(byte[] header) {
    try {
      return Message.getRootAsMessage(ByteBuffer.wrap(header)).bodyLength();
    } catch (RuntimeException e) {
      return 0;
    }
  }

  static Answer send(int port, List<String> path, byte[] ipc) throws Exception {
    return send(port, path, messages(ipc), true);
  }

  /**
   * @param end whether the client says that it is done
   */
  static Answer send(int port, List<String> path, List<Flight.FlightData> messages, boolean end)
      throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    try {
      CompletableFuture<Status> status = new CompletableFuture<>();
      List<String> results = new ArrayList<>();
      StreamObserver<Flight.FlightData> out =
          FlightServiceGrpc.newStub(channel)
              .doPut(
                  new StreamObserver<>() {
                    @Override
                    public void onNext(Flight.PutResult result) {
                      results.add(result.getAppMetadata().toStringUtf8());
                    }

                    @Override
                    public void onError(Throwable error) {
                      status.complete(Status.fromThrowable(error));
                    }

                    @Override
                    public void onCompleted() {
                      status.complete(Status.OK);
                    }
                  });
      for (int i = 0; i < messages.size(); i++) {
        Flight.FlightData.Builder message = messages.get(i).toBuilder();
        if (i == 0 && !path.isEmpty()) {
          message.setFlightDescriptor(
              Flight.FlightDescriptor.newBuilder()
                  .setType(Flight.FlightDescriptor.DescriptorType.PATH)
                  .addAllPath(path));
        }
        out.onNext(message.build());
      }
      if (end) {
        out.onCompleted();
      }
      return new Answer(status.get(20, TimeUnit.SECONDS), results);
    } finally {
      channel.shutdownNow();
    }
  }

  /** Sends messages, each with metadata, and vanishes when so many are acknowledged. */
  static void sendAndDie(
      int port, List<String> path, List<Flight.FlightData> messages, int acknowledged)
      throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    CountDownLatch left = new CountDownLatch(acknowledged);
    CompletableFuture<Status> status = new CompletableFuture<>();
    StreamObserver<Flight.FlightData> out =
        FlightServiceGrpc.newStub(channel)
            .doPut(
                new StreamObserver<>() {
                  @Override
                  public void onNext(Flight.PutResult result) {
                    left.countDown();
                  }

                  @Override
                  public void onError(Throwable error) {
                    status.complete(Status.fromThrowable(error));
                  }

                  @Override
                  public void onCompleted() {
                    status.complete(Status.OK);
                  }
                });
    for (int i = 0; i < messages.size(); i++) {
      Flight.FlightData.Builder message = messages.get(i).toBuilder();
      message.setAppMetadata(ByteString.copyFromUtf8("m" + i));
      if (i == 0) {
        message.setFlightDescriptor(
            Flight.FlightDescriptor.newBuilder()
                .setType(Flight.FlightDescriptor.DescriptorType.PATH)
                .addAllPath(path));
      }
      out.onNext(message.build());
    }
    assertThat(left.await(20, TimeUnit.SECONDS)).isTrue();
    channel.shutdownNow();
    assertThat(status.get(20, TimeUnit.SECONDS).isOk()).isFalse();
  }
}
