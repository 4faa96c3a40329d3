package io.icerunner.internal.client;

import io.grpc.ClientInterceptor;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.icerunner.error.IceRunnerException;
import io.netty.channel.ChannelOption;

/** Makes the connections of gRPC. */
final class GrpcChannels {
  private static final int CONNECT_TIMEOUT_MILLIS = 10_000;

  /** All headers or trailers of a call together. */
  private static final int MAX_HEADER_BYTES = 1 << 20;

  private GrpcChannels() {}

  /**
   * A connection that is made when it is first used.
   *
   * @param settings of the server that was asked for
   * @param uri the server to connect to: the same, or one that it names
   * @param calls all calls go through this
   */
  static ManagedChannel open(ConnectionSettings settings, FlightUri uri, ClientInterceptor calls) {
    try {
      NettyChannelBuilder builder =
          NettyChannelBuilder.forAddress(
              uri.host(),
              uri.port(),
              uri.isEncrypted()
                  ? TlsCredentials.of(settings)
                  : InsecureChannelCredentials.create());
      if (uri.isEncrypted()
          && settings.overrideHostname() != null
          && uri.host().equals(settings.uri().host())) {
        builder.overrideAuthority(settings.overrideHostname());
      }
      return builder
          .maxInboundMessageSize(Integer.MAX_VALUE)
          .maxInboundMetadataSize(MAX_HEADER_BYTES)
          .intercept(new StreamGuard(), new ExtraHeaders(settings.headers()), calls)
          .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
          .build();
    } catch (IllegalArgumentException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot connect to %s: %s".formatted(uri.address(), e.getMessage()));
    }
  }
}
