package io.icerunner.internal.flight;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Tells the client that a message was larger than allowed. The transport ends such a call in three
 * steps: it reports the end to tracers, then to the service, and then sends its own status. The
 * service takes the end for a client that has gone and may answer that first, so the call is closed
 * here in the first step.
 */
final class MessageLimit extends ServerStreamTracer {
  private static final Context.Key<MessageLimit> KEY = Context.key("icerunner-message-limit");

  private volatile @Nullable ServerCall<?, ?> call;

  /** Makes one for each call. */
  static ServerStreamTracer.Factory factory() {
    return new ServerStreamTracer.Factory() {
      @Override
      public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new MessageLimit();
      }
    };
  }

  /** Watches the call whose interceptor runs, from before its first message is asked for. */
  static void watch(OnceClosedCall<?, ?> call) {
    MessageLimit limit = KEY.get();
    if (limit != null) {
      limit.call = call;
    }
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(KEY, this);
  }

  @Override
  public void streamClosed(Status status) {
    ServerCall<?, ?> watched = call;
    if (watched != null && status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
      watched.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              "Cannot read the stream: %s; send smaller record batches, or raise maxMessageBytes of the server"
                  .formatted(status.getDescription())),
          new Metadata());
    }
  }
}
