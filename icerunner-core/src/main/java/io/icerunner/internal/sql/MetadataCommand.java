package io.icerunner.internal.sql;

import io.icerunner.spi.RecordBatchStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** A command that lists something the server knows; its schema is fixed by Flight SQL. */
interface MetadataCommand {

  /** The schema of FlightInfo, GetSchema and stream. */
  Schema schema();

  /** Starts the listing; the caller closes it. */
  RecordBatchStream open(BufferAllocator allocator);
}
