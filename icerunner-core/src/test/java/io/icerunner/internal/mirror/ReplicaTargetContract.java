package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.replica.CommittedLoad;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.RecordUpdate;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.replica.ReplicaState;
import io.icerunner.internal.replica.ReplicaTarget;
import io.icerunner.server.IceRunnerServer;
import io.icerunner.spi.ProviderContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every target does, wherever its tables are. */
abstract class ReplicaTargetContract {
  static final TableIdentifier ID = TableIdentifier.of("d", "copy");
  static final Schema IDS = new Schema(List.of(Field.nullable("id", new ArrowType.Int(64, true))));

  @TempDir Path warehouse;
  BufferAllocator allocator;
  CatalogTables tables;
  ReplicaTarget target;

  /** A target of the warehouse. */
  abstract ReplicaTarget openTarget();

  /** Closes what is below the target. */
  abstract void closeTarget();

  @BeforeEach
  void open() {
    IceRunnerServer.builder(); // chooses how Arrow takes memory
    allocator = new RootAllocator();
    tables =
        CatalogTables.of(
            "ice",
            new LocalCatalogProvider()
                .open(
                    Map.of("warehouse", warehouse.toString()),
                    new ProviderContext("ice", getClass().getClassLoader())),
            true);
    target = openTarget();
  }

  @AfterEach
  void close() {
    target.close();
    closeTarget();
    tables.close();
    allocator.close();
  }

  @Test
  void aTableThatIsNotThereIsMissing() {
    assertThat(target.state(ID)).isEqualTo(ReplicaState.MISSING);
  }

  @Test
  void rowsComeWithTheirRecord() {
    CommittedLoad committed;
    try (ReplicaLoad load = open(LoadMode.APPEND, null)) {
      write(load, 1, 2);
      write(load, 3);
      assertThat(load.rowCount()).isEqualTo(3);
      committed = load.commit(update("run", 1, 1));
      assertThat(load.rowCount()).isZero();
    }

    assertThat(rows()).containsExactly("1", "2", "3");
    assertThat(committed.rows()).isEqualTo(3);
    assertThat(committed.files()).isEqualTo(1);
    assertThat(committed.bytes()).isPositive();
    assertThat(committed.snapshotId()).isEqualTo(table().currentSnapshot().snapshotId());
    ReplicaRecord record = committed.record();
    assertThat(record.source()).isEqualTo("host:1/a.b");
    assertThat(record.position()).isEqualTo("{\"at\":1}");
    assertThat(record.rows()).isEqualTo(3);
    assertThat(target.state(ID)).isEqualTo(new ReplicaState(true, false, record, null));
  }

  @Test
  void anEmptyLoadMakesTheTable() {
    CommittedLoad committed;
    try (ReplicaLoad load = open(LoadMode.REPLACE, null)) {
      committed = load.commit(update("run", 1, 1));
    }

    assertThat(committed.snapshotId()).isEqualTo(-1);
    assertThat(target.state(ID)).isEqualTo(new ReplicaState(true, true, committed.record(), null));
    assertThat(table().schema().findField("id")).isNotNull();
  }

  @Test
  void oneLoadCommitsSeveralTimesAndDropsTheRest() {
    try (ReplicaLoad load = open(LoadMode.APPEND, null)) {
      for (int i = 1; i <= 3; i++) {
        write(load, i);
        assertThat(load.commit(update("run", 1, i)).record().commits()).isEqualTo(i);
      }
      write(load, 99);
    }

    assertThat(rows()).containsExactly("1", "2", "3");
    assertThat(files()).hasSize(3);
  }

  @Test
  void aReplacementTakesThePlaceOfAllRows() {
    ReplicaRecord first = load(LoadMode.APPEND, null, 1, 2);
    ReplicaRecord second = load(LoadMode.REPLACE, first, 3);
    assertThat(rows()).containsExactly("3");
    assertThat(second.rows()).isEqualTo(1);

    load(LoadMode.REPLACE, second);
    assertThat(rows()).isEmpty();
    assertThat(target.state(ID).isEmpty()).isTrue();
  }

