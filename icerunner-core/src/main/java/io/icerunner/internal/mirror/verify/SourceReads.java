package io.icerunner.internal.mirror.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.mirror.ColumnNames;
import io.icerunner.internal.mirror.MirrorContext;
import io.icerunner.internal.mirror.ScanRequests;
import io.icerunner.internal.mirror.TablePair;
import io.icerunner.internal.mirror.cursor.CursorPosition;
import io.icerunner.internal.mirror.source.CanonicalRows;
import io.icerunner.internal.mirror.source.CanonicalStream;
import io.icerunner.internal.mirror.source.CursorSettings;
import io.icerunner.internal.mirror.source.CursorTable;
import io.icerunner.internal.mirror.source.SourceServer;
import io.icerunner.internal.mirror.source.SourceTable;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.types.TypeMappers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;

/** Reads the source of one target at the position of its record, in the way of its kind. */
final class SourceReads {
  private static final String SNAPSHOT_ID = "snapshot-id";

  private final MirrorContext context;
  private final TargetRows targetRows;
  private final TypeMappers mappers;
  private final TablePair pair;
  private final ReplicaRecord record;

  SourceReads(
      MirrorContext context,
      TargetRows targetRows,
      TypeMappers mappers,
      TablePair pair,
      ReplicaRecord record) {
    this.context = context;
    this.targetRows = targetRows;
    this.mappers = mappers;
    this.pair = pair;
    this.record = record;
  }

  SourceRows open(BufferAllocator allocator) {
    if (record.kind().equals("cursor")) {
      return new SourceRows(cursor().upTo(record, allocator), false, Map.of());
    }
    SourceTable table = context.kinds().open(record.kind(), pair);
    checkSource(table);
    return switch (record.kind()) {
      case "snapshot" -> snapshot(allocator);
      case "full" ->
          new SourceRows(read(server().table(pair.source()), allocator), false, Map.of());
      default ->
          throw refused(
              "the target has what its source gave in each cycle, which cannot be read again");
    };
  }

  private void checkSource(SourceTable table) {
    if (!table.isSourceOf(record)) {
      throw refused("the target is a copy of %s".formatted(record.source()));
    }
  }

  /** By the column of the record, whatever the mirror is told now. */
  private CursorTable cursor() {
    String column = CursorPosition.parse(record.position()).column();
    CursorTable table =
        new CursorTable(
            server(),
            pair.source(),
            new CursorSettings(column, List.of(), null, 0),
            targetRows,
            pair.target(),
            mappers);
    checkSource(table);
    return table;
  }

  private SourceRows snapshot(BufferAllocator allocator) {
    JsonNode position = json(record.position());
    if (position.hasNonNull("pending")) {
      throw refused("the target is in the middle of what was begun; run the mirror first");
    }
    CanonicalRows rows = read(at(position.path(SNAPSHOT_ID)), allocator);
    try {
      return new SourceRows(rows, true, names(rows.schema()));
    } catch (RuntimeException | Error e) {
      rows.close();
      throw e;
    }
  }

  /**
   * Describes the rows of a snapshot: without naming it if it is the current one, since then the
   * columns are as they are now.
   */
  private FlightInfo at(JsonNode snapshotId) {
    ObjectNode request = ScanRequests.of(pair.source());
    if (!snapshotId.isNumber()) {
      return info(request.put("filter", "1 = 0"));
    }
    FlightInfo now = info(request);
    return isAt(now, snapshotId.longValue())
        ? now
        : info(request.put(SNAPSHOT_ID, snapshotId.longValue()));
  }

  /** Whether a description is of this snapshot, with the columns as they are now. */
  private static boolean isAt(FlightInfo info, long snapshotId) {
    JsonNode metadata = json(new String(info.getAppMetadata(), StandardCharsets.UTF_8));
    return metadata.path(SNAPSHOT_ID).asLong(-1) == snapshotId;
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException e) {
      throw IceRunnerException.internal("Cannot read \"%s\": it is no JSON".formatted(text), e);
    }
  }

  private Map<String, String> names(org.apache.iceberg.Schema source) {
    return new Counterparts(targetRows.columnNames(pair.target()), record.fieldIds())
        .of(source, ColumnNames.of(server(), pair.source()));
  }

  private FlightInfo info(ObjectNode request) {
    return server().info(FlightDescriptor.command(Json.bytes(request)));
  }

  private CanonicalRows read(FlightInfo info, BufferAllocator allocator) {
    return CanonicalStream.of(server().read(info, allocator), mappers, pair.name(), allocator);
  }

  private SourceServer server() {
    return context.source();
  }

  private IceRunnerException refused(String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot compare %s with %s: %s".formatted(pair.target(), pair.name(), reason));
  }
}
