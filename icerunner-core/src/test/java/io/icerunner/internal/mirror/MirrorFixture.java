package io.icerunner.internal.mirror;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightUri;
import io.icerunner.internal.commit.TableCommitter;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.mirror.digest.Batches;
import io.icerunner.internal.mirror.source.CanonicalRows;
import io.icerunner.internal.mirror.source.CursorSettings;
import io.icerunner.internal.mirror.source.CursorTable;
import io.icerunner.internal.mirror.source.FlightSourceServer;
import io.icerunner.internal.mirror.source.SnapshotTable;
import io.icerunner.internal.mirror.source.SourceServer;
import io.icerunner.internal.mirror.source.SourceTable;
import io.icerunner.internal.mirror.verify.VerificationRun;
import io.icerunner.internal.mirror.verify.VerifiedTable;
import io.icerunner.internal.replica.CatalogReplicaTarget;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.internal.write.TableWriter;
import io.icerunner.server.IceRunnerServer;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** A server with tables, and a catalog with their copies: one of each is used at a time. */
final class MirrorFixture implements AutoCloseable {

  private static final Map<String, String> VERSION_3 = Map.of("format-version", "3");

  final BufferAllocator allocator;
  final CatalogTables sourceTables;
  final CatalogTables targetTables;
  final CatalogTargetRows targetRows;
  final CatalogReplicaTarget target;
  final SourceServer source;
  private int table;
  private long leastFileBytes;
  private final IceRunnerServer server;
  private final FlightClient client;
  private final QueryEngine engine;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final TypeMappers mappers = TypeMappers.of(List.of());

  MirrorFixture(Path folder) {
    IceRunnerServer.builder();
    allocator = new RootAllocator();
    Catalog sourceCatalog = catalog(folder.resolve("source"));
    sourceTables = CatalogTables.of("icerunner", sourceCatalog, true);
    Catalog targetCatalog = catalog(folder.resolve("target"));
    targetTables = CatalogTables.of("icerunner", targetCatalog, true);
    server = IceRunnerServer.builder().catalog(sourceCatalog).port(0).start();
    client =
        FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
            .build();
    source = FlightSourceServer.open(settings(), 2, allocator);
    engine = EngineChoice.named("duckdb", Map.of()).open(context());
    targetRows = new CatalogTargetRows(targetTables, () -> engine);
    target = new CatalogReplicaTarget(targetTables, mappers, executor);
  }

  private ConnectionSettings settings() {
    return ConnectionSettings.of(FlightUri.parse("grpc://127.0.0.1:" + server.port()));
  }

  private static ProviderContext context() {
    return new ProviderContext("icerunner", MirrorFixture.class.getClassLoader());
  }

  private static Catalog catalog(Path folder) {
    return CatalogChoice.warehouse(folder.toUri().toString()).open(context()).catalog();
  }

  /** From here on other tables are meant, which are not there yet. */
  void begin() {
    table++;
  }

  private List<String> sourceName() {
    return List.of("src", "t" + table);
  }

  private TableIdentifier sourceTable() {
    return TableIdentifier.of("src", "t" + table);
  }

  private TableIdentifier copy() {
    return TableIdentifier.of("dst", "t" + table);
  }

  /** Makes the source's table. */
  void create(Schema schema) {
    sourceTables.ensureNamespace(Namespace.of("src"));
    sourceTables.createTable(sourceTable(), schema, PartitionSpec.unpartitioned(), VERSION_3);
  }

  /** Changes the columns of the source. */
  void sourceSchema(Consumer<UpdateSchema> change) {
    UpdateSchema update = sourceTables.load(sourceTable()).updateSchema();
    change.accept(update);
    update.commit();
  }

  /** Puts rows into the source. */
  void put(Schema schema, List<Map<String, @Nullable Object>> rows) {
    try (VectorSchemaRoot batch = Batches.of(schema, rows, allocator)) {
      FlightClient.ClientStreamListener writer =
          client.startPut(FlightDescriptor.path(sourceName()), batch, new AsyncPutListener());
      writer.putNext();
      writer.completed();
      writer.getResult();
    }
  }

  /** Puts these rows in the place of the target's, as no mirror does. */
  void replaceTarget(List<Map<String, @Nullable Object>> rows, Schema schema) {
    Table table = targetTables.load(copy());
    try (TableWriter writer = TableWriter.open(table, allocator, executor, 1);
        VectorSchemaRoot batch = Batches.of(schema, rows, allocator)) {
      writer.write(batch);
      new TableCommitter().replaceAll(table, writer.complete(), Map.of());
    }
  }