  @Test
  void aLoadThatIsClosedLeavesNoFiles() {
    try (ReplicaLoad load = open(LoadMode.APPEND, null)) {
      write(load, 1);
    }

    assertThat(files()).isEmpty();
    assertThat(target.state(ID)).isEqualTo(new ReplicaState(true, true, null, null));
  }

  @Test
  void ofTwoMirrorsOneIsFenced() {
    ReplicaRecord record = load(LoadMode.APPEND, null, 1);
    try (ReplicaLoad one = open(LoadMode.APPEND, record);
        ReplicaLoad other = open(LoadMode.APPEND, record)) {
      write(one, 2);
      write(other, 2);
      one.commit(update("run-1", 2, 2));

      IceRunnerException fenced =
          catchThrowableOfType(IceRunnerException.class, () -> other.commit(update("run-2", 2, 2)));

      assertThat(fenced.code()).isEqualTo(ErrorCode.FENCED);
      assertThat(fenced.getMessage()).contains("commit 2 by run run-1 in epoch 2");
    }

    assertThat(rows()).containsExactly("1", "2");
    assertThat(files()).hasSize(2);
    assertThat(
            catchThrowableOfType(
                    IceRunnerException.class, () -> open(LoadMode.APPEND, record).close())
                .code())
        .isEqualTo(ErrorCode.FENCED);
  }

  @Test
  void aSchemaFollowsOrIsRefusedBeforeTheFirstRow() {
    org.apache.iceberg.Schema source =
        new org.apache.iceberg.Schema(
            Types.NestedField.optional(7, "id", Types.LongType.get(), "the key"));
    ReplicaRecord record;
    try (ReplicaLoad load = target.open(request(source, IDS, null), allocator)) {
      write(load, 1);
      record = load.commit(update("run", 1, 1)).record();
    }
    assertThat(record.fieldIds()).isEqualTo(Map.of(7, 1));
    assertThat(table().schema().findField("id").doc()).isEqualTo("the key");

    org.apache.iceberg.Schema renamed =
        new org.apache.iceberg.Schema(
            Types.NestedField.optional(7, "key", Types.LongType.get()),
            Types.NestedField.optional(8, "more", Types.StringType.get()));
    Schema arrow =
        new Schema(
            List.of(
                Field.nullable("key", new ArrowType.Int(64, true)),
                Field.nullable("more", ArrowType.Utf8.INSTANCE)));
    target.open(request(renamed, arrow, record), allocator).close();
    assertThat(table().schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("key", "more");

    org.apache.iceberg.Schema retyped =
        new org.apache.iceberg.Schema(Types.NestedField.optional(7, "key", Types.StringType.get()));
    Schema text = new Schema(List.of(Field.nullable("key", ArrowType.Utf8.INSTANCE)));
    IceRunnerException refused =
        catchThrowableOfType(
            IceRunnerException.class,
            () -> target.open(request(retyped, text, record), allocator).close());
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused.getMessage())
        .contains("column 'key' is string at the source and long in the table");
  }

  @Test
  void aDictionaryIsStoredAsItsValues() {
    Schema incoming = new Schema(List.of(Field.nullable("name", ArrowType.Utf8.INSTANCE)));
    DictionaryProvider.MapDictionaryProvider dictionaries =
        new DictionaryProvider.MapDictionaryProvider();
    try (VarCharVector values = texts("values", "a", "b");
        VarCharVector plain = texts("name", "b", "a", "b")) {
      Dictionary dictionary = new Dictionary(values, new DictionaryEncoding(1, false, null));
      dictionaries.put(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
          VectorSchemaRoot batch = VectorSchemaRoot.of(encoded);
          ReplicaLoad load = target.open(request(null, incoming, null), allocator)) {
        load.write(batch, dictionaries);
        load.commit(update("run", 1, 1));
      }
    }

    assertThat(rows()).containsExactly("a", "b", "b");
  }

