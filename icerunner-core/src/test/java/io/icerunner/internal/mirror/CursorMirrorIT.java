package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.source.CursorSettings;
import io.icerunner.internal.mirror.verify.VerifiedTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CursorMirrorIT {
  private static final Schema SCHEMA = schema(Types.LongType.get());

  @TempDir private static Path folder;
  private static MirrorFixture fixture;

  @BeforeAll
  static void start() {
    fixture = new MirrorFixture(folder);
  }

  @BeforeEach
  void begin() {
    fixture.begin();
  }

  @AfterAll
  static void stop() throws InterruptedException {
    fixture.close();
  }

  private static Schema schema(Type cursor) {
    return new Schema(
        Types.NestedField.optional(1, "c", cursor),
        Types.NestedField.optional(2, "key", Types.IntegerType.get()),
        Types.NestedField.optional(3, "text", Types.StringType.get()));
  }

  /** A row of the table. */
  private record Row(@Nullable Object c, int key, String text) {
    Map<String, @Nullable Object> values() {
      Map<String, @Nullable Object> values = new HashMap<>();
      values.put("c", c);
      values.put("key", key);
      values.put("text", text);
      return values;
    }
  }

  private static Row row(@Nullable Object c, int key, String text) {
    return new Row(c, key, text);
  }

  private static List<Map<String, @Nullable Object>> values(Row... rows) {
    return Arrays.stream(rows).map(Row::values).toList();
  }

  private void put(Row... rows) {
    fixture.put(SCHEMA, values(rows));
  }

  private static CursorSettings by(@Nullable String lookBack, String... keys) {
    return new CursorSettings("c", List.of(keys), lookBack, 0);
  }

  private TableReport cycle(CursorSettings cursor) {
    TableReport report = fixture.cycle(cursor, 0);
    if (report.failure() != null) {
      throw report.failure();
    }
    return report;
  }

  private String refusal(CursorSettings cursor) {
    TableReport report = fixture.cycle(cursor, 0);
    assertThat(report.outcome()).isEqualTo(CycleOutcome.STOPPED);
    IceRunnerException failure = Objects.requireNonNull(report.failure());
    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    return failure.getMessage();
  }

  @Test
  void tiesAtTheBoundaryAreFoundLaterAndNothingComesTwice() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"), row(2, 2, "b"), row(2, 2, "b"));
    assertThat(cycle(by(null)).rows()).isEqualTo(3);
    assertThat(cycle(by(null)).outcome()).isEqualTo(CycleOutcome.UNCHANGED);
    put(row(2, 2, "b"), row(2, 3, "c"), row(3, 4, "d"));
    TableReport report = cycle(by(null));
    assertThat(report.rows()).isEqualTo(3);
    assertThat(report.position()).isEqualTo("{\"column\":\"c\",\"type\":\"long\",\"last\":\"3\"}");
    assertThat(report.tableRows()).isEqualTo(6);
    assertThat(fixture.rows()).isEqualTo(fixture.sourceRows());
    assertThat(cycle(by(null)).outcome()).isEqualTo(CycleOutcome.UNCHANGED);
    VerifiedTable verified = fixture.verify(by(null));
    assertThat(verified.failure()).isNull();
    assertThat(verified.isEqual()).isTrue();
    assertThat(verified.isExactVersion()).isFalse();
  }

  @Test
  void lateRowsAreFoundAsFarAsTheLookBackReaches() {
    fixture.create(SCHEMA);
    put(row(100, 1, "a"), row(95, 2, "b"));
    cycle(by("10"));
    put(row(90, 3, "just within"), row(89, 4, "too late"), row(95, 2, "b"));
    assertThat(cycle(by("10")).rows()).isEqualTo(2);
    assertThat(fixture.rows()).containsExactly("100,1,a", "90,3,just within", "95,2,b", "95,2,b");
    VerifiedTable verified = fixture.verify(by("10"));
    assertThat(verified.isEqual()).isFalse();
    assertThat(verified.sourceRows()).isEqualTo(5);
    assertThat(verified.targetRows()).isEqualTo(4);
  }

  @Test
  void aKnownKeyIsDroppedEvenIfOtherValuesDiffer() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"), row(2, 2, "b"));
    cycle(by(null, "key"));
    put(row(2, 2, "changed"), row(2, 3, "c"), row(3, 2, "moved"), row(3, 4, "d"));
    assertThat(cycle(by(null, "key")).rows()).isEqualTo(2);
    assertThat(fixture.rows()).containsExactly("1,1,a", "2,2,b", "2,3,c", "3,4,d");
  }

  @Test
  void nullIsRefused() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"));
    cycle(by(null));
    put(row(null, 2, "b"));
    assertThat(refusal(by(null)))
        .contains("Cannot follow the table by column c: a row has NULL there");
    assertThat(fixture.rows()).containsExactly("1,1,a");
  }

  @Test
  void unknownColumnsAreRefusedWithTheNearest() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"));
    assertThat(refusal(new CursorSettings("kei", List.of(), null, 0)))
        .contains("there is no such column (did you mean \"key\"?)");
    assertThat(refusal(by(null, "kex"))).contains("by key column kex");
    cycle(by(null));
    assertThat(refusal(by("1h"))).contains("Cannot look back by \"1h\" in a column of type long");
  }

  @Test
  void moreKnownRowsThanAllowedAreRefused() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"), row(1, 2, "b"), row(1, 3, "c"));
    cycle(by(null));
    assertThat(refusal(new CursorSettings("c", List.of(), null, 0, 2)))
        .contains("more than 2 rows with \"c\" >= 1", "shorter look-back");
  }

  @Test
  void anEmptySourceGivesAnEmptyTargetAndCatchesUp() {
    fixture.create(SCHEMA);
    TableReport first = cycle(by(null));
    assertThat(first.position()).contains("\"last\":null");
    assertThat(fixture.rows()).isEmpty();
    assertThat(cycle(by(null)).outcome()).isEqualTo(CycleOutcome.UNCHANGED);
    put(row(1, 1, "a"));
    assertThat(cycle(by(null)).rows()).isEqualTo(1);
    assertThat(fixture.rows()).containsExactly("1,1,a");
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(Types.IntegerType.get(), -5, 7, "3"),
        Arguments.of(Types.LongType.get(), Long.MAX_VALUE - 2, Long.MAX_VALUE, "1"),
        Arguments.of(
            Types.DecimalType.of(38, 3),
            new BigDecimal("-12345678901234567890123456789012345.678"),
            new BigDecimal("12345678901234567890123456789012345.678"),
            "0.5"),
        Arguments.of(Types.DateType.get(), -1, 20_000, "2d"),
        Arguments.of(Types.TimestampType.withoutZone(), -1L, 1_700_000_000_123_456L, "15m"),
        Arguments.of(Types.TimestampType.withZone(), -1L, 1_700_000_000_123_456L, "90s"),
        Arguments.of(Types.TimestampNanoType.withoutZone(), -1L, 1_700_000_000_123_456_789L, "1h"),
        Arguments.of(Types.TimestampNanoType.withZone(), -1L, 1_700_000_000_123_456_789L, "5ms"),
        Arguments.of(Types.StringType.get(), "O'Brien \\ \"", "\ud83d\ude00", null));
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyTypeIsReadOnExactly(Type type, Object early, Object late, @Nullable String lookBack) {
    Schema schema = schema(type);
    fixture.create(schema);
    fixture.put(schema, values(row(early, 1, "a")));
    cycle(by(lookBack));
    fixture.put(schema, values(row(early, 2, "tie"), row(late, 3, "b")));
    assertThat(cycle(by(lookBack)).rows()).isEqualTo(2);
    fixture.put(schema, values(row(late, 4, "tie"), row(early, 5, "far too late")));
    assertThat(cycle(by(lookBack)).rows()).isEqualTo(1);
    assertThat(cycle(by(lookBack)).outcome()).isEqualTo(CycleOutcome.UNCHANGED);
    assertThat(fixture.rows()).hasSize(4).noneMatch(row -> row.contains("far too late"));
    VerifiedTable verified = fixture.verify(by(lookBack));
    assertThat(verified.failure()).isNull();
    assertThat(verified.sourceRows()).isEqualTo(5);
    assertThat(verified.targetRows()).isEqualTo(4);
  }

  @Test
  void nanosecondsWithinAMicrosecondAreToldApart() {
    Schema schema = schema(Types.TimestampNanoType.withoutZone());
    fixture.create(schema);
    fixture.put(schema, values(row(1_500L, 1, "a"), row(1_600L, 2, "b")));
    cycle(by(null));
    fixture.put(schema, values(row(1_700L, 3, "c")));
    assertThat(cycle(by(null)).rows()).isEqualTo(1);
    VerifiedTable verified = fixture.verify(by(null));
    assertThat(verified.isEqual()).isTrue();
    fixture.put(schema, values(row(1_800L, 4, "not yet")));
    assertThat(fixture.verify(by(null)).isEqual()).isTrue();
  }

  @Test
  void floatingPointIsRefusedByName() {
    Schema schema = schema(Types.DoubleType.get());
    fixture.create(schema);
    fixture.put(schema, values(row(1.5, 1, "a")));
    assertThat(refusal(by(null))).contains("by column c: it is of type double");
  }

  @Test
  void committedBatchesStayWhenTheStreamBreaksAndTheRestFollows() {
    fixture.create(SCHEMA);
    Random random = new Random(1);
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      rows.add(row(random.nextInt(500), i, "t" + i).values());
    }
    fixture.put(SCHEMA, rows);
    CursorSettings ordered = new CursorSettings("c", List.of(), null, 2_000);
    BentServer breaking = BentServer.breakingAfter(fixture.source, 1);
    TableReport broken = fixture.cycle(ordered, 2_000, breaking);
    assertThat(broken.outcome()).isEqualTo(CycleOutcome.FAILED);
    assertThat(broken.commits()).isGreaterThan(5);
    int committed = fixture.rows().size();
    assertThat(committed).isBetween(2_000, 39_999);
    put(row(499, -1, "late tie"), row(600, -2, "new"));
    TableReport rest = fixture.cycle(ordered, 2_000);
    assertThat(rest.failure()).isNull();
    assertThat(rest.rows()).isEqualTo(40_002 - committed);
    assertThat(fixture.rows()).isEqualTo(fixture.sourceRows());
  }

  @Test
  void aServerThatKeepsNoOrderIsNotCommittedInBatches() {
    fixture.create(SCHEMA);
    put(row(2, 1, "a"), row(1, 2, "b"));
    BentServer unordered =
        BentServer.rewriting(
            fixture.source, sql -> sql.replace("ORDER BY \"c\"", "ORDER BY \"c\" DESC"));
    TableReport report =
        fixture.cycle(new CursorSettings("c", List.of(), null, 2_000), 1, unordered);
    assertThat(report.failure())
        .isNotNull()
        .hasMessageContaining("does not give the rows in its order");
  }

  @Test
  void aServerThatComparesTextByACollationIsRefused() {
    Schema schema = schema(Types.StringType.get());
    fixture.create(schema);
    fixture.put(schema, values(row("a", 1, "a")));
    BentServer collating =
        BentServer.rewriting(fixture.source, sql -> sql.replace("'Z' < 'a'", "'a' < 'Z'"));
    assertThat(fixture.cycle(by(null), 0, collating).failure())
        .isNotNull()
        .hasMessageContaining("column c: the server does not compare text by its bytes");
  }

  @Test
  void rowsBeforeTheBoundaryThatACoarserServerGivesAreLeftOut() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"), row(5, 2, "b"));
    cycle(by(null));
    put(row(5, 3, "tie"));
    BentServer coarse = BentServer.rewriting(fixture.source, sql -> sql.replace(">= 5", ">= 0"));
    assertThat(fixture.cycle(by(null), 0, coarse).rows()).isEqualTo(1);
    assertThat(fixture.rows()).containsExactly("1,1,a", "5,2,b", "5,3,tie");
  }

  @Test
  void columnsThatComeAndGoDoubleNoRow() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"), row(2, 2, "b"));
    cycle(by(null));
    fixture.sourceSchema(change -> change.addColumn("more", Types.LongType.get()));
    assertThat(cycle(by(null)).rows()).isZero();
    put(row(2, 3, "tie"));
    assertThat(cycle(by(null)).rows()).isEqualTo(1);
    assertThat(cycle(by(null)).outcome()).isEqualTo(CycleOutcome.UNCHANGED);
    fixture.sourceSchema(change -> change.updateColumn("key", Types.LongType.get()));
    fixture.sourceSchema(change -> change.deleteColumn("more"));
    put(row(3, 4, "new"));
    assertThat(cycle(by(null)).rows()).isEqualTo(1);
    assertThat(cycle(by(null)).rows()).isZero();
    assertThat(fixture.rows()).hasSize(4);
  }

  @Test
  void aChangedAMissingAndADoubledRowAreFound() {
    fixture.create(SCHEMA);
    put(row(1, 1, "a"), row(2, 2, "b"), row(3, 3, "c"));
    TableReport report = fixture.snapshotCycle();
    assertThat(report.failure()).isNull();
    VerifiedTable equal = fixture.verify(fixture.snapshots());
    assertThat(equal.failure()).isNull();
    assertThat(equal.isEqual()).isTrue();
    assertThat(equal.isExactVersion()).isTrue();
    put(row(4, 4, "not yet mirrored"));
    assertThat(fixture.verify(fixture.snapshots()).isEqual()).isTrue();

    fixture.replaceTarget(values(row(1, 1, "a"), row(2, 2, "CHANGED"), row(3, 3, "c")), SCHEMA);
    VerifiedTable changed = fixture.verify(fixture.snapshots());
    assertThat(changed.failure()).isNull();
    assertThat(changed.isEqual()).isFalse();
    assertThat(changed.differences()).singleElement().matches(c -> c.column().equals("text"));

    fixture.replaceTarget(values(row(1, 1, "a"), row(3, 3, "c")), SCHEMA);
    VerifiedTable missing = fixture.verify(fixture.snapshots());
    assertThat(missing.targetRows()).isEqualTo(2);
    assertThat(missing.differences()).hasSize(3);
    assertThat(missing.explanation()).contains("2 rows where its mirror wrote 3");

    fixture.replaceTarget(
        values(row(1, 1, "a"), row(2, 2, "b"), row(2, 2, "b"), row(3, 3, "c")), SCHEMA);
    assertThat(fixture.verify(fixture.snapshots()).isEqual()).isFalse();

    fixture.replaceTarget(values(row(1, 1, "b"), row(2, 2, "a"), row(3, 3, "c")), SCHEMA);
    VerifiedTable swapped = fixture.verify(fixture.snapshots());
    assertThat(swapped.isEqual()).isFalse();
    assertThat(swapped.differences()).isEmpty();
  }

  @Test
  void whatNoMirrorWroteCannotBeCompared() {
    fixture.create(SCHEMA);
    assertThat(fixture.verify(by(null)).failure())
        .isNotNull()
        .hasMessageContaining("there is no such target");
  }
}
