package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.PartitionPolicy.Conflict;
import io.icerunner.internal.register.partition.PartitionPolicy.Unproven;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that DuckDB wrote, in the partition that is proven, as Iceberg's own reader finds them. */
class HiveLakeTest {
  @TempDir Path folder;
  private HiveLake lake;

  @BeforeEach
  void open() throws SQLException {
    lake = new HiveLake(folder.resolve("lake"), folder.resolve("warehouse"));
  }

  @AfterEach
  void close() throws SQLException {
    lake.close();
  }

  @Test
  void theDefaultPartitionIsNullAndFoundAsSuch() throws SQLException, IOException {
    lake.write("dt=2024-01-01/n=1", "SELECT 1 AS id");
    lake.write("dt=__HIVE_DEFAULT_PARTITION__/n=1", "SELECT 2 AS id");
    lake.write("dt=2024-01-02/n=__HIVE_DEFAULT_PARTITION__", "SELECT 3 AS id");

    Table table = register("dt", "n");

    assertThat(table.schema().findType("dt")).isEqualTo(Types.DateType.get());
    assertThat(table.schema().findType("n")).isEqualTo(Types.IntegerType.get());
    assertThat(HiveLake.rows(table, Expressions.isNull("dt"), "id", "dt", "n"))
        .containsExactly("2|null|1");
    assertThat(HiveLake.rows(table, Expressions.isNull("n"), "id", "dt", "n"))
        .containsExactly("3|2024-01-02|null");
    assertThat(HiveLake.rows(table, Expressions.equal("dt", "2024-01-01"), "id"))
        .containsExactly("1");
  }

  @Test
  void decodedValuesFindTheirRows() throws SQLException, IOException {
    List<String> folders =
        List.of("a%20b", "11%2F12%2F13", "a+b", "a b2", "%E6%97%A5", "100%", "%F0%9F%98%80");
    List<String> values = List.of("a b", "11/12/13", "a+b", "a b2", "日", "100%", "😀");
    for (int id = 0; id < folders.size(); id++) {
      lake.write("p=" + folders.get(id), "SELECT %d AS id".formatted(id));
    }

    Table table = register("p");

    assertThat(HiveLake.rows(table, Expressions.alwaysTrue(), "id")).hasSize(folders.size());
    for (int id = 0; id < values.size(); id++) {
      assertThat(HiveLake.rows(table, Expressions.equal("p", values.get(id)), "id", "p"))
          .containsExactly(id + "|" + values.get(id));
    }
  }

  @Test
  void leadingZerosAndTrailingZerosStay() throws SQLException, IOException {
    for (int hour = 0; hour < 8; hour++) {
      lake.write(
          "date=2023-01-23/hour=0%d/version=1.%d0".formatted(hour, hour),
          "SELECT %d AS id".formatted(hour));
    }
    lake.write("date=2023-01-23/hour=__HIVE_DEFAULT_PARTITION__/version=1.9", "SELECT 8 AS id");

    Table table = register("date", "hour", "version");

    assertThat(HiveLake.rows(table, Expressions.equal("hour", "00"), "id", "date", "version"))
        .containsExactly("0|2023-01-23|1.00");
    assertThat(HiveLake.rows(table, Expressions.equal("version", "1.10"), "id", "hour"))
        .containsExactly("1|01");
    assertThat(HiveLake.rows(table, Expressions.isNull("hour"), "id", "version"))
        .containsExactly("8|1.9");
  }

  @Test
  void whatDuckDbPartitionsIsReadBackWhole() throws SQLException {
    lake.partition(
        """
        SELECT range AS id, DATE '1969-11-15' + (range // 10)::INT AS day,
          CASE range % 4 WHEN 0 THEN NULL WHEN 1 THEN 'ä/ö=%' WHEN 2 THEN ' ' ELSE 'x+y' END AS p,
          (range % 3)::INTEGER AS n
        FROM range(1000)
        """,
        "p, n", "");

    Table table = register("p", "n");

    assertThat(HiveLake.rows(table, Expressions.alwaysTrue(), "id", "day", "p", "n"))
        .isEqualTo(
            lake.query(
                """
                SELECT range, DATE '1969-11-15' + (range // 10)::INT,
                  CASE range % 4 WHEN 0 THEN NULL WHEN 1 THEN 'ä/ö=%' WHEN 2 THEN ' ' ELSE 'x+y' END,
                  range % 3
                FROM range(1000)
                """));
    assertThat(HiveLake.rows(table, Expressions.isNull("p"), "id")).hasSize(250);
    assertThat(HiveLake.rows(table, Expressions.equal("p", "ä/ö=%"), "id")).hasSize(250);
  }

  @Test
  void oddTextThatDuckDbPartitionsByComesBack() throws SQLException {
    String values =
        "VALUES (1, ''), (2, NULL), (3, 'NULL'), (4, '__HIVE_DEFAULT_PARTITION__'), (5, '..'), (6, 'a%41'), (7, 'é日😀')";
    lake.partition("SELECT * FROM (" + values + ") t(id, p)", "p", "");

    Table table = register("p");

    assertThat(HiveLake.rows(table, Expressions.alwaysTrue(), "id", "p"))
        .isEqualTo(lake.query(values));
    assertThat(HiveLake.rows(table, Expressions.equal("p", ""), "id")).containsExactly("1");
    assertThat(HiveLake.rows(table, Expressions.isNull("p"), "id")).containsExactly("2");
    assertThat(HiveLake.rows(table, Expressions.equal("p", "a%41"), "id")).containsExactly("6");
  }

