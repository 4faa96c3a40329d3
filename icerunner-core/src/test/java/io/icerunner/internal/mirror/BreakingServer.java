package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.source.BatchStream;
import io.icerunner.internal.mirror.source.SourceServer;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A server whose streams break after some batches. */
record BreakingServer(SourceServer server, int batches) implements SourceServer {

  @Override
  public String address() {
    return server.address();
  }

  @Override
  public List<List<String>> tables() {
    return server.tables();
  }

  @Override
  public boolean hasAction(String name) {
    return server.hasAction(name);
  }

  @Override
  public List<byte[]> action(String name, byte[] body) {
    return server.action(name, body);
  }

  @Override
  public FlightInfo info(FlightDescriptor descriptor) {
    return server.info(descriptor);
  }

  @Override
  public FlightInfo query(String sql) {
    return server.query(sql);
  }

  @Override
  public FlightInfo table(List<String> name) {
    return server.table(name);
  }

  @Override
  public BatchStream read(FlightInfo info, BufferAllocator allocator) {
    return new BreakingStream(server.read(info, allocator), batches);
  }

  @Override
  public void close() {}

  private static final class BreakingStream implements BatchStream {
    private final BatchStream stream;
    private int left;

    BreakingStream(BatchStream stream, int batches) {
      this.stream = stream;
      this.left = batches;
    }

    @Override
    public Schema schema() {
      return stream.schema();
    }

    @Override
    public boolean next() {
      if (left-- == 0) {
        throw new IceRunnerException(ErrorCode.UNAVAILABLE, "Cannot read on: the stream broke");
      }
      return stream.next();
    }

    @Override
    public VectorSchemaRoot batch() {
      return stream.batch();
    }

    @Override
    public @Nullable DictionaryProvider dictionaries() {
      return stream.dictionaries();
    }

    @Override
    public long announcedRows() {
      return stream.announcedRows();
    }

    @Override
    public long announcedBytes() {
      return stream.announcedBytes();
    }

    @Override
    public void cancel() {
      stream.cancel();
    }

    @Override
    public void close() {
      stream.close();
    }
  }
}
