package io.icerunner.internal.flight;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.apache.arrow.flatbuf.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the calls whose streams come in: ends those that send a malformed message, and tells the
 * {@link PutSetup} of each what has arrived.
 */
final class IncomingStreams implements ServerInterceptor {
  private static final Logger LOG = LoggerFactory.getLogger(IncomingStreams.class);

  private final ServerSettings settings;

  IncomingStreams(ServerSettings settings) {
    this.settings = settings;
  }

  @Override
  public <Q, S> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next) {
    String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
    if (!method.equals("DoPut") && !method.equals("DoExchange")) {
      return next.startCall(call, headers);
    }
    PutSetup setup = new PutSetup(settings.setupTimeout(), settings.putIdleTimeout());
    OnceClosedCall<Q, S> once = new OnceClosedCall<>(call);
    MessageLimit.watch(once);
    Context context = PutSetup.contextWith(setup);
    return new Watched<>(Contexts.interceptCall(context, once, headers, next), once, setup);
  }

  private static final class Watched<Q> extends SimpleForwardingServerCallListener<Q> {
    private final OnceClosedCall<Q, ?> call;
    private final PutSetup setup;
    private @Nullable BatchShape shape;
    private boolean refused;

    Watched(ServerCall.Listener<Q> listener, OnceClosedCall<Q, ?> call, PutSetup setup) {
      super(listener);
      this.call = call;
      this.setup = setup;
    }

    @Override
    @SuppressWarnings("unchecked") // put in by the marshaller of the same method
    public void onMessage(Q message) {
      CheckedMessage checked = (CheckedMessage) message;
      Object content = checked.content();
      if (refused) {
        close(content);
        return;
      }
      String fault = fault(checked);
      if (fault == null && content != null) {
        try {
          super.onMessage((Q) content);
          setup.messageArrived();
          return;
        } catch (RuntimeException | StackOverflowError e) {
          fault = String.valueOf(e);
        }
      }
      close(content);
      refuse(String.valueOf(fault));
    }

    private @Nullable String fault(CheckedMessage checked) {
      Message header = checked.header();
      if (checked.fault() != null || header == null) {
        return checked.fault();
      }
      if (checked.schema() != null) {
        if (shape != null) {
          return "a second schema";
        }
        shape = new BatchShape(checked.schema());
        return null;
      }
      return shape == null ? "a batch before the schema" : shape.fault(header);
    }

    private void refuse(String fault) {
      refused = true;
      call.close(
          Status.INVALID_ARGUMENT.withDescription(
              "Cannot read the stream: a message is malformed, " + fault),
          new Metadata());
      // The service learns that the stream is over as from a client that has gone.
      super.onCancel();
      setup.callEnded();
    }

    private static void close(@Nullable Object content) {
      if (content instanceof AutoCloseable closeable) {
        try {
          closeable.close();
        } catch (Exception e) {
          LOG.debug("Malformed message did not close", e);
        }
      }
    }

    @Override
    public void onHalfClose() {
      if (!refused) {
        super.onHalfClose();
        setup.streamEnded();
      }
    }

    @Override
    public void onCancel() {
      if (!refused) {
        super.onCancel();
        setup.callEnded();
      }
    }
  }
}
