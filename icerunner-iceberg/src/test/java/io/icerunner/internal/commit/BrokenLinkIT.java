package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.CustomCatalogProvider;
import io.icerunner.internal.catalog.FaultyDriver;
import io.icerunner.internal.catalog.FaultyDriver.Fault;
import io.icerunner.internal.catalog.FaultyDriver.Kind;
import io.icerunner.internal.catalog.FaultyDriver.Moment;
import io.icerunner.internal.catalog.JdbcCatalogProvider;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.catalog.StagedTable;
import io.icerunner.spi.CatalogProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.CloseableIterable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The link to the catalog breaks in the middle of a commit, in every way: afterwards the table can
 * be read, no row of another writer is lost, and what the writer was told is true. Tried on our
 * JDBC catalog and on Iceberg's own, which runs a broken statement again.
 */
class BrokenLinkIT {
  private static final TableIdentifier ID = TableIdentifier.of("d", "t");

  @TempDir Path warehouse;
  private CatalogTables healthy;
  private @Nullable CatalogTables faulty;
  private final TableCommitter committer = new TableCommitter(Duration.ofSeconds(5));

  private record Case(boolean icebergsOwn, Moment moment, Kind kind, boolean down, boolean other) {
    @Override
    public String toString() {
      return "%s catalog, %s, %s%s%s"
          .formatted(
              icebergsOwn ? "Iceberg's" : "our",
              moment,
              kind,
              down ? ", stays down" : "",
              other ? ", another commit in between" : "");
    }
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (boolean own : new boolean[] {false, true}) {
      for (boolean other : new boolean[] {false, true}) {
        for (Kind kind : Kind.values()) {
          for (boolean down : new boolean[] {false, true}) {
            cases.add(new Case(own, Moment.BEFORE, kind, down, other));
            cases.add(new Case(own, Moment.AFTER, kind, down, other));
          }
        }
        cases.add(new Case(own, Moment.LOCKED, Kind.NO_STATE, false, other));
      }
    }
    return cases.stream();
  }

  static Stream<Case> fewCases() {
    return cases().filter(c -> c.kind() != Kind.TRANSIENT && c.kind() != Kind.NON_TRANSIENT);
  }

  static Stream<Case> fewLonelyCases() {
    return fewCases().filter(c -> !c.other());
  }

  @BeforeEach
  void open() {
    FaultyDriver.repair();
    healthy = LocalWarehouse.open(new JdbcCatalogProvider(), properties("jdbc:"));
    healthy.ensureNamespace(Namespace.of("d"));
    Table table = healthy.createTable(ID, DuckDbFiles.SCHEMA);
    committer.append(table, List.of(DuckDbFiles.range(table, 0, 10)), Map.of());
  }

