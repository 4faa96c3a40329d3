package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.time.LocalDate;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class PartitionProofTest {
  private static final Schema LAKE =
      new Schema(
          Types.NestedField.optional(1, "tile", Types.StringType.get()),
          Types.NestedField.optional(2, "year", Types.IntegerType.get()),
          Types.NestedField.optional(3, "month", Types.IntegerType.get()),
          Types.NestedField.optional(4, "date", Types.DateType.get()),
          Types.NestedField.optional(5, "sun", Types.DoubleType.get()),
          Types.NestedField.optional(6, "id", Types.LongType.get()));
  private static final PartitionSpec SPEC =
      SpecText.parse(LAKE, List.of("tile", "year", "month", "month(date)"));

  @Test
  void provesKeysByThePathAndADateByItsBounds() {
    FileEvidence file =
        EvidenceBuilder.of(LAKE, "tile=1_2/year=1994/month=1", 31)
            .bounds("date", day("1994-01-01"), day("1994-01-31"))
            .nulls("sun", 31)
            .build();
    PartitionProof proof = new PartitionProof(SPEC, LAKE, PartitionPolicy.STRICT, null);

    StructLike partition = proof.prove(file);

    assertThat(partition.get(0, String.class)).isEqualTo("1_2");
    assertThat(partition.get(1, Integer.class)).isEqualTo(1994);
    assertThat(partition.get(2, Integer.class)).isEqualTo(1);
    assertThat(partition.get(3, Integer.class)).isEqualTo(24 * 12);
    assertThat(FieldProof.lines(proof.explain(file)))
        .containsExactly(
            "field       transform  source  proven by   bounds                    value",
            "tile        identity   tile    path        -                         1_2",
            "year        identity   year    path        -                         1994",
            "month       identity   month   path        -                         1",
            "date_month  month      date    statistics  1994-01-01 .. 1994-01-31  1994-01");
  }

  @Test
  void refusesAFileThatSpansPartitions() {
    FileEvidence file =
        EvidenceBuilder.of(LAKE, "tile=1_2/year=1994/month=1", 31)
            .bounds("date", day("1994-01-31"), day("1994-02-01"))
            .build();
    PartitionProof proof = new PartitionProof(SPEC, LAKE, PartitionPolicy.STRICT, null);

    assertThatThrownBy(() -> proof.prove(file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register file:///lake/tile=1_2/year=1994/month=1/part.parquet: column date spans 1994-01-31 to 1994-02-01, from partition 1994-01 to 1994-02 of month(date); partition the table more coarsely, or let such files have a coarser spec");
  }

  private static int day(String text) {
    return (int) LocalDate.parse(text).toEpochDay();
  }
}
