package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.copy.FilePiece;
import io.icerunner.internal.replica.CatalogReplicaTarget;
import io.icerunner.internal.replica.CommittedLoad;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.replica.ReplicaTarget;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Tables of this server as targets of mirrors elsewhere: the action {@code mirror-state} tells how
 * far a table is, and a put whose descriptor is a {@code mirror-load} writes it. Its batches are
 * committed where a batch says so in its metadata, together with the record; what comes after the
 * last of these is dropped. The forms are those of {@link ReplicaJson}.
 */
final class MirrorEndpoint {
  private static final String STATE = "mirror-state";

  private final ServerContext context;
  private final ReplicaTarget target;

  MirrorEndpoint(ServerContext context) {
    this.context = context;
    this.target =
        new CatalogReplicaTarget(context.tables(), context.typeMappers(), context.executor());
  }

  ServerAction action() {
    return ServerAction.of(
        STATE,
        "Tells how far a table is that is the copy of another. Body: {\"table\": name}. Result:"
            + " {\"exists\", \"empty\", \"record\": {…} if a mirror has written it, \"damage\":"
            + " why the record cannot be trusted}",
        (call, body, results) -> state(body, results));
  }

  private void state(byte[] body, Consumer<byte[]> results) {
    String what = STATE + " request";
    JsonNode request = ActionBody.object(body, what, Set.of("table"));
    results.accept(
        ReplicaJson.state(
            target.state(ReplicaJson.table(request, what, context.settings().defaultNamespace()))));
  }

  /**
   * @param load of the descriptor
   */
  void accept(JsonNode load, FlightStream stream, StreamListener<PutResult> results) {
    PutSetup.current().awaitSchema(stream);
    LoadRequest request =
        ReplicaJson.load(load, PutEndpoint.incoming(stream), context.settings().defaultNamespace());
    requireCreatable(request);
    try (CallAllocator call = context.openCall("mirror-load");
        ReplicaLoad open = open(load, request, stream, call.allocator())) {
      PutEndpoint.acknowledge(results, ReplicaJson.opened(), call.allocator());
      writeAll(stream, open, results, call.allocator());
    }
    results.onCompleted();
  }

  private ReplicaLoad open(
      JsonNode load, LoadRequest request, FlightStream stream, BufferAllocator allocator) {
    if (!ReplicaJson.isOfFiles(load)) {
      return target.open(request, allocator);
    }
    if (!stream.getSchema().getFields().equals(FilePiece.SCHEMA.getFields())) {
      throw IceRunnerException.invalidArgument(
          "Cannot mirror into table %s: data files come in the columns %s, and not in %s"
              .formatted(
                  request.table(), FilePiece.SCHEMA.getFields(), stream.getSchema().getFields()));
    }
    return target.openCopy(request, allocator);
  }

  private void requireCreatable(LoadRequest request) {
    if (!context.settings().createTables() && !context.tables().exists(request.table())) {
      throw IceRunnerException.notFound(
          "Cannot mirror into table %s: it does not exist, and this server creates no tables"
              .formatted(request.table()));
    }
  }

  private static void writeAll(
      FlightStream stream,
      ReplicaLoad load,
      StreamListener<PutResult> results,
      BufferAllocator allocator) {
    long batches = 0;
    for (long number = 0; PutEndpoint.next(stream, number); number++) {
      if (stream.getRoot().getRowCount() > 0) {
        load.write(stream.getRoot(), stream.getDictionaryProvider());
        batches++;
      }
      byte @Nullable [] metadata = PutEndpoint.metadata(stream);
      if (metadata != null) {
        LoadCommit commit = ReplicaJson.commit(metadata);
        requireAll(commit, batches);
        answer(load.commit(commit.update()), results, allocator);
        batches = 0;
      }
    }
  }

  /** A message that is lost between two others leaves no other trace. */
  private static void requireAll(LoadCommit commit, long batches) {
    if (batches != commit.batches()) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot commit: %s batches have come, and %s were sent"
              .formatted(batches, commit.batches()));
    }
  }

  /** The client must not take what follows for a commit that failed. */
  private static void answer(
      CommittedLoad committed, StreamListener<PutResult> results, BufferAllocator allocator) {
    try {
      PutEndpoint.acknowledge(results, ReplicaJson.committed(committed), allocator);
    } catch (RuntimeException e) {
      throw new IceRunnerException(
          ErrorCode.COMMIT_UNKNOWN,
          "Cannot tell of a commit that took place: " + e.getMessage(),
          e);
    }
  }
}
