package io.icerunner.internal.scan;

import static org.apache.iceberg.expressions.Expressions.alwaysTrue;
import static org.apache.iceberg.expressions.Expressions.and;
import static org.apache.iceberg.expressions.Expressions.equal;
import static org.apache.iceberg.expressions.Expressions.greaterThan;
import static org.apache.iceberg.expressions.Expressions.greaterThanOrEqual;
import static org.apache.iceberg.expressions.Expressions.in;
import static org.apache.iceberg.expressions.Expressions.isNull;
import static org.apache.iceberg.expressions.Expressions.lessThan;
import static org.apache.iceberg.expressions.Expressions.lessThanOrEqual;
import static org.apache.iceberg.expressions.Expressions.not;
import static org.apache.iceberg.expressions.Expressions.notNull;
import static org.apache.iceberg.expressions.Expressions.or;
import static org.apache.iceberg.expressions.Expressions.startsWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PruningTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "v", Types.DoubleType.get()),
          Types.NestedField.optional(4, "day", Types.DateType.get()));
  private static final String IDS = "id: 1, name: 2, v: 3, day: 4";

  @TempDir Path warehouse;
  private TestTables tables;

  @BeforeEach
  void open() throws SQLException {
    tables = new TestTables(warehouse);
  }

  @AfterEach
  void close() throws SQLException {
    tables.close();
  }

  /** Files 0, 1 and 2 hold ids 0–9, 10–19 and 20–29; file 3 holds nulls. */
  private static Stream<Arguments> filters() {
    return Stream.of(
        Arguments.of(alwaysTrue(), List.of(0, 1, 2, 3)),
        Arguments.of(equal("id", 12L), List.of(1)),
        Arguments.of(equal("id", 12), List.of(1)),
        Arguments.of(equal("id", 99L), List.of()),
        Arguments.of(greaterThan("id", 19L), List.of(2)),
        Arguments.of(greaterThanOrEqual("id", 19L), List.of(1, 2)),
        Arguments.of(lessThan("id", 10L), List.of(0)),
        Arguments.of(lessThanOrEqual("id", 10L), List.of(0, 1)),
        Arguments.of(in("id", 5L, 25L), List.of(0, 2)),
        Arguments.of(and(greaterThan("id", 5L), lessThan("id", 12L)), List.of(0, 1)),
        Arguments.of(or(equal("id", 1L), equal("id", 29L)), List.of(0, 2)),
        Arguments.of(not(lessThan("id", 15L)), List.of(1, 2)),
        Arguments.of(isNull("id"), List.of(3)),
        Arguments.of(notNull("id"), List.of(0, 1, 2)),
        Arguments.of(startsWith("name", "n1"), List.of(1)),
        Arguments.of(equal("name", "n05"), List.of(0)),
        Arguments.of(equal("day", "2024-01-13"), List.of(1)),
        Arguments.of(lessThan("v", 3.5), List.of(0)));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void plansOnlyFilesThatMayMatch(Expression filter, List<Integer> expected) throws Exception {
    List<DataFile> files = appendFourFiles(tables.create(SCHEMA));

    ScanPlan plan = tables.plan(filter);

    assertThat(indexes(plan, files)).containsExactlyElementsOf(expected);
    assertThat(plan.groups()).hasSize(expected.isEmpty() ? 0 : 1);
    assertThat(new TreeSet<>(TestTables.paths(plan))).isEqualTo(plannedByIceberg(filter));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void plansTheSameFilesFromManifests(Expression filter, List<Integer> expected) {
    List<DataFile> files = appendFourFiles(tables.create(SCHEMA));
    ScanPlanner withoutRoom = new ScanPlanner(0);

    ScanPlan plan =
        new SnapshotResolver(tables.catalog, TestTables.NAMESPACE, Map.of(), withoutRoom)
            .resolve(List.of("t"), TableVersion.current())
            .plan(filter);

    assertThat(indexes(plan, files)).containsExactlyElementsOf(expected);
  }

  @Test
  void prunesByHiddenPartitions() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).day("day").bucket("id", 4).build();
    Table table = tables.create(SCHEMA, spec, Map.of());
    DataFile one = file(table, 0, 1);
    DataFile other = file(table, 1, 2);
    TestTables.append(
        table,
        TestTables.inPartition(one, table.spec(), "day_day=2024-01-01/id_bucket=0"),
        TestTables.inPartition(other, table.spec(), "day_day=2024-01-02/id_bucket=1"));

    assertThat(TestTables.paths(tables.plan(equal("day", "2024-01-02"))))
        .containsExactly(TestTables.path(other));
    assertThat(tables.plan(equal("day", "2024-02-01")).groups()).isEmpty();
  }

  @Test
  void aFilterOnAColumnThatDoesNotExistIsRefused() {
    appendFourFiles(tables.create(SCHEMA));

    assertThatThrownBy(() -> tables.plan(equal("ID", 1L)))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("Cannot plan table default.t")
        .hasMessageContaining("ID")
        .extracting("code")
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void aRenamedColumnPrunesUnderItsNameAtTheSnapshot() {
    Table table = tables.create(SCHEMA);
    List<DataFile> files = appendFourFiles(table);
    long first = table.currentSnapshot().snapshotId();
    table.updateSchema().renameColumn("id", "key").commit();

    assertThat(indexes(tables.plan(equal("key", 12L)), files)).containsExactly(1);
    assertThat(indexes(tables.resolve(TableVersion.snapshot(first)).plan(equal("id", 12L)), files))
        .containsExactly(1);
  }

  @Test
  void filesWithoutRowsAreSkipped() {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, file(table, 0, 0));

    assertThat(tables.plan(alwaysTrue()).groups()).isEmpty();
  }

  @Test
  void aRepeatedPlanIsTheSameObject() {
    appendFourFiles(tables.create(SCHEMA));

    assertThat(tables.plan(alwaysTrue())).isSameAs(tables.plan(alwaysTrue()));
  }

  @Test
  void filesComeInTheOrderOfTheirCommits() {
    Table table = tables.create(SCHEMA);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      DataFile file = file(table, i, i + 1);
      TestTables.append(table, file);
      expected.add(TestTables.path(file));
    }

    assertThat(TestTables.paths(tables.plan(alwaysTrue()))).isEqualTo(expected);
  }

  @Test
  void aTypicalFileComesFirst() {
    Table table = tables.create(SCHEMA);
    DataFile tiny = file(table, 0, 1);
    DataFile typical = file(table, 0, 9);
    TestTables.append(table, tiny, typical, file(table, 0, 9));

    assertThat(TestTables.paths(tables.plan(alwaysTrue())))
        .first()
        .isEqualTo(TestTables.path(typical));
  }

  private List<DataFile> appendFourFiles(Table table) {
    List<DataFile> files =
        List.of(
            file(table, 0, 10),
            file(table, 10, 20),
            file(table, 20, 30),
            tables.write(
                table,
                "SELECT NULL::BIGINT AS id, NULL::VARCHAR AS name, NULL::DOUBLE AS v, NULL::DATE AS day FROM range(10)",
                IDS));
    TestTables.append(table, files.toArray(DataFile[]::new));
    return files;
  }

  private DataFile file(Table table, int from, int to) {
    return tables.write(
        table,
        """
        SELECT range AS id, 'n' || lpad(range::VARCHAR, 2, '0') AS name, range::DOUBLE AS v,
          DATE '2024-01-01' + (range::INT) AS day
        FROM range(%s, %s)
        """
            .formatted(from, to),
        IDS);
  }

  private static List<Integer> indexes(ScanPlan plan, List<DataFile> files) {
    List<String> paths = TestTables.paths(plan);
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (paths.contains(TestTables.path(files.get(i)))) {
        indexes.add(i);
      }
    }
    assertThat(indexes).hasSameSizeAs(paths);
    return indexes;
  }

  private TreeSet<String> plannedByIceberg(Expression filter) throws Exception {
    TreeSet<String> paths = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks =
        tables.catalog.load(TestTables.ID).newScan().filter(filter).planFiles()) {
      tasks.forEach(task -> paths.add(TestTables.path(task.file())));
    }
    return paths;
  }
}
