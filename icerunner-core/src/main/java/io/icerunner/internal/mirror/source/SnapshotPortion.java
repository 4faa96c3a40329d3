package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.types.TypeMappers;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of a table of an IceRunner: all of a snapshot, or those that came between two.
 *
 * @param state the table as it was when the portion was planned
 * @param from where a range begins; null for all rows
 * @param to the snapshot that a range ends with; null if the table has none
 * @param pending of which the first rows are in the target; null if none are
 * @param cutRows about after how many rows there are positions within it; 0 for none
 */
record SnapshotPortion(
    SourceServer server,
    List<String> name,
    SourceState state,
    @Nullable SnapshotPosition from,
    @Nullable Long to,
    SnapshotPosition.@Nullable Pending pending,
    long cutRows,
    TypeMappers mappers)
    implements Portion {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPortion.class);

  private static final String WHAT = "description of a read";

  /** What servers say that give rows only, those among them that never heard of files. */
  private static final Set<ErrorCode> GIVES_NO_FILES =
      EnumSet.of(ErrorCode.UNSUPPORTED, ErrorCode.INVALID_ARGUMENT, ErrorCode.PERMISSION_DENIED);

  /** How often the columns may change between two looks at them. */
  private static final int LOOKS = 5;

  static SourceState ask(SourceServer server, List<String> name, ObjectNode request) {
    name.forEach(request.putArray("table")::add);
    List<byte[]> answers = server.action(SnapshotTable.ACTION, Json.bytes(request));
    if (answers.size() != 1) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot follow %s of %s: the action changes gave %s answers"
              .formatted(String.join(".", name), server.address(), answers.size()));
    }
    return SourceState.parse(answers.get(0));
  }

  @Override
  public PortionRead open(BufferAllocator allocator) {
    SourceState known = state;
    for (int look = 0; look < LOOKS; look++) {
      FlightInfo info = server.info(FlightDescriptor.command(Json.bytes(request())));
      JsonNode metadata = metadata(info);
      if (!known.tableUuid().equals(Json.requiredText(metadata, "table-uuid", WHAT))) {
        throw changed("it was made anew");
      }
      Long schemaId = Json.longNumber(metadata, "schema-id", WHAT);
      if (schemaId != null && schemaId == known.schema().schemaId()) {
        return read(info, known, metadata, allocator);
      }
      if (pending != null && pending.isWhole()) {
        throw SnapshotRead.lost(name, "its columns are others than when the copy was begun");
      }
      known = ask(server, name, Json.object());
    }
    throw changed("its columns change all the time");
  }

  private ObjectNode request() {
    ObjectNode request = Json.object();
    name.forEach(request.putArray("table")::add);
    if (from != null) {
      request.put("from-snapshot-id", from.snapshotId()).put("to-snapshot-id", to);
    } else if (pending != null) {
      request.put("snapshot-id", pending.to());
    }
    return request;
  }

  private JsonNode metadata(FlightInfo info) {
    try {
      return Json.MAPPER.readTree(info.getAppMetadata());
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot read table %s of %s: its description is no JSON"
              .formatted(String.join(".", name), server.address()),
          e);
    }
  }

  private PortionRead read(
      FlightInfo info, SourceState known, JsonNode metadata, BufferAllocator allocator) {
    Long sequence = Json.longNumber(metadata, "sequence-number", WHAT);
    int schemaId = known.schema().schemaId();
    SnapshotPosition end =
        new SnapshotPosition(
            from != null ? to : Json.longNumber(metadata, "snapshot-id", WHAT),
            sequence == null ? 0 : sequence,
            schemaId,
            null);
    SnapshotPosition begin = from != null ? from : new SnapshotPosition(null, 0, schemaId, null);
    return SnapshotRead.of(this, known, info, begin, end, allocator);
  }

  /**
   * The data files of the rows that were described.
   *
   * @param known the table as it was described
   * @param end the position after them
   * @param rows how many; -1 if that is not known
   * @return null if the server does not give them, or they are too small
   */
  @Nullable PortionRead files(
      SourceState known,
      SnapshotPosition end,
      long rows,
      long leastBytes,
      BufferAllocator allocator) {
    ObjectNode request = Json.object().put("data-files", true);
    name.forEach(request.putArray("table")::add);
    if (from != null) {
      request.put("from-snapshot-id", from.snapshotId()).put("to-snapshot-id", to);
    } else {
      request.put("snapshot-id", end.snapshotId());
    }
    FlightInfo info;
    try {
      info = server.info(FlightDescriptor.command(Json.bytes(request)));
    } catch (IceRunnerException e) {
      if (GIVES_NO_FILES.contains(e.code())) {
        LOG.debug("Table {} is copied by rows: {}", String.join(".", name), e.getMessage());
        return null;
      }
      throw e;
    }
    JsonNode metadata = metadata(info);
    FilesInfo files = FilesInfo.of(info, metadata);
    boolean isSame =
        known.tableUuid().equals(Json.text(metadata, "table-uuid", WHAT))
            && (rows < 0 || rows == files.rows());
    return isSame && files.isWorthCopying(leastBytes)
        ? new FilesRead(String.join(".", name), known, end, files, server.read(info, allocator))
        : null;
  }

  private IceRunnerException changed(String reason) {
    return new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot read table %s of %s: %s"
            .formatted(String.join(".", name), server.address(), reason));
  }
}