  @Test
  void monthsBeforeAndAfterTheEpochAreFoundByTheirDays() throws SQLException, IOException {
    lake.write("a", "SELECT DATE '1969-12-01' + range::INT AS day FROM range(31)");
    lake.write("b", "SELECT DATE '1970-01-01' + range::INT AS day FROM range(31)");
    lake.write("c", "SELECT NULL::DATE AS day FROM range(3)");

    Table table = register("month(day)");

    assertThat(HiveLake.rows(table, Expressions.equal("day", "1969-12-31"), "day"))
        .containsExactly("1969-12-31");
    assertThat(HiveLake.rows(table, Expressions.lessThan("day", "1970-01-01"), "day")).hasSize(31);
    assertThat(HiveLake.rows(table, Expressions.isNull("day"), "day")).hasSize(3);
  }

  @Test
  void bucketsAreProvenByReading() throws SQLException, IOException {
    lake.write("a", "SELECT 34 AS id, range AS x FROM range(5000)");
    lake.write("b", "SELECT (34 + range % 2)::INTEGER AS id FROM range(10)");
    Schema schema = lake.schema(Map.of());
    PartitionSpec spec = SpecText.parse(schema, List.of("bucket(16, id)"));
    PartitionProof blind = new PartitionProof(spec, schema, PartitionPolicy.STRICT, null);
    PartitionProof reading = new PartitionProof(spec, schema, PartitionPolicy.STRICT, lake.reads());
    FileEvidence one = lake.evidence(lake.files().get(0), schema);
    FileEvidence two = lake.evidence(lake.files().get(1), schema);

    // the specification's example: bucket[N](34) has hash 2017239379
    assertThat(reading.prove(one).get(0, Integer.class)).isEqualTo(2017239379 % 16);
    assertThat(reading.explain(one).get(0).evidence()).isEqualTo(Evidence.READ);
    assertThatThrownBy(() -> blind.prove(one))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("bucket(16, id) cannot be told from bounds")
        .hasMessageContaining("its values may not be read");
    assertThatThrownBy(() -> reading.prove(two))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("which are in partitions");
  }

  @Test
  void aPathThatContradictsItsFileIsRefusedUnlessFilesWin() throws SQLException, IOException {
    lake.write("dt=2024-01-01", "SELECT 1 AS id, DATE '2024-01-02' AS dt");
    Schema schema = lake.schema(Map.of());
    Table table = lake.create(schema, SpecText.parse(schema, List.of("dt")));

    assertThatThrownBy(() -> lake.register(table, PartitionPolicy.STRICT, null))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("dt=2024-01-01/part.parquet")
        .hasMessageContaining(
            "its path says dt=2024-01-01, but column dt in the file is 2024-01-02");

    lake.register(table, new PartitionPolicy(Conflict.FILE_WINS, Unproven.REFUSE), null);

    assertThat(HiveLake.rows(table, Expressions.equal("dt", "2024-01-02"), "id", "dt"))
        .containsExactly("1|2024-01-02");
    assertThat(HiveLake.rows(table, Expressions.equal("dt", "2024-01-01"), "id")).isEmpty();
  }

  @Test
  void aPathThatAgreesWithItsFileIsAccepted() throws SQLException, IOException {
    lake.write("dt=2024-01-02/x=01", "SELECT 1 AS id, DATE '2024-01-02' AS dt, 1.0::DOUBLE AS x");

    Table table = register("month(dt)");

    assertThat(HiveLake.rows(table, Expressions.equal("dt", "2024-01-02"), "id", "x"))
        .containsExactly("1|1.0");
  }

  @Test
  void filesOfAnOlderLayoutGoToTheSpecThatFits() throws SQLException, IOException {
    lake.write("id=1", "SELECT 'a' AS dept UNION ALL SELECT 'b'");
    lake.write("id=2", "SELECT 'c' AS dept");
    Schema schema = lake.schema(Map.of());
    Table table = lake.create(schema, SpecText.parse(schema, List.of("id")));
    table.updateSpec().addField("dept").commit();

    assertThatThrownBy(() -> lake.register(table, PartitionPolicy.STRICT, null))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("id=1/part.parquet: column dept spans a to b");

    lake.register(table, new PartitionPolicy(Conflict.REFUSE, Unproven.COARSER), null);

    assertThat(HiveLake.files(table))
        .extracting(file -> file.partition().size())
        .containsExactlyInAnyOrder(1, 2);
    assertThat(HiveLake.rows(table, Expressions.equal("dept", "b"), "id", "dept"))
        .containsExactly("1|b");
    assertThat(HiveLake.rows(table, Expressions.equal("dept", "c"), "id", "dept"))
        .containsExactly("2|c");
  }

  private Table register(String... fields) {
    Schema schema = lake.schema(Map.of());
    Table table = lake.create(schema, SpecText.parse(schema, List.of(fields)));
    lake.register(table, PartitionPolicy.STRICT, null);
    return table;
  }
}
