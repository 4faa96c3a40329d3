package io.icerunner.internal.mirror.source;

import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** What a server streams, in the canonical layout of a table that would be made for it. */
public final class CanonicalStream implements CanonicalRows {
  /** The only format version with a type for everything that can be stored. */
  private static final int FORMAT_VERSION = 3;

  private final BatchStream stream;
  private final BufferAllocator allocator;
  private final org.apache.iceberg.Schema schema;
  private final AppendConversion conversion;
  private @Nullable VectorSchemaRoot batch;

  private CanonicalStream(
      BatchStream stream,
      BufferAllocator allocator,
      org.apache.iceberg.Schema schema,
      AppendConversion conversion) {
    this.stream = stream;
    this.allocator = allocator;
    this.schema = schema;
    this.conversion = conversion;
  }

  /**
   * @param stream closed by this, at once if it cannot be read
   * @param name of what is read, for messages
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED or INVALID_ARGUMENT if a column
   *     cannot be stored
   */
  public static CanonicalStream of(
      BatchStream stream, TypeMappers mappers, String name, BufferAllocator allocator) {
    try {
      org.apache.iceberg.Schema schema = mappers.toIceberg(stream.schema(), FORMAT_VERSION);
      AppendConversion conversion =
          AppendConversion.plan(stream.schema(), schema, FORMAT_VERSION, mappers, name);
      return new CanonicalStream(stream, allocator, schema, conversion);
    } catch (RuntimeException | Error e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public org.apache.iceberg.Schema schema() {
    return schema;
  }

  /** The stream as it comes. */
  public BatchStream stream() {
    return stream;
  }

  @Override
  public boolean next() {
    drop();
    if (!stream.next()) {
      return false;
    }
    batch = conversion.convert(stream.batch(), stream.dictionaries(), allocator);
    return true;
  }

  @Override
  public VectorSchemaRoot batch() {
    VectorSchemaRoot current = batch;
    if (current == null) {
      throw new IllegalStateException("There is no current batch");
    }
    return current;
  }

  private void drop() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
  }

  @Override
  public void close() {
    drop();
    stream.close();
  }
}