  private VarCharVector texts(String name, String... texts) {
    VarCharVector vector = new VarCharVector(name, allocator);
    vector.allocateNew();
    for (int i = 0; i < texts.length; i++) {
      vector.setSafe(i, texts[i].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(texts.length);
    return vector;
  }

  @Test
  void aLargeBatchComesWhole() {
    int count = 2_000_000;
    try (ReplicaLoad load = open(LoadMode.APPEND, null)) {
      try (VectorSchemaRoot batch = VectorSchemaRoot.create(IDS, allocator)) {
        BigIntVector ids = (BigIntVector) batch.getVector(0);
        ids.allocateNew(count);
        for (int i = 0; i < count; i++) {
          ids.set(i, i);
        }
        batch.setRowCount(count);
        load.write(batch, null);
      }
      assertThat(load.rowCount()).isEqualTo(count);
      assertThat(load.commit(update("run", 1, 1)).rows()).isEqualTo(count);
    }
    assertThat(table().currentSnapshot().summary()).containsEntry("total-records", "" + count);
  }

  @Test
  void aValueThatCannotBeStoredIsRefusedAndLeavesNothing() {
    org.apache.iceberg.Schema required =
        new org.apache.iceberg.Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    try (ReplicaLoad load = target.open(request(required, IDS, null), allocator)) {
      write(load, 1);
      IceRunnerException refused =
          catchThrowableOfType(
              IceRunnerException.class,
              () -> {
                try (VectorSchemaRoot batch = VectorSchemaRoot.create(IDS, allocator)) {
                  batch.allocateNew();
                  batch.setRowCount(1);
                  load.write(batch, null);
                }
              });
      assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(refused.getMessage()).contains("'id'");
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aTableThatWasSetBackIsTold() {
    ReplicaRecord first = load(LoadMode.APPEND, null, 1);
    long snapshot = table().currentSnapshot().snapshotId();
    load(LoadMode.APPEND, first, 2);
    table().manageSnapshots().rollbackTo(snapshot).commit();

    assertThat(target.state(ID).damage()).contains("was set back");
  }

  ReplicaRecord load(LoadMode mode, @Nullable ReplicaRecord expected, int... ids) {
    try (ReplicaLoad load = open(mode, expected)) {
      write(load, ids);
      return load.commit(update("run", 1, ids.length)).record();
    }
  }

  ReplicaLoad open(LoadMode mode, @Nullable ReplicaRecord expected) {
    return target.open(
        new LoadRequest(ID, mode, IDS, null, null, expected, true, Map.of()), allocator);
  }

  private static LoadRequest request(
      org.apache.iceberg.@Nullable Schema source,
      Schema incoming,
      @Nullable ReplicaRecord expected) {
    return new LoadRequest(ID, LoadMode.APPEND, incoming, source, "uuid", expected, true, Map.of());
  }

  static RecordUpdate update(String run, long epoch, long position) {
    return new RecordUpdate(
        "host:1/a.b", "uuid", "snapshot", "{\"at\": %s}".formatted(position), epoch, run);
  }

  void write(ReplicaLoad load, int... values) {
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(IDS, allocator)) {
      BigIntVector ids = (BigIntVector) batch.getVector(0);
      for (int i = 0; i < values.length; i++) {
        ids.setSafe(i, values[i]);
      }
      batch.setRowCount(values.length);
      load.write(batch, null);
    }
  }

  Table table() {
    return tables.load(ID);
  }

  /** The first column, as text, sorted. */
  List<String> rows() {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table().newScan().planFiles();
        Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      for (FileScanTask task : tasks) {
        Path file = LocalPaths.toPath(task.file().location());
        try (ResultSet result = statement.executeQuery("SELECT * FROM '%s'".formatted(file))) {
          while (result.next()) {
            rows.add(result.getString(1));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    rows.sort(null);
    return rows;
  }

  /** Data files in the table's folder. */
  List<Path> files() {
    Path data = LocalPaths.toPath(table().location()).resolve("data");
    if (!Files.exists(data)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