  /** Runs one cycle by a cursor. */
  TableReport cycle(CursorSettings cursor, long batchSize) {
    return cycle(cursor, batchSize, source);
  }

  TableReport cycle(CursorSettings cursor, long batchSize, SourceServer server) {
    SourceTable table = new CursorTable(server, sourceName(), cursor, targetRows, copy(), mappers);
    return new MirrorRun(context(table, FollowSettings.Mode.CURSOR, batchSize, server))
        .run()
        .get(0);
  }

  /** From now on data files of any size are copied by snapshots. */
  void copyFiles() {
    leastFileBytes = 1;
  }

  /** Runs one cycle by snapshots. */
  TableReport snapshotCycle() {
    return snapshotCycle(source);
  }

  TableReport snapshotCycle(SourceServer server) {
    SourceTable followed = new SnapshotTable(server, sourceName(), 0, false, mappers);
    return new MirrorRun(context(followed, FollowSettings.Mode.SNAPSHOT, 0, server)).run().get(0);
  }

  SourceTable snapshots() {
    return new SnapshotTable(source, sourceName(), 0, false, mappers);
  }

  /** The source's table, as its catalog has it. */
  Table storedSource() {
    return sourceTables.load(sourceTable());
  }

  /** The target's table, as its catalog has it. */
  Table storedTarget() {
    return targetTables.load(copy());
  }

  VerifiedTable verify(SourceTable table) {
    return new VerificationRun(
            context(table, FollowSettings.Mode.AUTO, 0, source), targetRows, mappers)
        .run()
        .get(0);
  }

  VerifiedTable verify(CursorSettings cursor) {
    return verify(new CursorTable(source, sourceName(), cursor, targetRows, copy(), mappers));
  }

  MirrorContext context(
      SourceTable table, FollowSettings.Mode mode, long batchSize, SourceServer server) {
    FollowSettings follow =
        new FollowSettings(
            mode,
            null,
            List.of(),
            null,
            batchSize,
            false,
            true,
            false,
            true,
            false,
            VERSION_3,
            leastFileBytes);
    PaceSettings pace = new PaceSettings(1, 0, 0, Duration.ZERO, Duration.ofSeconds(1));
    TableSelection tables =
        new TableSelection(sourceName(), copy(), List.of(), List.of(), "{namespace}.{table}");
    return MirrorContext.of(
        new MirrorSettings(tables, follow, pace),
        server,
        new OneKind(table),
        target,
        allocator,
        new SilentListener());
  }

  /** The target's rows as text, sorted. */
  List<String> rows() {
    return rows(copy(), targetRows);
  }

  /** The source's rows as text, sorted. */
  List<String> sourceRows() {
    return rows(sourceTable(), new CatalogTargetRows(sourceTables, () -> engine));
  }

  private List<String> rows(TableIdentifier table, CatalogTargetRows reader) {
    List<String> rows = new ArrayList<>();
    try (CanonicalRows batches = reader.read(table, null, null, allocator)) {
      while (batches.next()) {
        VectorSchemaRoot batch = batches.batch();
        for (int i = 0; i < batch.getRowCount(); i++) {
          rows.add(row(batch, i));
        }
      }
    }
    Collections.sort(rows);
    return rows;
  }

  private static String row(VectorSchemaRoot batch, int i) {
    List<String> values = new ArrayList<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      Object value = vector.getObject(i);
      values.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value));
    }
    return String.join(",", values);
  }

  @Override
  public void close() throws InterruptedException {
    source.close();
    client.close();
    server.close();
    target.close();
    engine.close();
    targetTables.close();
    sourceTables.close();
    executor.shutdownNow();
    allocator.close();
  }

  private record OneKind(SourceTable table) implements SourceKinds {
    @Override
    public boolean hasSnapshots() {
      return table.kind().equals("snapshot");
    }

    @Override
    public SourceTable open(String kind, TablePair pair) {
      return table;
    }
  }

  private static final class SilentListener implements CycleListener {
    @Override
    public void progress(CycleProgress progress) {}

    @Override
    public void cycleDone(List<TableReport> tables, Duration duration) {}

    @Override
    public void retrying(String source, String message, Duration pause) {}
  }
}
