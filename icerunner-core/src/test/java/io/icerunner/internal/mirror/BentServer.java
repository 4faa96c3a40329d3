package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.source.BatchStream;
import io.icerunner.internal.mirror.source.SourceServer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A server that runs other statements than it is asked to, or whose streams break.
 *
 * @param batches after which streams break
 * @param isSilent whether they just end then
 */
record BentServer(
    SourceServer server, UnaryOperator<String> statements, int batches, boolean isSilent)
    implements SourceServer {

  static BentServer breakingAfter(SourceServer server, int batches) {
    return new BentServer(server, UnaryOperator.identity(), batches, false);
  }

  static BentServer endingAfter(SourceServer server, int batches) {
    return new BentServer(server, UnaryOperator.identity(), batches, true);
  }

  static BentServer rewriting(SourceServer server, UnaryOperator<String> statements) {
    return new BentServer(server, statements, Integer.MAX_VALUE, false);
  }

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
    return server.query(statements.apply(sql));
  }

  @Override
  public FlightInfo table(List<String> name) {
    return server.table(name);
  }

  @Override
  public BatchStream read(FlightInfo info, BufferAllocator allocator) {
    return new BreakingStream(server.read(info, allocator), batches, isSilent);
  }

  @Override
  public void close() {}

  private static final class BreakingStream implements BatchStream {
    private final BatchStream stream;
    private final boolean isSilent;
    private int left;

    BreakingStream(BatchStream stream, int batches, boolean isSilent) {
      this.stream = stream;
      this.left = batches;
      this.isSilent = isSilent;
    }

    @Override
    public Schema schema() {
      return stream.schema();
    }

    @Override
    public boolean next() {
      if (left-- == 0) {
        if (isSilent) {
          return false;
        }
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
