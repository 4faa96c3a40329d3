package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.PartitionPolicy.Conflict;
import io.icerunner.internal.register.partition.PartitionPolicy.Unproven;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PathCheckTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "dt", Types.DateType.get()),
          Types.NestedField.optional(2, "p", Types.StringType.get()),
          Types.NestedField.optional(3, "x", Types.DoubleType.get()),
          Types.NestedField.optional(4, "b", Types.BinaryType.get()),
          Types.NestedField.optional(
              5,
              "s",
              Types.StructType.of(Types.NestedField.optional(6, "f", Types.LongType.get()))));
  private static final PartitionPolicy FILE_WINS =
      new PartitionPolicy(Conflict.FILE_WINS, Unproven.REFUSE);

  @Test
  void refusesAFileThatSaysOtherwise() {
    refused(file("dt=1970-01-02").bounds("dt", 2, 2))
        .hasMessage(
            "Cannot register file:///lake/dt=1970-01-02/part.parquet: its path says dt=1970-01-02, but column dt in the file is 1970-01-03; move the file, or let files win over their path");
    refused(file("dt=1970-01-02").bounds("dt", 1, 2))
        .hasMessageContaining(
            "column dt in the file is not known to have one value: column dt spans 1970-01-02 to 1970-01-03");
    refused(file("dt=1970-01-02").nulls("dt", 10)).hasMessageContaining("dt in the file is null");
    refused(file("dt=1970-01-02").bounds("dt", 1, 1, 5)).hasMessageContaining("5 nulls in 10 rows");
    refused(file("dt=__HIVE_DEFAULT_PARTITION__").bounds("dt", 1, 1))
        .hasMessageContaining(
            "dt=__HIVE_DEFAULT_PARTITION__, but column dt in the file is 1970-01-02");
    refused(file("dt=19700102").bounds("dt", 1, 1))
        .hasMessageContaining("dt=19700102, but column dt in the file is 1970-01-02");
  }

  @Test
  void acceptsAFileThatSaysTheSame() {
    accepted(file("dt=1970-01-02").bounds("dt", 1, 1));
    accepted(file("dt=__HIVE_DEFAULT_PARTITION__").nulls("dt", 10));
    accepted(file("p=a%20b").bounds("p", "a b", "a b"));
    accepted(file("x=1.50").bounds("x", 1.5, 1.5));
    accepted(file("b=AQID").bounds("b", bytes(1, 2, 3), bytes(1, 2, 3)));
    accepted(file("b=abc").bounds("b", bytes('a', 'b', 'c'), bytes('a', 'b', 'c')));
  }

  @Test
  void readsWhatTheFooterDoesNotTell() {
    FileEvidence file = file("p=a").bounds("p", null, null).build();

    refused(file("p=a").bounds("p", null, null)).hasMessageContaining("no trustworthy bounds");
    assertThatCode(() -> proof(PartitionPolicy.STRICT, values("a")).prove(file))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> proof(PartitionPolicy.STRICT, values("b")).prove(file))
        .hasMessageContaining("but column p in the file is b");
    assertThatThrownBy(() -> proof(PartitionPolicy.STRICT, values("a", null)).prove(file))
        .hasMessageContaining("column p has a and null, which are in partitions a and null of p");
  }

  @Test
  void lettingFilesWinLooksAtNoPathOfTheirColumns() {
    assertThatCode(
            () ->
                proof(FILE_WINS, null)
                    .prove(
                        file("dt=19700102/p=b").bounds("dt", 1, 2).bounds("p", "a", "a").build()))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesAKeyThatDiffersFromAColumnOnlyInCaseWhoeverWins() {
    FileEvidence file = file("DT=1970-01-02").bounds("dt", 1, 1).build();

    assertThatThrownBy(() -> proof(FILE_WINS, null).prove(file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register file:///lake/DT=1970-01-02/part.parquet: key DT of its path differs only in case from column dt of the table; keys match columns by their exact name, so rename the folder or the column");
  }

  @Test
  void refusesToLoseAColumnThatIsInThePathOnly() {
    FileEvidence file = file("dt=1970-01-02").build();
    PartitionSpec byMonth = SpecText.parse(SCHEMA, List.of("month(dt)"));
    PartitionSpec byDay = SpecText.parse(SCHEMA, List.of("dt", "month(dt)"));

    refused(file("dt=1970-01-02"))
        .hasMessageContaining("column dt is in its path only")
        .hasMessageContaining("unless it is partitioned by dt itself");
    assertThatThrownBy(() -> new PartitionProof(byMonth, SCHEMA, FILE_WINS, null).prove(file))
        .hasMessageContaining("column dt is in its path only");
    PartitionProof proof = new PartitionProof(byDay, SCHEMA, FILE_WINS, null);
    assertThat(proof.prove(file).get(0, Integer.class)).isEqualTo(1);
    assertThat(proof.prove(file).get(1, Integer.class)).isEqualTo(0);
  }

  @Test
  void refusesAValueForAColumnOfFields() {
    refused(file("s=1")).hasMessageContaining("value for column s, which has fields of its own");
    assertThatCode(() -> proof(FILE_WINS, null).prove(file("s=1").build()))
        .doesNotThrowAnyException();
  }

  @Test
  void anExplanationTellsOfAContradiction() {
    List<FieldProof> proofs =
        proof(PartitionPolicy.STRICT, null)
            .explain(file("dt=1970-01-02").bounds("dt", 2, 2).build());

    assertThat(proofs).extracting(FieldProof::evidence).containsExactly(Evidence.UNPROVEN);
    assertThat(proofs.get(0).value()).contains("its path says dt=1970-01-02");
  }

  private static AbstractThrowableAssert<?, ?> refused(EvidenceBuilder file) {
    return assertThatThrownBy(() -> proof(PartitionPolicy.STRICT, null).prove(file.build()))
        .isInstanceOf(IceRunnerException.class);
  }

  private static void accepted(EvidenceBuilder file) {
    assertThatCode(() -> proof(PartitionPolicy.STRICT, null).prove(file.build()))
        .doesNotThrowAnyException();
  }

  private static PartitionProof proof(PartitionPolicy policy, @Nullable ColumnValues reads) {
    return new PartitionProof(PartitionSpec.unpartitioned(), SCHEMA, policy, reads);
  }

  private static ColumnValues values(@Nullable Object... values) {
    return (file, column, limit) -> Arrays.asList(values);
  }

  private static EvidenceBuilder file(String folders) {
    return EvidenceBuilder.of(SCHEMA, folders, 10);
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }
}
