package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.PartitionPolicy.Conflict;
import io.icerunner.internal.register.partition.PartitionPolicy.Unproven;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class PartitionChoiceTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "day", Types.DateType.get()),
          Types.NestedField.optional(2, "dept", Types.StringType.get()),
          Types.NestedField.optional(3, "key", Types.StringType.get()));
  private static final Schema OLDER =
      new Schema(
          List.of(
              Types.NestedField.optional(1, "day", Types.DateType.get()),
              Types.NestedField.optional(9, "gone", Types.IntegerType.get())));
  private static final PartitionSpec NONE = spec(0);
  private static final PartitionSpec YEAR = spec(1, "year(day)");
  private static final PartitionSpec MONTH = spec(2, "month(day)");
  private static final PartitionSpec GONE =
      PartitionSpec.builderFor(OLDER).identity("gone").day("day").withSpecId(3).build();
  private static final PartitionSpec CURRENT = spec(4, "day(day)", "dept");
  private static final List<PartitionSpec> ALL = List.of(NONE, YEAR, MONTH, GONE, CURRENT);
  private static final PartitionPolicy COARSER =
      new PartitionPolicy(Conflict.REFUSE, Unproven.COARSER);

  @Test
  void takesTheCurrentSpecIfThatIsProven() {
    FileEvidence file = file("x").bounds("day", 3, 3).bounds("dept", "a", "a").build();

    assertThat(choose(COARSER, file)).isEqualTo(CURRENT);
    assertThat(choose(PartitionPolicy.STRICT, file)).isEqualTo(CURRENT);
  }

  @Test
  void takesTheFinestOtherSpecThatIsProven() {
    assertThat(choose(COARSER, file("x").bounds("day", 3, 3).bounds("dept", "a", "b").build()))
        .isEqualTo(MONTH);
    assertThat(choose(COARSER, file("x").bounds("day", 3, 60).bounds("dept", "a", "a").build()))
        .isEqualTo(YEAR);
    assertThat(choose(COARSER, file("x").bounds("day", -1, 0).bounds("dept", "a", "a").build()))
        .isEqualTo(NONE);
  }

  @Test
  void refusesOtherSpecsUnlessThePolicyAllowsThem() {
    FileEvidence file = file("x").bounds("day", 3, 3).bounds("dept", "a", "b").build();

    assertThatThrownBy(() -> choose(PartitionPolicy.STRICT, file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register file:///lake/x/part.parquet: column dept spans a to b, from partition a to b of dept; partition the table more coarsely, or let such files have a coarser spec");
  }

  @Test
  void aContradictionIsRefusedWhateverTheSpec() {
    FileEvidence file = file("dept=b").bounds("day", 3, 3).bounds("dept", "a", "a").build();

    assertThatThrownBy(() -> choose(COARSER, file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("its path says dept=b, but column dept in the file is a");
  }

  @Test
  void noCoarserSpecTakesAColumnThatIsInThePathOnly() {
    FileEvidence file = file("key=k").bounds("day", 3, 3).bounds("dept", "a", "a").build();

    assertThatThrownBy(() -> choose(COARSER, file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("column key is in its path only")
        .hasMessageEndingWith("; none of the table's other 3 specs takes the file either");
  }

  @Test
  void explainsTheSpecThatTakesTheFile() {
    PartitionChoice choice = new PartitionChoice(CURRENT, ALL, SCHEMA, COARSER, null);

    assertThat(choice.explain(file("x").bounds("day", 3, 3).bounds("dept", "a", "b").build()))
        .extracting(FieldProof::field)
        .containsExactly("day_month");
    assertThat(choice.explain(file("key=k").bounds("day", 3, 3).build()))
        .extracting(FieldProof::field)
        .containsExactly("day_day", "dept", "path");
  }

  private static PartitionSpec choose(PartitionPolicy policy, FileEvidence file) {
    return new PartitionChoice(CURRENT, ALL, SCHEMA, policy, null).choose(file).spec();
  }

  private static EvidenceBuilder file(String folders) {
    return EvidenceBuilder.of(SCHEMA, folders, 10);
  }

  private static PartitionSpec spec(int id, String... fields) {
    PartitionSpec.Builder spec = PartitionSpec.builderFor(SCHEMA).withSpecId(id);
    for (String field : fields) {
      switch (field) {
        case "year(day)" -> spec.year("day");
        case "month(day)" -> spec.month("day");
        case "day(day)" -> spec.day("day");
        default -> spec.identity(field);
      }
    }
    return spec.build();
  }
}
