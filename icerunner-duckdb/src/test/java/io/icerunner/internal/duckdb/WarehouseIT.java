package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.internal.commit.TableCommitter;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.internal.write.TableWriter;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableScan;
import io.icerunner.spi.TableVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine over tables of a real catalog, written by the project's own writer. */
class WarehouseIT extends EngineTest {
  private static final Namespace DEFAULT = Namespace.of("default");
  private static final int ROWS = 1000;

  @SuppressWarnings("NullAway.Init")
  private CatalogTables catalog;

  @BeforeEach
  void openCatalog() {
    ProviderContext context = new ProviderContext("icerunner", getClass().getClassLoader());
    catalog =
        CatalogTables.of(
            "icerunner",
            new LocalCatalogProvider()
                .open(Map.of("warehouse", folder.resolve("a warehouse [1]").toString()), context),
            true);
    catalog.ensureNamespace(DEFAULT);
  }

  @AfterEach
  void closeCatalog() {
    catalog.close();
  }

  static Stream<Type> types() {
    List<Type> scalars =
        List.of(
            Types.BooleanType.get(),
            Types.IntegerType.get(),
            Types.LongType.get(),
            Types.FloatType.get(),
            Types.DoubleType.get(),
            Types.DateType.get(),
            Types.TimeType.get(),
            Types.TimestampType.withZone(),
            Types.TimestampType.withoutZone(),
            Types.TimestampNanoType.withZone(),
            Types.TimestampNanoType.withoutZone(),
            Types.StringType.get(),
            Types.UUIDType.get(),
            Types.FixedType.ofLength(7),
            Types.FixedType.ofLength(16),
            Types.BinaryType.get(),
            Types.DecimalType.of(9, 2),
            Types.DecimalType.of(18, 4),
            Types.DecimalType.of(19, 0),
            Types.DecimalType.of(38, 10),
            Types.DecimalType.of(38, 0));
    Stream<Type> nested =
        scalars.stream()
            .map(
                type ->
                    Types.StructType.of(
                        NestedField.optional(10, "a B", type),
                        NestedField.required(11, "key", type),
                        NestedField.optional(12, "li", Types.ListType.ofOptional(13, type)),
                        NestedField.optional(
                            14,
                            "mp",
                            Types.MapType.ofOptional(15, 16, Types.StringType.get(), type)),
                        NestedField.optional(
                            17,
                            "deep",
                            Types.ListType.ofRequired(
                                18, Types.StructType.of(NestedField.optional(19, "x", type))))));
    return Stream.concat(scalars.stream(), nested);
  }

  @ParameterizedTest
  @MethodSource("types")
  void readsWhatWasWritten(Type type) throws Exception {
    Schema schema =
        new Schema(
            NestedField.required(1, "id", Types.LongType.get()),
            NestedField.optional(2, "The column", type),
            NestedField.required(3, "required", Types.StringType.get()));
    Table table =
        catalog.createTable(
            TableIdentifier.of(DEFAULT, "t"),
            schema,
            org.apache.iceberg.PartitionSpec.unpartitioned(),
            Map.of("format-version", "3"));
    try (VectorSchemaRoot written =
        new RandomBatch(42).of(TypeMappers.canonical(table.schema()), ROWS, allocator)) {
      for (int i = 0; i < ROWS; i++) {
        ((org.apache.arrow.vector.BigIntVector) written.getVector(0)).set(i, i);
      }
      append(table, written);
      assertScanGives(written, null, ROWS);
      assertScanGives(written, "id < 3 AND true", 3);
      assertSqlGives(written);
    }
  }

  private void append(Table table, VectorSchemaRoot batch) throws Exception {
    try (TableWriter writer = TableWriter.open(table, allocator, Runnable::run, 1)) {
      writer.write(batch);
      new TableCommitter().append(table, writer.complete(), Map.of());
    }
  }

  private SnapshotResolver resolver() {
    return new SnapshotResolver(catalog, DEFAULT, Map.of());
  }

  private void assertScanGives(
      VectorSchemaRoot written, @org.jspecify.annotations.Nullable String filter, int rows) {
    ResolvedTable table = resolver().resolve(List.of("t"), TableVersion.current());
    org.apache.arrow.vector.types.pojo.Schema schema =
        TypeMappers.of(List.of()).toArrow(table.schema(), table.formatVersion());
    TableScan scan =
        new TableScan(
            table, schema.getFields().stream().map(f -> f.getName()).toList(), filter, schema);
    try (RecordBatchStream stream = engine.scan(scan, allocator)) {
      assertThat(stream.loadNextBatch()).isTrue();
      VectorSchemaRoot read = stream.root();
      assertThat(read.getSchema()).isEqualTo(schema);
      assertThat(read.getRowCount()).isEqualTo(rows);
      try (VectorSchemaRoot expected = written.slice(0, rows)) {
        for (FieldVector vector : expected.getFieldVectors()) {
          assertThat(
                  VectorEqualsVisitor.vectorEquals(
                      vector, read.getVector(vector.getName()), (a, b) -> true))
              .as(vector.getName())
              .isTrue();
        }
      }
      assertThat(stream.loadNextBatch()).isFalse();
    }
  }

  private void assertSqlGives(VectorSchemaRoot written) {
    SqlQuery query = SqlQuery.of("SELECT \"The column\", * FROM t ORDER BY id", UTC);
    org.apache.arrow.vector.types.pojo.Schema described =
        engine.describe(query, resolver()).resultSchema();
    try (RecordBatchStream stream = engine.execute(query, resolver(), allocator)) {
      assertThat(stream.schema()).isEqualTo(described);
      assertThat(stream.loadNextBatch()).isTrue();
      assertThat(stream.root().getRowCount()).isEqualTo(ROWS);
      for (int i = 0; i < ROWS; i++) {
        for (int column = 0; column < 4; column++) {
          FieldVector expected = written.getVector(column == 0 ? 1 : column - 1);
          assertThat(text(stream.root().getVector(column).getObject(i)))
              .isEqualTo(text(expected.getObject(i)));
        }
      }
      assertThat(stream.loadNextBatch()).isFalse();
    }
  }

  private static String text(@org.jspecify.annotations.Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return java.util.HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(WarehouseIT::text).toList().toString();
    }
    if (value instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder("{");
      map.forEach((key, item) -> text.append(key).append('=').append(text(item)).append(','));
      return text.append('}').toString();
    }
    return String.valueOf(value);
  }

  @Test
  void readsAPinnedSnapshotAfterFurtherAppends() throws Exception {
    Schema schema = new Schema(NestedField.optional(1, "id", Types.LongType.get()));
    Table table = catalog.createTable(TableIdentifier.of(DEFAULT, "t"), schema);
    for (int i = 0; i < 3; i++) {
      try (VectorSchemaRoot batch =
          new RandomBatch(i).of(TypeMappers.canonical(table.schema()), 10, allocator)) {
        append(table, batch);
      }
    }
    assertThat(
            Results.rows(
                engine.execute(SqlQuery.of("SELECT count(*) FROM t", UTC), resolver(), allocator)))
        .hasToString("[[30]]");
    assertThat(
            Results.rows(
                engine.execute(
                    SqlQuery.of(
                        "SELECT count(*) FROM t AT (VERSION => "
                            + table.history().get(0).snapshotId()
                            + ")",
                        UTC),
                    resolver(),
                    allocator)))
        .hasToString("[[10]]");
  }
}
