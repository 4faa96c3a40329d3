package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class SpecProposalTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "date", Types.DateType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(3, "kind", Types.StringType.get()),
          Types.NestedField.optional(4, "id", Types.LongType.get()),
          Types.NestedField.optional(5, "sun", Types.DoubleType.get()),
          Types.NestedField.optional(6, "tile", Types.StringType.get()),
          Types.NestedField.optional(7, "year", Types.IntegerType.get()));

  @Test
  void proposesKeysOfThePathAndTheFinestTimes() {
    SpecProposal proposal =
        SpecProposal.of(
            SCHEMA,
            List.of(
                file("tile=a/year=1994", 10)
                    .bounds("date", day("1994-01-01"), day("1994-01-31"))
                    .bounds("ts", at("1994-01-01T00:00"), at("1994-01-01T00:59:59"))
                    .bounds("sun", 1.0, 1.0)
                    .bounds("id", 1L, 2L)
                    .build(),
                file("tile=a/year=1995", 10)
                    .bounds("date", day("1995-02-01"), day("1995-02-28"))
                    .bounds("ts", at("1969-12-31T23:00"), at("1969-12-31T23:59"))
                    .bounds("sun", 2.0, 2.0)
                    .bounds("id", 3L, 4L)
                    .build()));

    assertThat(SpecText.print(proposal.spec()))
        .containsExactly("tile", "year", "month(date)", "hour(ts)");
    assertThat(proposal.lines())
        .containsExactly(
            "proposal     proven by   values  proof",
            "tile         path        1       in all paths, and not in the files",
            "year         path        2       in all paths, and not in the files",
            "month(date)  statistics  2       each file is in one month",
            "hour(ts)     statistics  2       each file is in one hour");
  }

  @Test
  void everyFileDecides() {
    SpecProposal proposal =
        SpecProposal.of(
            SCHEMA,
            List.of(
                file("a", 10).bounds("date", day("1994-01-01"), day("1994-01-01")).build(),
                file("b", 10).bounds("date", day("1994-01-01"), day("1994-12-31")).build(),
                file("c", 10).nulls("date", 10).build()));

    assertThat(SpecText.print(proposal.spec())).containsExactly("year(date)");
  }

  @Test
  void proposesNoTimesThatAreMissingOrAlwaysNull() {
    SpecProposal proposal =
        SpecProposal.of(
            SCHEMA,
            List.of(
                file("a", 10).nulls("date", 10).bounds("ts", 0L, 0L).build(),
                file("b", 10).nulls("date", 10).build()));

    assertThat(proposal.spec().isUnpartitioned()).isTrue();
  }

  @Test
  void proposesOtherColumnsWhereTheyTellFilesApart() {
    SpecProposal proposal =
        SpecProposal.of(
            SCHEMA,
            List.of(
                file("tile=a", 10).bounds("kind", "x", "x").bounds("id", 100L, 199L).build(),
                file("tile=a", 10).bounds("kind", "y", "y").bounds("id", 100L, 199L).build(),
                file("tile=b", 10).bounds("kind", "x", "x").bounds("id", 200L, 299L).build()));

    assertThat(SpecText.print(proposal.spec())).containsExactly("tile", "kind");
  }

  @Test
  void proposesPrefixesAndRangesWhereWholeValuesDiffer() {
    SpecProposal proposal =
        SpecProposal.of(
            SCHEMA,
            List.of(
                file("a", 10).bounds("kind", "😀😀a", "😀😀b").bounds("id", 0L, 99L).build(),
                file("b", 10).bounds("kind", "😀😁", "😀😁zz").bounds("id", 100L, 199L).build(),
                file("c", 10).bounds("kind", "😀😁", "😀😁z").bounds("id", 200L, 201L).build()));

    assertThat(SpecText.print(proposal.spec()))
        .containsExactly("truncate(2, kind)", "truncate(100, id)");
  }

  @Test
  void passesOverAFieldThatHasTheNameOfAColumn() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "date", Types.DateType.get()),
            Types.NestedField.optional(2, "date_day", Types.LongType.get()),
            Types.NestedField.optional(3, "tile", Types.StringType.get()));

    SpecProposal proposal =
        SpecProposal.of(
            schema, List.of(EvidenceBuilder.of(schema, "tile=a", 10).bounds("date", 1, 1).build()));

    assertThat(SpecText.print(proposal.spec())).containsExactly("tile");
  }

  @Test
  void refusesAnEmptySample() {
    assertThatThrownBy(() -> SpecProposal.of(SCHEMA, List.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage("Cannot propose partitions: there are no files");
  }

  private static EvidenceBuilder file(String folders, long rows) {
    return EvidenceBuilder.of(SCHEMA, folders, rows);
  }

  private static int day(String text) {
    return (int) LocalDate.parse(text).toEpochDay();
  }

  private static long at(String text) {
    return LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
  }
}
