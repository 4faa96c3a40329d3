package io.icerunner.spi;

import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Runs SQL over tables that it reaches only through the {@link TableResolver} it is handed. An
 * engine never opens a catalog and reads no file that a {@link ScanPlan} did not name.
 *
 * <p>All methods may be called by many threads at once.
 */
public interface QueryEngine extends AutoCloseable {

  /** What this engine can do; by default everything. */
  default Set<EngineCapability> capabilities() {
    return EnumSet.allOf(EngineCapability.class);
  }

  /**
   * Tells the result schema and the parameters of a statement without running it.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT with the engine's own text if
   *     the statement is wrong, NOT_FOUND if it names an unknown table, UNSUPPORTED if it is not a
   *     query
   */
  QueryDescription describe(SqlQuery query, TableResolver tables);

  /**
   * Runs a statement. The schema of the stream equals that of {@link #describe}.
   *
   * @param allocator where the batches are allocated; the caller closes it after the stream
   * @return a stream that the caller closes
   * @throws io.icerunner.error.IceRunnerException as {@link #describe}, and if the statement fails
   *     before its first batch
   */
  RecordBatchStream execute(SqlQuery query, TableResolver tables, BufferAllocator allocator);

  /**
   * Reads one table. The batches have exactly the scan's schema, nullability and field metadata
   * included.
   *
   * @param allocator where the batches are allocated; the caller closes it after the stream
   * @return a stream that the caller closes
   */
  RecordBatchStream scan(TableScan scan, BufferAllocator allocator);

  /** Ends running statements and frees what the engine holds. Idempotent. */
  @Override
  void close();
}
