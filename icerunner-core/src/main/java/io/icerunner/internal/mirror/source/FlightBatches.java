package io.icerunner.internal.mirror.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.Objects;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * All batches that a description announces; it has ended well only if no row is missing. The server
 * is first asked when the schema or a batch is.
 */
final class FlightBatches implements BatchStream {
  private final String what;
  private final FlightInfo info;
  private final EndpointReads reads;
  private final SharedSchema schema;
  private @Nullable EndpointRead ahead;
  private @Nullable EndpointRead current;
  private boolean started;
  private long rows;

  /**
   * @param what for messages, as in "table a.b of grpc://host:8815"
   */
  FlightBatches(String what, FlightInfo info, EndpointReads reads, SharedSchema schema) {
    this.what = what;
    this.info = info;
    this.reads = reads;
    this.schema = schema;
  }

  private void start() {
    if (!started) {
      started = true;
      try {
        ahead = reads.next();
      } catch (IceRunnerException e) {
        throw info instanceof TicketByName byName ? byName.withWaysTried(e) : e;
      }
    }
  }

  @Override
  public Schema schema() {
    Schema known = schema.schema();
    if (known == null) {
      start();
      known = schema.schema();
    }
    return known != null ? known : announcedSchema();
  }

  /** Without endpoints. */
  private Schema announcedSchema() {
    return info.getSchemaOptional()
        .orElseThrow(
            () ->
                IceRunnerException.invalidArgument(
                    "Cannot read %s: the server names neither endpoints nor a schema"
                        .formatted(what)));
  }

  @Override
  public boolean next() {
    if (!started) {
      start();
    } else if (current != null) {
      current = null;
      ahead = reads.next();
    }
    current = ahead;
    if (current == null) {
      checkAllCame();
      return false;
    }
    rows += current.batch().getRowCount();
    return true;
  }

  private void checkAllCame() {
    if (rows < info.getRecords()) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot read %s: the stream ended after %s of %s announced rows"
              .formatted(what, rows, info.getRecords()));
    }
  }

  private EndpointRead current() {
    return Objects.requireNonNull(current, "there is no current batch");
  }

  @Override
  public VectorSchemaRoot batch() {
    return current().batch();
  }

  @Override
  public @Nullable DictionaryProvider dictionaries() {
    DictionaryProvider dictionaries = current().dictionaries();
    return dictionaries.getDictionaryIds().isEmpty() ? null : dictionaries;
  }

  @Override
  public long announcedRows() {
    return info.getRecords();
  }

  @Override
  public long announcedBytes() {
    return info.getBytes();
  }

  @Override
  public void cancel() {
    reads.cancel();
  }

  @Override
  public void close() {
    current = null;
    ahead = null;
    reads.close();
  }
}
