package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.mirror.source.SourceServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of all types in data files that are copied, and links that break in the middle of one. */
class CopiedTypesIT {
  @TempDir private static Path folder;
  private static MirrorFixture fixture;

  @BeforeAll
  static void start() {
    fixture = new MirrorFixture(folder);
    fixture.copyFiles();
  }

  @BeforeEach
  void begin() {
    fixture.begin();
  }

  @AfterAll
  static void stop() throws InterruptedException {
    fixture.close();
  }

  private static Map<String, @Nullable Object> row(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> row = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put((String) Objects.requireNonNull(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return row;
  }

  private static void run() {
    TableReport report = fixture.snapshotCycle();
    if (report.failure() != null) {
      throw report.failure();
    }
  }

  private static List<String> contents(Table table) {
    List<String> contents = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        Path file = LocalPaths.toPath(task.file().location());
        contents.add(Arrays.toString(Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    contents.sort(null);
    return contents;
  }

  /** Rows that were read would be in other files, since there are two. */
  private static void assertFilesCopied() {
    assertThat(contents(fixture.storedTarget()))
        .hasSizeGreaterThan(1)
        .isEqualTo(contents(fixture.storedSource()));
    assertThat(fixture.rows()).isEqualTo(fixture.sourceRows());
  }

  private static long storedFiles() {
    Path data = LocalPaths.toPath(fixture.storedTarget().location()).resolve("data");
    if (!Files.exists(data)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void valuesOfAllTypesStayAsTheyAre() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "b", Types.BooleanType.get()),
            Types.NestedField.optional(3, "f", Types.FloatType.get()),
            Types.NestedField.optional(4, "d", Types.DoubleType.get()),
            Types.NestedField.optional(5, "dec", Types.DecimalType.of(38, 10)),
            Types.NestedField.optional(6, "small", Types.DecimalType.of(9, 2)),
            Types.NestedField.optional(7, "day", Types.DateType.get()),
            Types.NestedField.optional(8, "time", Types.TimeType.get()),
            Types.NestedField.optional(9, "at", Types.TimestampType.withZone()),
            Types.NestedField.optional(10, "nanos", Types.TimestampNanoType.withoutZone()),
            Types.NestedField.optional(11, "text", Types.StringType.get()),
            Types.NestedField.optional(12, "bytes", Types.BinaryType.get()),
            Types.NestedField.optional(13, "fixed", Types.FixedType.ofLength(3)),
            Types.NestedField.optional(
                14,
                "struct",
                Types.StructType.of(
                    Types.NestedField.optional(15, "x", Types.IntegerType.get()),
                    Types.NestedField.optional(16, "y", Types.StringType.get()))),
            Types.NestedField.optional(
                17,
                "list",
                Types.ListType.ofOptional(
                    18,
                    Types.StructType.of(
                        Types.NestedField.optional(19, "z", Types.LongType.get())))),
            Types.NestedField.optional(
                20,
                "map",
                Types.MapType.ofOptional(21, 22, Types.StringType.get(), Types.DoubleType.get())));
    fixture.create(schema);
    Map<String, @Nullable Object> full =
        row(
            "id",
            1L,
            "b",
            true,
            "f",
            Float.NaN,
            "d",
            -0.0,
            "dec",
            new BigDecimal("-1.0000000001"),
            "small",
            new BigDecimal("1.25"),
            "day",
            19000,
            "time",
            86_399_999_999L,
            "at",
            -1L,
            "nanos",
            1_700_000_000_123_456_789L,
            "text",
            "ü",
            "bytes",
            new byte[] {0, -1},
            "fixed",
            new byte[] {1, 2, 3},
            "struct",
            row("x", 7, "y", null),
            "list",
            List.of(row("z", 5L), row("z", null)),
            "map",
            List.of(row("key", "k", "value", Double.NEGATIVE_INFINITY)));
    fixture.put(schema, List.of(full, row("id", 2L)));
    fixture.put(schema, List.of(row("id", 3L, "list", List.of(), "map", List.of())));
    run();
    assertFilesCopied();
    fixture.put(schema, List.of(row("id", 4L, "d", Double.NaN)));
    run();
    assertFilesCopied();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void columnsThatWereWidenedAreReadAsBefore(boolean isFollowed) {
    Schema narrow =
        new Schema(
            Types.NestedField.optional(1, "i", Types.IntegerType.get()),
            Types.NestedField.optional(2, "f", Types.FloatType.get()),
            Types.NestedField.optional(3, "d", Types.DecimalType.of(9, 2)));
    fixture.create(narrow);
    fixture.put(narrow, List.of(row("i", -5, "f", 0.1f, "d", new BigDecimal("1.25"))));
    if (isFollowed) {
      run();
      fixture.put(narrow, List.of(row("i", -6, "f", 0.2f, "d", new BigDecimal("-1.25"))));
    }
    fixture.sourceSchema(
        update ->
            update
                .updateColumn("i", Types.LongType.get())
                .updateColumn("f", Types.DoubleType.get())
                .updateColumn("d", Types.DecimalType.of(20, 2)));
    Schema wide = fixture.storedSource().schema();
    fixture.put(
        wide, List.of(row("i", 1L << 40, "f", 0.1, "d", new BigDecimal("100000000000000.25"))));
    run();
    if (isFollowed) {
      assertFilesCopied();
    } else {
      // Nothing in the metadata of the new table would tell that a file is narrower.
      assertThat(contents(fixture.storedTarget())).hasSize(1);
      assertThat(fixture.rows()).isEqualTo(fixture.sourceRows());
    }
    assertThat(fixture.storedTarget().schema().findType("i")).isEqualTo(Types.LongType.get());
  }

  @Test
  void aColumnThatIsNewHasItsDefaultInOldFiles() {
    Schema before = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
    fixture.create(before);
    fixture.put(before, List.of(row("id", 1L)));
    run();
    fixture.put(before, List.of(row("id", 2L)));
    fixture.put(before, List.of(row("id", 3L)));
    fixture.sourceSchema(
        update -> update.addColumn("n", Types.IntegerType.get(), "new", Expressions.lit(7)));
    Schema after = fixture.storedSource().schema();
    fixture.put(after, List.of(row("id", 4L, "n", null)));
    run();
    assertThat(fixture.rows()).containsExactly("1,7", "2,7", "3,7", "4,null");
    assertFilesCopied();
  }

  @Test
  void aTableGoesByRowsAfterAFileThatCannotBeTaken() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "gone", Types.LongType.get()));
    fixture.create(schema);
    fixture.put(schema, List.of(row("id", 1L, "gone", 7L)));
    fixture.sourceSchema(update -> update.deleteColumn("gone"));
    MirrorContext context =
        fixture.context(fixture.snapshots(), FollowSettings.Mode.SNAPSHOT, 0, fixture.source);
    MirroredTable table =
        new MirroredTable(
            new TablePairs(context.settings().tables()).find(fixture.source).get(0), "run", false);
    assertThat(new TableRun(context, table, Duration.ZERO).run().failure()).isNull();
    assertThat(table.isByRows()).isTrue();
    Schema left = fixture.storedSource().schema();
    fixture.put(left, List.of(row("id", 2L)));
    fixture.put(left, List.of(row("id", 3L)));
    TableReport second = new TableRun(context, table, Duration.ZERO).run();
    assertThat(second.rows()).isEqualTo(2);
    assertThat(storedFiles()).as("two files became one, beside the first").isEqualTo(2);
    assertThat(fixture.rows()).containsExactly("1", "2", "3");
  }

  @Test
  void aLinkThatBreaksInAFileLeavesNothingAndTheNextRunAll() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "bytes", Types.BinaryType.get()));
    fixture.create(schema);
    byte[] noise = new byte[3 << 20];
    new Random(1).nextBytes(noise);
    fixture.put(schema, List.of(row("id", 1L, "bytes", noise)));
    fixture.put(schema, List.of(row("id", 2L, "bytes", noise)));
    // Each file has four pieces.
    for (int pieces : new int[] {1, 4, 6}) {
      assertNothing(BentServer.breakingAfter(fixture.source, pieces));
      assertNothing(BentServer.endingAfter(fixture.source, pieces));
    }
    run();
    assertFilesCopied();
    assertThat(storedFiles()).isEqualTo(2);
  }

  private static void assertNothing(SourceServer server) {
    TableReport broken = fixture.snapshotCycle(server);
    assertThat(Objects.requireNonNull(broken.failure()).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(broken.rows()).isZero();
    assertThat(fixture.storedTarget().currentSnapshot()).isNull();
    assertThat(storedFiles()).isZero();
  }
}
