package io.icerunner.internal.replica;

import static io.icerunner.internal.replica.Copies.ID;
import static io.icerunner.internal.replica.Copies.request;
import static io.icerunner.internal.replica.Copies.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.FaultyDriver;
import io.icerunner.internal.catalog.FaultyDriver.Fault;
import io.icerunner.internal.catalog.FaultyDriver.Kind;
import io.icerunner.internal.catalog.FaultyDriver.Moment;
import io.icerunner.internal.catalog.JdbcCatalogProvider;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.commit.DuckDbFiles;
import io.icerunner.internal.commit.TableCommitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The link to the catalog of a target breaks in the middle of a commit, in every way. What the
 * mirror is told is true; a mirror that looks at the record afterwards and goes on from it has each
 * row once.
 */
class BrokenLinkReplicaIT {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(7, "id", Types.LongType.get()));

  @TempDir Path warehouse;
  private CatalogTables healthyTables;
  private Copies healthy;
  private CatalogTables faultyTables;
  private Copies faulty;
  private ReplicaRecord first;

  private record Case(Moment moment, Kind kind, boolean down, @Nullable Meanwhile meanwhile) {}

  /** What happens between the event in the database and the exception. */
  private enum Meanwhile {
    ANOTHER_WRITER,
    ANOTHER_MIRROR
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (@Nullable Meanwhile meanwhile :
        new @Nullable Meanwhile[] {null, Meanwhile.ANOTHER_WRITER, Meanwhile.ANOTHER_MIRROR}) {
      for (boolean down : new boolean[] {false, true}) {
        cases.add(new Case(Moment.BEFORE, Kind.NO_STATE, down, meanwhile));
        cases.add(new Case(Moment.AFTER, Kind.NO_STATE, down, meanwhile));
      }
      cases.add(new Case(Moment.AFTER, Kind.CONNECTION_STATE, false, meanwhile));
      cases.add(new Case(Moment.LOCKED, Kind.NO_STATE, false, meanwhile));
    }
    return cases.stream();
  }

  static Stream<Case> lonelyCases() {
    return cases().filter(c -> c.meanwhile() == null);
  }

  @BeforeEach
  void open() {
    FaultyDriver.repair();
    healthyTables = LocalWarehouse.open(new JdbcCatalogProvider(), properties("jdbc:"));
    healthy = new Copies(healthyTables);
    first = healthy.load(request(LoadMode.APPEND, SCHEMA, null), 1L).record();
    faultyTables = LocalWarehouse.open(new JdbcCatalogProvider(), properties(FaultyDriver.PREFIX));
    faulty = new Copies(faultyTables, Duration.ofMillis(150), Copies.KEEPS);
  }

  @AfterEach
  void close() {
    FaultyDriver.repair();
    faulty.close();
    faultyTables.close();
    healthy.close();
    healthyTables.close();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anAppendHappensOnce(Case c) {
    check(c, LoadMode.APPEND, 2L, List.of("1"), List.of("1", "2"));
  }

  @ParameterizedTest
  @MethodSource("lonelyCases")
  void aReplacementHappensOnce(Case c) {
    check(c, LoadMode.REPLACE, 2L, List.of("1"), List.of("2"));
  }

  @ParameterizedTest
  @MethodSource("lonelyCases")
  void aRecordWithoutRowsHappensOnce(Case c) {
    check(c, LoadMode.APPEND, null, List.of("1"), List.of("1"));
  }

  private void check(
      Case c, LoadMode mode, @Nullable Long row, List<String> before, List<String> after) {
    @Nullable IceRunnerException told;
    try (ReplicaLoad load = faulty.target.open(request(mode, SCHEMA, first), faulty.allocator)) {
      if (row != null) {
        faulty.write(load, SCHEMA, row);
      }
      FaultyDriver.inject(fault(c));
      told = catchThrowableOfType(IceRunnerException.class, () -> load.commit(update("run", 1, 2)));
      assertThat(FaultyDriver.injected()).isEqualTo(1);
    }
    FaultyDriver.repair();

    ReplicaRecord now = Objects.requireNonNull(healthy.record());
    boolean isTaken = now.run().equals("other");
    boolean landed = now.run().equals("run") && now.commits() == 2;
    assertThat(isTaken).isEqualTo(c.meanwhile() == Meanwhile.ANOTHER_MIRROR);
    if (told == null) {
      assertThat(landed || isTaken).as("told a success that is none").isTrue();
      assertThat(mine()).containsAll(row == null ? List.of() : List.of("" + row));
    } else {
      assertThat(told.code())
          .isIn(ErrorCode.COMMIT_UNKNOWN, isTaken ? ErrorCode.FENCED : ErrorCode.UNAVAILABLE);
    }
    assertThat(healthy.target.state(ID).damage()).isNull();
    assertNoFileIsMissingOrDouble();
    if (!landed && !isTaken) {
      assertThat(mine()).isEqualTo(before);
      healthy.load(request(mode, SCHEMA, now), row == null ? new Object[0] : new Object[] {row});
    }
    if (!isTaken) {
      assertThat(mine()).isEqualTo(after);
    }
  }

  /** Rows but for those of the other writer. */
  private List<String> mine() {
    return healthy.rows().stream().filter(row -> !row.equals("50")).toList();
  }

  private Fault fault(Case c) {
    @Nullable Runnable meanwhile = null;
    if (c.meanwhile() == Meanwhile.ANOTHER_WRITER) {
      meanwhile = this::another;
    } else if (c.meanwhile() == Meanwhile.ANOTHER_MIRROR) {
      meanwhile = this::takeOver;
    }
    return new Fault(c.moment(), c.kind(), c.down(), meanwhile);
  }

  private void another() {
    Table table = healthy.table();
    new TableCommitter().append(table, List.of(DuckDbFiles.range(table, 50, 51)), Map.of());
  }

  /** Goes on from whatever record there is, as another mirror does. */
  private void takeOver() {
    ReplicaRecord now = Objects.requireNonNull(healthy.record());
    try (ReplicaLoad load =
        healthy.target.open(request(LoadMode.APPEND, SCHEMA, now), healthy.allocator)) {
      healthy.write(load, SCHEMA, 60L);
      load.commit(update("other", now.epoch() + 1, 9));
    }
  }

  private void assertNoFileIsMissingOrDouble() {
    List<String> locations = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = healthy.table().newScan().planFiles()) {
      tasks.forEach(task -> locations.add(task.file().location()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(locations)
        .doesNotHaveDuplicates()
        .allSatisfy(file -> assertThat(Files.exists(LocalPaths.toPath(file))).isTrue());
  }

  @ParameterizedTest
  @MethodSource("lonelyCases")
  void aSchemaFollowsOrNot(Case c) {
    Schema more =
        new Schema(
            Types.NestedField.optional(7, "key", Types.LongType.get()),
            Types.NestedField.optional(8, "more", Types.LongType.get()));
    FaultyDriver.inject(fault(c));
    @Nullable IceRunnerException told =
        catchThrowableOfType(
            IceRunnerException.class,
            () ->
                faulty
                    .target
                    .open(request(LoadMode.APPEND, more, first), faulty.allocator)
                    .close());
    assertThat(FaultyDriver.injected()).isEqualTo(1);
    FaultyDriver.repair();

    boolean landed = healthy.table().schema().findField("more") != null;
    assertThat(landed || told != null).isTrue();
    healthy.load(request(LoadMode.APPEND, more, first), List.of(2L, 3L));
    assertThat(healthy.rows()).containsExactly("1|null", "2|3");
  }

  @ParameterizedTest
  @MethodSource("lonelyCases")
  void aTableIsMadeOrNot(Case c) {
    healthyTables.dropTable(ID, true);
    FaultyDriver.inject(fault(c));
    @Nullable IceRunnerException told =
        catchThrowableOfType(
            IceRunnerException.class,
            () -> faulty.load(request(LoadMode.APPEND, SCHEMA, null), 5L));
    FaultyDriver.repair();

    ReplicaState state = healthy.target.state(ID);
    if (told == null) {
      assertThat(state.record()).isNotNull();
    } else {
      assertThat(state.record()).isNull();
      healthy.load(request(LoadMode.APPEND, SCHEMA, null), 5L);
    }
    assertThat(healthy.rows()).containsExactly("5");
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
