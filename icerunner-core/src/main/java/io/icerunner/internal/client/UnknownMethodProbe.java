package io.icerunner.internal.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls a method that no server has, which each one that is there says. */
final class UnknownMethodProbe implements PeerWatch.Probe {
  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static final MethodDescriptor<byte[], byte[]> METHOD =
      MethodDescriptor.newBuilder(BYTES, BYTES)
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("io.icerunner.Peer/AreYouThere")
          .build();

  private volatile @Nullable Channel channel;

  /** Asks the server at the other end of this. */
  void use(Channel channel) {
    this.channel = channel;
  }

  static boolean isProbe(MethodDescriptor<?, ?> method) {
    return METHOD.getFullMethodName().equals(method.getFullMethodName());
  }

  @Override
  public CompletableFuture<Boolean> ask(Duration timeout) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    Channel channel = Objects.requireNonNull(this.channel, "channel is not set");
    ClientCall<byte[], byte[]> call =
        channel.newCall(
            METHOD, CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS));
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            answer.complete(status.getCode() != Status.Code.DEADLINE_EXCEEDED);
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage(new byte[0]);
    call.halfClose();
    return answer;
  }
}
