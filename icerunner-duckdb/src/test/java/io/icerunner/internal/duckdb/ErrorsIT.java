package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import java.nio.file.Files;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorsIT extends EngineTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "word", Types.StringType.get()));

  @BeforeEach
  void makeTable() {
    ScanPlan.File file =
        TestTables.write(
            file("t.parquet"),
            "SELECT i AS id, CASE WHEN i = 150000 THEN 'zz' ELSE '1' END AS word"
                + " FROM range(200000) r(i)");
    tables.add(TestTable.of("t", SCHEMA, file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 'x'::INTEGER | Could not convert string 'x' to INT32",
        "SELECT sum(word::INTEGER) FROM t | Could not convert string 'zz' to INT32",
        "SELECT word::INTEGER FROM t | Could not convert string 'zz' to INT32",
        "SELECT word::INTEGER FROM t ORDER BY id | Could not convert string 'zz' to INT32",
        "SELECT error('boom') | boom",
        "SELECT nope FROM t | nope",
        "SELECT nope(1) | nope",
        "SELECT 9223372036854775807 + id FROM t | Overflow",
        "SELECT a FROM (SELECT 1 | syntax error",
        "SELECT id + word FROM t | No function matches",
      })
  void keepsTheTextOfDuckDb(String sql, String text) {
    assertThatThrownBy(() -> rows(sql))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(text)
        .hasMessageNotContaining(folder.toString())
        .hasMessageNotContaining("read_parquet");
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void saysThatMemoryIsExhausted() {
    assertThatThrownBy(
            () ->
                rows(
                    "SELECT length(list(repeat('x', 1000) || i)::VARCHAR) FROM range(5000000) r(i)"))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
    assertThat(value("SELECT 42")).isEqualTo(42);
  }

  @Test
  void namesABrokenDataFile() throws Exception {
    Files.writeString(file("broken.parquet"), "this is no parquet file at all");
    tables.add(
        TestTable.of(
            "broken", SCHEMA, new ScanPlan.File(file("broken.parquet").toString(), 1, 30)));
    assertThatThrownBy(() -> rows("SELECT * FROM broken"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("broken.parquet")
        .hasMessageNotContaining(folder.toString());
  }

  @Test
  void refusesAWrongNumberOfParameters() {
    assertThatThrownBy(() -> rows("SELECT * FROM t WHERE id = ?"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("1 parameters");
  }

  @Test
  void refusesAFilterThatIsMoreThanAPredicate() {
    for (String filter :
        List.of(
            "1 = 1) OR (1 = 1",
            "1 = 1) UNION SELECT (1",
            "id IN (SELECT id FROM u)",
            ")",
            "id = 1; SELECT 1",
            "1) LIMIT (1",
            "id = ?",
            "")) {
      io.icerunner.spi.TableScan scan =
          new io.icerunner.spi.TableScan(
              tables.resolve(List.of("t"), io.icerunner.spi.TableVersion.current()),
              List.of(),
              filter,
              new org.apache.arrow.vector.types.pojo.Schema(List.of()));
      assertThatThrownBy(() -> Results.count(engine.scan(scan, allocator)))
          .as(filter)
          .isInstanceOf(IceRunnerException.class);
    }
  }
}
