package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.copy.FilePiece;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.scan.PinnedTable;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.internal.types.ShownConversion;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableScan;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;

/** Answers read requests: describes them, pins their snapshots into tickets, and streams them. */
final class TableReader {
  /** The time zone of plain Flight clients, which have no session. */
  static final ZoneId ZONE = ZoneId.of("UTC");

  private final ServerContext context;
  private final FileReads files;

  TableReader(ServerContext context) {
    this.context = context;
    this.files = new FileReads(context);
  }

  /** The schema and the ticket of a request, without reading data. */
  FlightInfo info(ReadRequest request, FlightDescriptor descriptor) {
    SnapshotResolver resolver = context.resolver(Map.of());
    if (request instanceof ReadRequest.OfTable table) {
      return info(table, descriptor, resolver);
    }
    if (request instanceof ReadRequest.OfFiles wanted) {
      return files.info(wanted, descriptor, resolver);
    }
    String sql = ((ReadRequest.OfSql) request).sql();
    Schema schema = context.engine().describe(SqlQuery.of(sql, ZONE), resolver).resultSchema();
    byte[] ticket = ticket(request, schema, resolver.pins());
    return FlightInfo.builder(schema, descriptor, List.of(context.endpoint(ticket)))
        .setOrdered(true)
        .setAppMetadata(snapshots(resolver.pins()))
        .build();
  }

  private FlightInfo info(
      ReadRequest.OfTable request, FlightDescriptor descriptor, SnapshotResolver resolver) {
    PinnedTable table = resolver.resolve(request.name(), request.version());
    Schema schema = shown(table, Columns.positions(table, request.columns()));
    byte[] ticket = ticket(request, schema, resolver.pins());
    byte[] metadata = metadata(table);
    boolean exact = request.filter() == null;
    return FlightInfo.builder(schema, descriptor, List.of(context.endpoint(ticket, metadata)))
        .setRecords(exact ? table.recordCount().orElse(-1) : -1)
        .setBytes(exact ? table.totalBytes().orElse(-1) : -1)
        .setOrdered(false)
        .setAppMetadata(metadata)
        .build();
  }

  /** The schema of the stream that a request gives. */
  Schema schema(ReadRequest request) {
    SnapshotResolver resolver = context.resolver(Map.of());
    if (request instanceof ReadRequest.OfTable table) {
      ResolvedTable resolved = resolver.resolve(table.name(), table.version());
      return shown(resolved, Columns.positions(resolved, table.columns()));
    }
    if (request instanceof ReadRequest.OfFiles) {
      return FilePiece.SCHEMA;
    }
    String sql = ((ReadRequest.OfSql) request).sql();
    return context.engine().describe(SqlQuery.of(sql, ZONE), resolver).resultSchema();
  }

  static byte[] ticket(ReadRequest request, Schema schema, Map<TableIdentifier, Long> pins) {
    return TicketCodec.encode(
        new ReadTicket(UUID.randomUUID(), request, ZONE, pins, ReadTicket.fingerprint(schema)));
  }

  private static byte[] metadata(PinnedTable table) {
    return Json.bytes(description(table));
  }

  /** Which table at which snapshot is read. */
  static ObjectNode description(PinnedTable table) {
    ObjectNode json =
        Json.object()
            .put("table", table.identifier().toString())
            .put("table-uuid", table.uuid())
            .put("schema-id", table.schema().schemaId());
    if (table.isRange()) {
      json.put("from-snapshot-id", table.rangeStart());
    }
    table.snapshotId().ifPresent(id -> json.put("snapshot-id", id));
    table.sequenceNumber().ifPresent(number -> json.put("sequence-number", number));
    return json;
  }

  private static byte[] snapshots(Map<TableIdentifier, Long> pins) {
    ObjectNode json = Json.object();
    ObjectNode snapshots = json.putObject("snapshots");
    Map<String, Long> sorted = new TreeMap<>();
    pins.forEach((table, id) -> sorted.put(table.toString(), id));
    sorted.forEach(
        (table, id) -> {
          if (id != SnapshotResolver.NO_SNAPSHOT) {
            snapshots.put(table, id);
          }
        });
    return Json.bytes(json);
  }

  /** Streams a raw ticket: a request that was never described. */
  void stream(ReadRequest request, ServerStreamListener listener) {
    context
        .streams()
        .send(
            listener, allocator -> open(request, ZONE, Map.of(), ReadTicket.ANY_SCHEMA, allocator));
  }

  /** Streams a ticket of ours. */
  void stream(ReadTicket ticket, ServerStreamListener listener) {
    context.cancelledReads().check(ticket.id());
    RunningStream running =
        context
            .streams()
            .send(
                listener,
                allocator ->
                    open(
                        ticket.request(),
                        ticket.zone(),
                        ticket.pins(),
                        ticket.schema(),
                        allocator));
    context.cancelledReads().started(ticket.id(), running);
  }

  private RecordBatchStream open(
      ReadRequest request,
      ZoneId zone,
      Map<TableIdentifier, Long> pins,
      long promised,
      BufferAllocator allocator) {
    SnapshotResolver resolver = context.resolver(pins);
    if (request instanceof ReadRequest.OfTable table) {
      return scan(table, resolver, promised, allocator);
    }
    if (request instanceof ReadRequest.OfFiles wanted) {
      return files.open(wanted, resolver, allocator);
    }
    String sql = ((ReadRequest.OfSql) request).sql();
    return checked(
        context.engine().execute(SqlQuery.of(sql, zone), resolver, allocator), promised, "result");
  }

  private RecordBatchStream scan(
      ReadRequest.OfTable request,
      SnapshotResolver resolver,
      long promised,
      BufferAllocator allocator) {
    ResolvedTable table = resolver.resolve(request.name(), request.version());
    List<Integer> positions = Columns.positions(table, request.columns());
    List<String> names =
        positions.stream().map(i -> table.schema().columns().get(i).name()).toList();
    ShownConversion shown =
        context.typeMappers().shown(table.schema(), table.formatVersion()).select(positions);
    checkPromise(shown.schema(), promised, "table " + table.identifier());
    List<Field> canonical = TypeMappers.canonical(table.schema()).getFields();
    Schema scanned = new Schema(positions.stream().map(canonical::get).toList());
    RecordBatchStream stream =
        context.engine().scan(new TableScan(table, names, request.filter(), scanned), allocator);
    return shown.isIdentity() ? stream : new ShownStream(stream, shown, allocator);
  }

  private static RecordBatchStream checked(RecordBatchStream stream, long promised, String what) {
    try {
      checkPromise(stream.schema(), promised, what);
      return stream;
    } catch (RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static void checkPromise(Schema schema, long promised, String what) {
    if (promised != ReadTicket.ANY_SCHEMA && promised != ReadTicket.fingerprint(schema)) {
      throw IceRunnerException.notFound(
          "Cannot read the %s: its schema has changed since the ticket was made; get a new FlightInfo"
              .formatted(what));
    }
  }

  private Schema shown(ResolvedTable table, List<Integer> positions) {
    return context
        .typeMappers()
        .shown(table.schema(), table.formatVersion())
        .select(positions)
        .schema();
  }
}
