package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.commit.CommitResult;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Puts to a path: the stream is appended to the table in one commit. A batch with metadata is
 * acknowledged with the same bytes once it is encoded; the commit is acknowledged last, with JSON:
 *
 * <pre>{@code {"table": "default.t", "snapshot-id": 42, "rows": 1000, "files": 1}}</pre>
 *
 * Without rows there is no new snapshot, and the snapshot id is that of the current one, or null.
 */
public final class PutEndpoint {
  private final ServerContext context;
  private final MirrorEndpoint mirrors;

  PutEndpoint(ServerContext context, MirrorEndpoint mirrors) {
    this.context = context;
    this.mirrors = mirrors;
  }

  void accept(FlightDescriptor descriptor, FlightStream stream, StreamListener<PutResult> results) {
    if (descriptor.isCommand()) {
      @Nullable JsonNode load = ReplicaJson.loadIn(descriptor.getCommand());
      if (load == null) {
        throw IceRunnerException.invalidArgument(
            "Cannot accept the put: its descriptor is a command that is neither Flight SQL nor a mirror's; give a path, [\"table\"] or [\"namespace\", \"table\"]");
      }
      mirrors.accept(load, stream, results);
      return;
    }
    TableIdentifier table = table(RequestReader.path(descriptor));
    PutSetup.current().awaitSchema(stream);
    try (CallAllocator call = context.openCall("put")) {
      CommitResult result = append(table, stream, results, call.allocator());
      acknowledge(results, result(table, result), call.allocator());
    }
    results.onCompleted();
  }

  private CommitResult append(
      TableIdentifier table,
      FlightStream stream,
      StreamListener<PutResult> results,
      BufferAllocator allocator) {
    try (TableAppend append =
        TableAppend.open(
            context,
            table,
            incoming(stream),
            context.settings().createTables(),
            TableAppend.IfExists.APPEND,
            allocator)) {
      writeAll(stream, append, results, allocator);
      return append.commit();
    }
  }

  /**
   * Writes every batch of a stream, and acknowledges those that carry metadata.
   *
   * @throws IceRunnerException INVALID_ARGUMENT naming the batch if it is malformed
   */
  public static void writeAll(
      FlightStream stream,
      TableAppend append,
      StreamListener<PutResult> results,
      BufferAllocator allocator) {
    for (long number = 0; next(stream, number); number++) {
      if (stream.getRoot().getRowCount() > 0) {
        append.write(stream.getRoot(), stream.getDictionaryProvider());
      }
      byte @Nullable [] metadata = metadata(stream);
      if (metadata != null) {
        acknowledge(results, metadata, allocator);
      }
    }
  }

  /** The metadata of the current batch; null if it has none. */
  static byte @Nullable [] metadata(FlightStream stream) {
    @Nullable ArrowBuf metadata = stream.getLatestMetadata();
    if (metadata == null) {
      return null;
    }
    byte[] bytes = new byte[Math.toIntExact(metadata.readableBytes())];
    metadata.getBytes(metadata.readerIndex(), bytes);
    return bytes;
  }

  /**
   * Moves to the next batch; false at the end.
   *
   * @param number of the batch, for messages
   */
  static boolean next(FlightStream stream, long number) {
    try {
      return PutSetup.current().next(stream);
    } catch (FlightRuntimeException | IceRunnerException | OutOfMemoryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read record batch %s of the stream: it is malformed (%s)"
              .formatted(number, rootMessage(e)),
          e);
    }
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage() == null ? root : root.getMessage());
  }

  /**
   * The schema of a stream whose schema has arrived; dictionaries have the type of their values.
   */
  public static Schema incoming(FlightStream stream) {
    return TypeMappers.decoded(stream.getSchema(), stream.getDictionaryProvider());
  }

  private TableIdentifier table(List<String> parts) {
    Namespace defaultNamespace = context.settings().defaultNamespace();
    try {
      return context.tables().resolve(parts, defaultNamespace);
    } catch (IceRunnerException e) {
      if (e.code() != ErrorCode.NOT_FOUND || !context.settings().createTables()) {
        throw e;
      }
      int last = parts.size() - 1;
      Namespace namespace =
          last == 0
              ? defaultNamespace
              : Namespace.of(parts.subList(0, last).toArray(new String[0]));
      return TableIdentifier.of(namespace, parts.get(last));
    }
  }

  private static byte[] result(TableIdentifier table, CommitResult result) {
    @Nullable Long snapshotId = result.snapshotId() == -1 ? null : result.snapshotId();
    return Json.bytes(
        Json.object()
            .put("table", table.toString())
            .put("snapshot-id", snapshotId)
            .put("rows", result.rows())
            .put("files", result.files()));
  }

  static void acknowledge(
      StreamListener<PutResult> results, byte[] metadata, BufferAllocator allocator) {
    ArrowBuf buffer = allocator.buffer(Math.max(1, metadata.length));
    try (PutResult result = PutResult.metadata(buffer)) {
      buffer.writeBytes(metadata);
      results.onNext(result);
    }
  }
}
