package io.icerunner.internal.mirror.source;

import org.apache.arrow.vector.VectorSchemaRoot;

/** Batches in the canonical layout of a schema. One thread reads. */
public interface CanonicalRows extends AutoCloseable {

  /** What the batches are canonical for. */
  org.apache.iceberg.Schema schema();

  /** Moves to the next batch; false at the end. */
  boolean next();

  /** The current batch; owned by this, valid until the next. */
  VectorSchemaRoot batch();

  @Override
  void close();
}
