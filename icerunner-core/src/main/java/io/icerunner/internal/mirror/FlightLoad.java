package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.FlightPeer;
import io.icerunner.internal.client.RemotePut;
import io.icerunner.internal.copy.FilePiece;
import io.icerunner.internal.flight.BatchCutter;
import io.icerunner.internal.flight.ReplicaJson;
import io.icerunner.internal.replica.CommittedLoad;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.RecordUpdate;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import java.time.Duration;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/** Rows, or data files, on their way into a table of another server, as one stream to it. */
final class FlightLoad implements ReplicaLoad {
  /** A server goes on against other writers for minutes before it gives up. */
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

  /** The newest format has every type, so that the server sees what arrived. */
  private static final int FORMAT_VERSION = 3;

  private final LoadRequest request;
  private final @Nullable AppendConversion conversion;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot root;
  private final RemotePut put;
  private long rows;
  private long batches;
  private boolean isFailed;
  private boolean isClosed;

  /**
   * @param conversion of batches of rows; null for data files
   */
  private FlightLoad(
      LoadRequest request,
      @Nullable AppendConversion conversion,
      BufferAllocator allocator,
      VectorSchemaRoot root,
      RemotePut put) {
    this.request = request;
    this.conversion = conversion;
    this.allocator = allocator;
    this.root = root;
    this.put = put;
  }

  /** As {@link io.icerunner.internal.replica.ReplicaTarget#open}. */
  static FlightLoad open(
      FlightPeer server, LoadRequest request, TypeMappers mappers, BufferAllocator allocator) {
    return openWithLogIn(
        server, ReplicaJson.load(request), request, conversion(request, mappers), allocator);
  }

  /** As {@link io.icerunner.internal.replica.ReplicaTarget#openCopy}. */
  static FlightLoad openCopy(FlightPeer server, LoadRequest request, BufferAllocator allocator) {
    return openWithLogIn(server, ReplicaJson.copy(request), request, null, allocator);
  }

  private static FlightLoad openWithLogIn(
      FlightPeer server,
      byte[] command,
      LoadRequest request,
      @Nullable AppendConversion conversion,
      BufferAllocator allocator) {
    try {
      return open(server, command, request, conversion, allocator, true);
    } catch (LogInIsOverException e) {
      return open(server, command, request, conversion, allocator, false);
    }
  }

  private static AppendConversion conversion(LoadRequest request, TypeMappers mappers) {
    Schema source =
        request.source() == null
            ? mappers.toIceberg(request.incoming(), FORMAT_VERSION)
            : new Schema(request.source().columns());
    return AppendConversion.plan(
        request.incoming(), source, FORMAT_VERSION, mappers, request.table().toString());
  }

  /** Opening the stream anew with another log-in may help. */
  private static final class LogInIsOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LogInIsOverException(IceRunnerException cause) {
      super(cause);
    }
  }

  private static FlightLoad open(
      FlightPeer server,
      byte[] command,
      LoadRequest request,
      @Nullable AppendConversion conversion,
      BufferAllocator allocator,
      boolean mayLogIn) {
    VectorSchemaRoot root =
        VectorSchemaRoot.create(
            conversion == null ? FilePiece.SCHEMA : conversion.schema(), allocator);
    @Nullable RemotePut put = null;
    try {
      put =
          server.put(
              "write table " + request.table(), FlightDescriptor.command(command), root, allocator);
      requireOpened(request, put, mayLogIn);
      return new FlightLoad(request, conversion, allocator, root, put);
    } catch (RuntimeException e) {
      if (put != null) {
        put.close();
      }
      root.close();
      throw e;
    }
  }

  private static void requireOpened(LoadRequest request, RemotePut put, boolean mayLogIn) {
    try {
      if (!ReplicaJson.isOpened(put.answer(LONGEST_ANSWER))) {
        throw IceRunnerException.internal(
            "Cannot mirror into table %s: the server's answer is unknown"
                .formatted(request.table()),
            null);
      }
    } catch (IceRunnerException e) {
      if (mayLogIn && put.mayBeReopened(e)) {
        throw new LogInIsOverException(e);
      }
      throw e;
    }
  }

  @Override
  public void write(VectorSchemaRoot batch, @Nullable DictionaryProvider dictionaries) {
    begin("write");
    if (conversion == null) {
      send(batch);
    } else {
      try (VectorSchemaRoot converted = conversion.convert(batch, dictionaries, allocator)) {
        send(converted);
      }
    }
    isFailed = false;
  }

  private void send(VectorSchemaRoot batch) {
    int count = batch.getRowCount();
    for (BatchCutter pieces = new BatchCutter(batch, root); pieces.cut(); root.clear()) {
      put.send(null);
      batches++;
    }
    rows += count;
  }

  @Override
  public long rowCount() {
    return rows;
  }

  @Override
  public CommittedLoad commit(RecordUpdate update) {
    begin("commit");
    put.requireRunning();
    root.clear();
    CommittedLoad committed;
    try {
      put.send(ReplicaJson.commit(update, batches));
      committed = ReplicaJson.committed(put.answer(LONGEST_ANSWER), "table " + request.table());
    } catch (IceRunnerException e) {
      throw RemotePut.isAnswered(e) ? e : unknown(e);
    }
    rows = 0;
    batches = 0;
    isFailed = false;
    return committed;
  }

  /** The question is on its way, and what became of it was not told. */
  private IceRunnerException unknown(IceRunnerException failure) {
    return new IceRunnerException(
        ErrorCode.COMMIT_UNKNOWN,
        "Cannot tell whether the commit to table %s took place, look in the table: %s"
            .formatted(request.table(), failure.getMessage()),
        failure);
  }

  private void begin(String action) {
    if (isFailed || isClosed) {
      throw new IllegalStateException(
          "Cannot %s: the load of table %s has %s"
              .formatted(action, request.table(), isClosed ? "ended" : "failed"));
    }
    isFailed = true;
  }

  /** The server drops what was not committed when the stream ends. */
  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      put.close();
      root.close();
    }
  }
}
