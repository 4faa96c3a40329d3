package io.icerunner.internal.mirror;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.mirror.source.CanonicalRows;
import io.icerunner.internal.mirror.source.CanonicalStream;
import io.icerunner.internal.mirror.source.SourceServer;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** Rows of targets on another IceRunner, by scan requests. Safe for use by many threads. */
public final class FlightTargetRows implements TargetRows {
  private final SourceServer server;
  private final TypeMappers mappers;

  /**
   * @param server stays the caller's
   */
  public FlightTargetRows(SourceServer server, TypeMappers mappers) {
    this.server = server;
    this.mappers = mappers;
  }

  @Override
  public CanonicalRows read(
      TableIdentifier table,
      @Nullable List<String> columns,
      @Nullable String filter,
      BufferAllocator allocator) {
    ObjectNode request = ScanRequests.of(table);
    if (columns != null) {
      List<String> chosen = chosen(table, columns);
      chosen.forEach(request.putArray("columns")::add);
    }
    if (filter != null) {
      request.put("filter", filter);
    }
    return CanonicalStream.of(
        server.read(info(request), allocator), mappers, table.toString(), allocator);
  }

  @Override
  public Map<Integer, String> columnNames(TableIdentifier table) {
    return ColumnNames.of(server, ScanRequests.of(table));
  }

  private List<String> chosen(TableIdentifier table, List<String> columns) {
    List<String> chosen =
        info(ScanRequests.of(table)).getSchemaOptional().map(Schema::getFields).stream()
            .flatMap(List::stream)
            .map(Field::getName)
            .filter(columns::contains)
            .toList();
    if (chosen.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read table %s of %s: it has none of the columns %s"
              .formatted(table, server.address(), columns));
    }
    return chosen;
  }

  private FlightInfo info(ObjectNode request) {
    return server.info(FlightDescriptor.command(Json.bytes(request)));
  }
}