  @AfterEach
  void close() {
    FaultyDriver.repair();
    if (faulty != null) {
      faulty.close();
    }
    healthy.close();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anAppendIsAllOrNothing(Case c) {
    Table table = faulty(c).load(ID);
    DataFile file = DuckDbFiles.range(table, 100, 110);
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), c.other() ? this::other : null));

    @Nullable IceRunnerException told =
        catchThrowableOfType(
            IceRunnerException.class, () -> committer.append(table, List.of(file), Map.of()));

    assertThat(FaultyDriver.injected()).isEqualTo(1);
    FaultyDriver.repair();
    List<Long> rows = DuckDbFiles.rows(healthy.pinned(ID));
    checkTruth(told, file, rows, 100, c);
    if (!c.icebergsOwn()) {
      assertThat(DuckDbFiles.rows(faulty(c).pinned(ID))).isEqualTo(rows);
    }
  }

  @ParameterizedTest
  @MethodSource("fewLonelyCases")
  void aReplacementIsAllOrNothing(Case c) {
    Table table = faulty(c).load(ID);
    DataFile file = DuckDbFiles.range(table, 100, 110);
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), null));

    @Nullable IceRunnerException told =
        catchThrowableOfType(
            IceRunnerException.class, () -> committer.replaceAll(table, List.of(file), Map.of()));

    FaultyDriver.repair();
    List<Long> rows = DuckDbFiles.rows(healthy.pinned(ID));
    boolean landed = rows.contains(100L);
    assertThat(rows).isEqualTo(landed ? range(100, 110) : range(0, 10));
    checkTold(told, landed, file);
  }

  @ParameterizedTest
  @MethodSource("fewLonelyCases")
  void aCreationIsAllOrNothing(Case c) {
    TableIdentifier id = TableIdentifier.of("d", "fresh");
    StagedTable staged =
        faulty(c).stageCreate(id, DuckDbFiles.SCHEMA, PartitionSpec.unpartitioned(), Map.of());
    DataFile file = DuckDbFiles.range(staged.table(), 100, 110);
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), null));

    @Nullable IceRunnerException told =
        catchThrowableOfType(
            IceRunnerException.class, () -> committer.commit(staged, List.of(file), Map.of()));

    FaultyDriver.repair();
    boolean landed = healthy.exists(id);
    if (landed) {
      assertThat(DuckDbFiles.rows(healthy.pinned(id))).isEqualTo(range(100, 110));
    }
    checkTold(told, landed, file);
  }

  @ParameterizedTest
  @MethodSource("fewCases")
  void aChangeOfPropertiesIsAllOrNothing(Case c) {
    Table table = faulty(c).load(ID);
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), c.other() ? this::other : null));

    @Nullable Throwable told =
        catchThrowable(() -> table.updateProperties().set("mine", "yes").commit());

    FaultyDriver.repair();
    Table now = healthy.pinned(ID);
    boolean landed = now.properties().containsKey("mine");
    boolean unknown = told instanceof CommitStateUnknownException;
    assertThat(landed || told != null).as("told a success that is none").isTrue();
    assertThat(!landed || told == null || unknown)
        .as("told a failure that is none: %s", told)
        .isTrue();
    assertThat(DuckDbFiles.rows(now)).containsAll(c.other() ? range(50, 60) : List.of());
  }

  /**
   * A registration that counts itself in a property: told of success or failure it is told the
   * truth, and when it asks again, as after an unknown outcome, it has counted exactly once. Its
   * files are there whatever happens.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void aChangeIsAllOrNothingAndCountsOnce(Case c) {
    Table table = faulty(c).load(ID);
    DataFile file = DuckDbFiles.range(table, 100, 110);
    Function<Table, @Nullable TableChange> plan =
        base ->
            base.properties().containsKey("unit")
                ? null
                : TableChange.builder().add(List.of(file)).property("unit", "done").build();
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), c.other() ? this::other : null));

    @Nullable IceRunnerException told =
        catchThrowableOfType(IceRunnerException.class, () -> committer.change(table, plan));

    assertThat(FaultyDriver.injected()).isEqualTo(1);
    FaultyDriver.repair();
    boolean landed = healthy.load(ID).properties().containsKey("unit");
    assertThat(DuckDbFiles.rows(healthy.pinned(ID))).isEqualTo(expected(landed, c));
    if (told == null || told.code() != ErrorCode.COMMIT_UNKNOWN) {
      assertThat(landed).as("%s", told).isEqualTo(told == null);
    }
    committer.change(healthy.load(ID), plan);
    assertThat(DuckDbFiles.rows(healthy.pinned(ID))).isEqualTo(expected(true, c));
    assertThat(LocalPaths.toPath(file.location())).exists();
  }

  private static List<Long> expected(boolean landed, Case c) {
    List<Long> rows = new ArrayList<>(range(0, 10));
    rows.addAll(c.other() ? range(50, 60) : List.of());
    rows.addAll(landed ? range(100, 110) : List.of());
    return rows;
  }

  @ParameterizedTest
  @MethodSource("fewCases")
  void aChangeOfARecordAloneIsAllOrNothing(Case c) {
    Table table = faulty(c).load(ID);
    Function<Table, @Nullable TableChange> plan =
        base ->
            base.properties().containsKey("unit")
                ? null
                : TableChange.builder().property("unit", "done").build();
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), c.other() ? this::other : null));

    @Nullable IceRunnerException told =
        catchThrowableOfType(IceRunnerException.class, () -> committer.change(table, plan));

    FaultyDriver.repair();
    boolean landed = healthy.load(ID).properties().containsKey("unit");
    if (told == null || told.code() != ErrorCode.COMMIT_UNKNOWN) {
      assertThat(landed).as("%s", told).isEqualTo(told == null);
    }
    assertThat(DuckDbFiles.rows(healthy.pinned(ID))).isEqualTo(expected(false, c));
    committer.change(healthy.load(ID), plan);
    assertThat(healthy.load(ID).properties()).containsEntry("unit", "done");
  }

  /** Whatever is told, what is left of the history can be read, and no data file is gone. */
  @ParameterizedTest
  @MethodSource("fewCases")
  void anExpiryIsAllOrNothing(Case c) throws IOException {
    Table table = faulty(c).load(ID);
    other();
    healthy.load(ID).newFastAppend().set("empty", "yes").commit();
    FaultyDriver.inject(new Fault(c.moment(), c.kind(), c.down(), c.other() ? this::other : null));

    @Nullable IceRunnerException told =
        catchThrowableOfType(
            IceRunnerException.class,
            () -> new MetadataExpiry(Duration.ofSeconds(5)).run(table, 1));

    assertThat(FaultyDriver.injected()).isEqualTo(1);
    FaultyDriver.repair();
    Table now = healthy.load(ID);
    int snapshots = 0;
    for (Snapshot snapshot : now.snapshots()) {
      snapshots++;
      try (CloseableIterable<FileScanTask> tasks =
          now.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
        tasks.forEach(task -> assertThat(LocalPaths.toPath(task.file().location())).exists());
      }
    }
    boolean landed = snapshots < (c.other() ? 4 : 3);
    if (told == null || told.code() != ErrorCode.COMMIT_UNKNOWN) {
      assertThat(landed).as("%s", told).isEqualTo(told == null);
    }
    List<Long> rows = new ArrayList<>(range(0, 10));
    rows.addAll(range(50, 60));
    rows.addAll(c.other() ? range(50, 60) : List.of());
    assertThat(DuckDbFiles.rows(now)).containsExactlyInAnyOrderElementsOf(rows);
  }

  private void checkTruth(
      @Nullable IceRunnerException told, DataFile file, List<Long> rows, long first, Case c) {
    boolean landed = rows.contains(first);
    List<Long> expected = new ArrayList<>(range(0, 10));
    expected.addAll(c.other() ? range(50, 60) : List.of());
    expected.addAll(landed ? range(first, first + 10) : List.of());
    assertThat(rows).isEqualTo(expected);
    checkTold(told, landed, file);
  }

  private static void checkTold(@Nullable IceRunnerException told, boolean landed, DataFile file) {
    if (told == null) {
      assertThat(landed).as("told a success that is none").isTrue();
    } else if (told.code() != ErrorCode.COMMIT_UNKNOWN) {
      assertThat(landed).as("told a failure that is none: %s", told).isFalse();
      assertThat(LocalPaths.toPath(file.location())).doesNotExist();
      return;
    }
    assertThat(LocalPaths.toPath(file.location())).exists();
  }

  private void other() {
    Table table = healthy.load(ID);
    new TableCommitter().append(table, List.of(DuckDbFiles.range(table, 50, 60)), Map.of());
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private CatalogTables faulty(Case c) {
    if (faulty != null) {
      return faulty;
    }
    Map<String, String> properties = new HashMap<>(properties(FaultyDriver.PREFIX));
    CatalogProvider provider = new JdbcCatalogProvider();
    if (c.icebergsOwn()) {
      provider = new CustomCatalogProvider();
      properties.put("catalog-impl", "org.apache.iceberg.jdbc.JdbcCatalog");
      properties.put("jdbc.schema-version", "V1");
    }
    CatalogTables opened = LocalWarehouse.open(provider, properties);
    faulty = opened;
    return opened;
  }

  private Map<String, String> properties(String prefix) {
    return Map.of(
        "uri",
        prefix + "sqlite:" + warehouse.resolve("catalog.db"),
        "warehouse",
        LocalPaths.toLocation(warehouse),
        "jdbc.journal_mode",
        "WAL",
        "jdbc.busy_timeout",
        "5000");
  }
}
