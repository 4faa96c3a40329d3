package io.icerunner.internal.flight;

import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Flight's service, with every message of a stream that comes in inspected before Flight reads it.
 * Messages reach the call as {@link CheckedMessage}; {@link IncomingStreams}, which must intercept
 * the calls, passes on their content.
 */
final class CheckedService {
  private static final Set<String> STREAMS_IN = Set.of("DoPut", "DoExchange");

  private final BufferAllocator allocator;
  private final long limit;

  /**
   * @param allocator of messages that come in
   * @param limit bytes that one message may take when its buffers are decompressed
   */
  CheckedService(BufferAllocator allocator, long limit) {
    this.allocator = allocator;
    this.limit = limit;
  }

  ServerServiceDefinition wrap(ServerServiceDefinition flight) {
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(flight.getServiceDescriptor().getName())
            .setSchemaDescriptor(flight.getServiceDescriptor().getSchemaDescriptor());
    var methods = flight.getMethods().stream().map(this::wrap).toList();
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(service::addMethod);
    return service.build();
  }

  private <Q, S> ServerMethodDefinition<?, ?> wrap(ServerMethodDefinition<Q, S> method) {
    MethodDescriptor<Q, S> descriptor = method.getMethodDescriptor();
    if (!STREAMS_IN.contains(descriptor.getBareMethodName())) {
      return method;
    }
    MethodDescriptor<Q, S> checked =
        descriptor.toBuilder(
                new Inspecting<>(descriptor.getRequestMarshaller()),
                descriptor.getResponseMarshaller())
            .build();
    return ServerMethodDefinition.create(checked, method.getServerCallHandler());
  }

  private final class Inspecting<Q> implements MethodDescriptor.Marshaller<Q> {
    private final MethodDescriptor.Marshaller<Q> flight;

    Inspecting(MethodDescriptor.Marshaller<Q> flight) {
      this.flight = flight;
    }

    @Override
    public InputStream stream(Q value) {
      return flight.stream(value);
    }

    @Override
    @SuppressWarnings("unchecked") // the interceptor takes the message out again
    public Q parse(InputStream stream) {
      try {
        InputStream in = stream;
        if (!in.markSupported()) {
          in = new ByteArrayInputStream(stream.readAllBytes());
        }
        in.mark(Integer.MAX_VALUE);
        CheckedMessage checked = new MessageInspection(allocator, limit).inspect(in);
        if (checked.fault() != null) {
          return (Q) checked;
        }
        in.reset();
        return (Q) new CheckedMessage(flight.parse(in), checked.header(), checked.schema(), null);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
