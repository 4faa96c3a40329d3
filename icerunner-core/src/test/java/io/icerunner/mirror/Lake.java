package io.icerunner.mirror;

import io.icerunner.fixture.StreamText;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.server.IceRunnerServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/** A warehouse with a server over it, and its catalog to change tables behind the server's back. */
final class Lake implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("name", ArrowType.Utf8.INSTANCE)));

  private final Path folder;
  private final BufferAllocator allocator = new RootAllocator();
  private final Catalog catalog;
  private int port;
  private IceRunnerServer server;
  private FlightClient client;

  Lake(Path folder) {
    IceRunnerServer.builder();
    this.folder = folder;
    this.catalog =
        CatalogChoice.warehouse(folder.toUri().toString())
            .open(Providers.context("default"))
            .catalog();
    this.server = startServer();
    this.client = connect();
  }

  private IceRunnerServer startServer() {
    IceRunnerServer started =
        IceRunnerServer.builder().catalog(catalog).port(port).drainTimeout(Duration.ZERO).start();
    port = started.port();
    return started;
  }

  private FlightClient connect() {
    return FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", port)).build();
  }

  /** The server ends with all its calls. */
  void stopServer() throws InterruptedException {
    client.close();
    server.close();
  }

  /** The server comes back at the same port. */
  void restartServer() {
    server = startServer();
    client = connect();
  }

  String uri() {
    return "grpc://127.0.0.1:" + port;
  }

  Path folder() {
    return folder;
  }

  Catalog catalog() {
    return catalog;
  }

  Table table(String name) {
    return catalog.loadTable(TableIdentifier.parse(name));
  }

  /** Appends rows with these ids and the names of them. */
  void put(String table, long from, long count) {
    put(table, SCHEMA, from, count);
  }

  /** Appends rows with these ids, and the names of them in the other columns. */
  void put(String table, Schema schema, long from, long count) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      FlightClient.ClientStreamListener writer =
          client.startPut(FlightDescriptor.path(table.split("\\.")), root, new AsyncPutListener());
      root.allocateNew();
      for (int row = 0; row < count; row++) {
        ((BigIntVector) root.getVector(0)).setSafe(row, from + row);
        byte[] name = ("n" + (from + row)).getBytes(StandardCharsets.UTF_8);
        for (int column = 1; column < root.getFieldVectors().size(); column++) {
          ((VarCharVector) root.getVector(column)).setSafe(row, name);
        }
      }
      root.setRowCount((int) count);
      if (count > 0) {
        writer.putNext();
      }
      writer.completed();
      writer.getResult();
    }
  }

  /** Rows of a table as text, sorted. */
  List<String> rows(String table) {
    List<String> rows = new ArrayList<>();
    try (FlightStream stream =
        client.getStream(new Ticket(table.getBytes(StandardCharsets.UTF_8)))) {
      rows.addAll(StreamText.rows(stream));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    rows.sort(Comparator.naturalOrder());
    return rows;
  }

  /** As {@link #rows} gives the rows of these ids. */
  static List<String> named(LongStream ids) {
    return ids.mapToObj(id -> id + ",n" + id).sorted().toList();
  }

  /** The data files of a table that its current snapshot added. */
  List<DataFile> lastFiles(String name) {
    Table table = table(name);
    Snapshot snapshot = table.currentSnapshot();
    List<DataFile> files = new ArrayList<>();
    SnapshotChanges.builderFor(table)
        .snapshot(snapshot)
        .build()
        .addedDataFiles()
        .forEach(files::add);
    return files;
  }

  /** Makes a table look as if it had been written by clocks that are ahead of ours. */
  void moveClockOf(String name, Duration ahead) {
    TableOperations operations = ((HasTableOperations) table(name)).operations();
    TableMetadata base = operations.refresh();
    String moved =
        Pattern.compile("\"(timestamp-ms|last-updated-ms)\":(\\d+)")
            .matcher(TableMetadataParser.toJson(base))
            .replaceAll(
                time ->
                    "\"%s\":%s"
                        .formatted(
                            time.group(1), Long.parseLong(time.group(2)) + ahead.toMillis()));
    operations.commit(base, TableMetadataParser.fromJson(moved));
  }

  int snapshots(String name) {
    return (int) StreamSupport.stream(table(name).snapshots().spliterator(), false).count();
  }

  /** A file with the rows of these ids that no snapshot of the table has. */
  DataFile looseFile(String table, long from, long count) {
    String other = table + "_loose" + from + "_" + System.nanoTime();
    put(other, from, count);
    return lastFiles(other).get(0);
  }

  /** All data files of a table's snapshot, each as often as it is in it. */
  List<String> filePaths(String name) {
    Table table = table(name);
    try (Stream<String> paths =
        StreamSupport.stream(table.newScan().planFiles().spliterator(), false)
            .map(task -> task.file().location())) {
      return paths.toList();
    }
  }

  @Override
  public void close() throws Exception {
    client.close();
    server.close();
    allocator.close();
    ((AutoCloseable) catalog).close();
  }
}
