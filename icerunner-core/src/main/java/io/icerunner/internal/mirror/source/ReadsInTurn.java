package io.icerunner.internal.mirror.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One endpoint after the other, by the thread that takes the batches. */
final class ReadsInTurn implements EndpointReads {
  private final List<EndpointRead> endpoints;
  private final SharedSchema schema;
  private int current;

  ReadsInTurn(List<EndpointRead> endpoints, SharedSchema schema) {
    this.endpoints = endpoints;
    this.schema = schema;
  }

  @Override
  public @Nullable EndpointRead next() {
    while (current < endpoints.size()) {
      EndpointRead endpoint = endpoints.get(current);
      boolean hasBatch = endpoint.next();
      schema.check(endpoint);
      if (hasBatch) {
        return endpoint;
      }
      endpoint.close();
      current++;
    }
    return null;
  }

  @Override
  public void cancel() {
    endpoints.forEach(EndpointRead::cancel);
  }

  @Override
  public void close() {
    cancel();
    endpoints.forEach(EndpointRead::close);
  }
}
