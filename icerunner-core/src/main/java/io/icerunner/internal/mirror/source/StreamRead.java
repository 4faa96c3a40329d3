package io.icerunner.internal.mirror.source;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A portion that is one stream, by default of a server that tells neither field ids nor a uuid. */
abstract class StreamRead implements PortionRead {
  private final BatchStream stream;

  /**
   * @param stream closed by this
   */
  StreamRead(BatchStream stream) {
    this.stream = stream;
  }

  @Override
  public org.apache.iceberg.@Nullable Schema icebergSchema() {
    return null;
  }

  @Override
  public @Nullable String sourceUuid() {
    return null;
  }

  @Override
  public Schema schema() {
    return stream.schema();
  }

  @Override
  public boolean next() {
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
