package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableScan;
import io.icerunner.spi.TableVersion;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class DuckDbEngineIT extends EngineTest {
  private static final org.apache.iceberg.Schema IDS =
      new org.apache.iceberg.Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  private void numbers(long rows) {
    ScanPlan.File file =
        TestTables.write(
            file("numbers.parquet"),
            "SELECT i AS id, 'name ' || i AS name FROM range(%d) t(i)".formatted(rows));
    tables.add(TestTable.of("numbers", IDS, file));
  }

  @Test
  void runsAStatementWithoutTables() {
    assertThat(value("SELECT 1 + 1")).isEqualTo(2);
  }

  @Test
  void readsATable() {
    numbers(100_000);
    assertThat(rows("SELECT count(*), sum(id), max(name) FROM numbers"))
        .hasToString("[[100000, 4999950000, name 99999]]");
  }

  @Test
  void joinsATableWithItself() {
    numbers(1000);
    assertThat(value("SELECT count(*) FROM numbers a JOIN numbers b USING (id) WHERE a.id < 10"))
        .isEqualTo(10L);
  }

  @Test
  void streamsAllRowsInBatches() {
    numbers(300_000);
    assertThat(Results.count(execute("SELECT * FROM numbers"))).isEqualTo(300_000);
  }

  @Test
  void announcesTheSchemaOfTheStream() {
    numbers(10);
    String sql = "SELECT id, name, id AS id FROM numbers";
    try (RecordBatchStream stream = execute(sql)) {
      assertThat(describe(sql).resultSchema()).isEqualTo(stream.schema());
      assertThat(stream.schema().getFields())
          .extracting(Field::getName)
          .containsExactly("id", "name", "id");
    }
  }

  @Test
  void scansSomeColumnsWithTheSchemaThatIsAskedFor() {
    numbers(1000);
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("name", ArrowType.Utf8.INSTANCE),
                Field.notNullable("id", new ArrowType.Int(64, true))));
    TableScan scan =
        new TableScan(
            tables.resolve(List.of("numbers"), TableVersion.current()),
            List.of("name", "id"),
            "id >= 998",
            schema);
    RecordBatchStream stream = engine.scan(scan, allocator);
    assertThat(stream.root().getSchema()).isEqualTo(schema);
    assertThat(Results.rows(stream)).hasToString("[[name 998, 998], [name 999, 999]]");
  }

  @Test
  void describesParameters() {
    numbers(1);
    assertThat(describe("SELECT id FROM numbers WHERE id > ? AND name = ?").parameterSchema())
        .hasToString("Schema<$1: Int(64, true), $2: Utf8>");
    assertThat(describe("SELECT ?").resultSchemaDependsOnParameters()).isTrue();
  }

  @Test
  void bindsParameters() {
    numbers(10);
    assertThat(rows("SELECT name FROM numbers WHERE id = ? OR name = ? ORDER BY id", 3L, "name 5"))
        .hasToString("[[name 3], [name 5]]");
    assertThat(value("SELECT ?", "text")).hasToString("text");
  }
}
