package io.icerunner.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.PutResult;

/** What the server answers to a put: the last metadata it sent, and how the call ended. */
final class Acknowledgements implements FlightClient.PutListener {
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile byte[] last = {};

  /** True once the server has ended the call, well or not. */
  boolean isDone() {
    return end.isDone();
  }

  /** The body of the last acknowledgement; empty if there was none. */
  byte[] last() {
    return last;
  }

  @Override
  public void onNext(PutResult result) {
    if (result.getApplicationMetadata() != null) {
      byte[] body = new byte[(int) result.getApplicationMetadata().readableBytes()];
      result.getApplicationMetadata().getBytes(0, body);
      last = body;
    }
  }

  @Override
  public void onError(Throwable failure) {
    end.completeExceptionally(failure);
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }

  /** Waits for the end of the call; throws what the server refused it with. */
  @Override
  public void getResult() {
    try {
      end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof FlightRuntimeException refused) {
        throw refused;
      }
      throw e;
    }
  }

  @Override
  public boolean isCancelled() {
    return end.isCompletedExceptionally();
  }
}
