package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.source.SourceFile;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // a moment before the epoch is in the day, month and year before it
        "year(c); timestamp; -1; -1; -1",
        "month(c); timestamp; -1; -1; -1",
        "day(c); timestamp; -86400000000; -1; -1",
        "hour(c); timestamptz; -3600000000; -1; -1",
        "hour(c); timestamp; 3599999999; 0; 0",
        "day(c); timestamp_ns; -1; -1; -1",
        "month(c); date; -31; -1; -1",
        "year(c); date; -365; -1; -1",
        "truncate(10, c); int; -1; -10; -10",
        "truncate(10, c); long; -9223372036854775800; -9223372036854775791; -9223372036854775800",
        "truncate(50, c); decimal(9, 2); 10.65; 10.99; 10.50",
        "truncate(50, c); decimal(9, 2); -0.01; -0.50; -0.50",
        "truncate(1, c); string; 😀a; 😀b; 😀",
        "truncate(2, c); string; é日a; é日😀; é日",
        "truncate(4, c); string; abc; abc; abc",
        "c; string; 😀; 😀; 😀",
        "c; boolean; true; true; true",
        "c; uuid; f79c3e09-677c-4bbd-a479-3f349cb785e7; f79c3e09-677c-4bbd-a479-3f349cb785e7; f79c3e09-677c-4bbd-a479-3f349cb785e7"
      })
  void bothBoundsInOnePartitionAreAProof(
      String field, String type, String least, String greatest, String value) {
    Schema schema = column(type);
    PartitionProof proof = proof(schema, field);
    Object lower = parse(schema, least);
    Object upper = parse(schema, greatest);
    boolean ordered = RandomColumns.order(schema.findType(1)).compare(lower, upper) <= 0;
    FileEvidence file =
        EvidenceBuilder.of(schema, "x", 5)
            .bounds("c", ordered ? lower : upper, ordered ? upper : lower)
            .build();

    assertThat(proof.prove(file).get(0, Object.class)).hasToString(value);
    assertThat(proof.explain(file).get(0).evidence()).isEqualTo(Evidence.STATISTICS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "year(c); timestamp; -1; 0; from partition 1969 to 1970",
        "hour(c); timestamptz; -1; 0; from partition 1969-12-31-23 to 1970-01-01-00",
        "day(c); date; 0; 1; from partition 1970-01-01 to 1970-01-02",
        "truncate(10, c); int; -1; 0; from partition -10 to 0",
        "truncate(1, c); string; \uFFFD; 😀; column c spans",
        "truncate(3, c); string; ab; abc; from partition ab to abc",
        "c; string; a; b; column c spans a to b",
        "c; double; 1.5; 1.5; the bounds of double c do not tell of NaN",
        "c; float; 1.5; 1.5; the bounds of float c do not tell of NaN",
        "bucket(8, c); int; 1; 1; bucket(8, c) cannot be told from bounds"
      })
  void boundsInTwoPartitionsAndThoseThatTellNothingAreRefused(
      String field, String type, String least, String greatest, String reason) {
    Schema schema = column(type);
    FileEvidence file =
        EvidenceBuilder.of(schema, "x", 5)
            .bounds("c", parse(schema, least), parse(schema, greatest))
            .build();

    assertThatThrownBy(() -> proof(schema, field).prove(file))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot register file:///lake/x/part.parquet: ")
        .hasMessageContaining(reason);
  }

  @Test
  void refusesNullsBesideValuesAndStatisticsThatCannotBeTrusted() {
    Schema schema = column("int");
    PartitionProof proof = proof(schema, "c");

    assertThatThrownBy(
            () -> proof.prove(EvidenceBuilder.of(schema, "x", 5).bounds("c", 1, 1, 2).build()))
        .hasMessageContaining("column c has 2 nulls in 5 rows");
    assertThatThrownBy(
            () -> proof.prove(EvidenceBuilder.of(schema, "x", 5).bounds("c", null, null).build()))
        .hasMessageContaining("its footer has no trustworthy bounds of column c");
    assertThatThrownBy(
            () -> proof.prove(EvidenceBuilder.of(schema, "x", 5).bounds("c", 3, 1).build()))
        .hasMessageContaining("its footer has no trustworthy bounds of column c");
    assertThatThrownBy(
            () ->
                proof.prove(
                    EvidenceBuilder.of(schema, "x", 5).bounds("c", 1, 1).uncounted("c").build()))
        .hasMessageContaining("its footer has no null count of column c");
    assertThatThrownBy(
            () -> proof.prove(EvidenceBuilder.of(schema, "x", 5).bounds("c", 1, 1, 6).build()))
        .hasMessageContaining("its footer has no null count of column c");
    assertThatThrownBy(
            () -> proof.prove(EvidenceBuilder.of(schema, "x", 0).bounds("c", 1, 1).build()))
        .hasMessageContaining("it has no rows");
    assertThatThrownBy(() -> proof.prove(EvidenceBuilder.of(schema, "x", 5).build()))
        .hasMessageContaining("column c is neither in the file nor in its path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "bucket(8, c)", "truncate(3, c)"})
  void allNullIsNullWhateverTheTransform(String field) {
    Schema schema = column("int");
    FileEvidence file = EvidenceBuilder.of(schema, "x", 5).nulls("c", 5).build();

    assertThat(proof(schema, field).prove(file).get(0, Object.class)).isNull();
    assertThat(proof(schema, field).explain(file).get(0).evidence()).isEqualTo(Evidence.NULL);
  }

  @Test
  void aVoidTransformIsNullWithoutAProof() {
    Schema schema = column("int");
    FileEvidence file = EvidenceBuilder.of(schema, "x", 5).bounds("c", 1, 9).build();

    assertThat(proof(schema, "void(c)").prove(file).get(0, Object.class)).isNull();
  }

  @Test
  void aVoidFieldMayHaveLostItsColumn() {
    Schema older =
        new Schema(
            Types.NestedField.optional(1, "c", Types.DateType.get()),
            Types.NestedField.optional(2, "gone", Types.IntegerType.get()));
    Schema schema = column("date");
    FileEvidence file = EvidenceBuilder.of(schema, "x", 5).bounds("c", 31, 58).build();
    PartitionSpec spec = PartitionSpec.builderFor(older).alwaysNull("gone").month("c").build();
    PartitionSpec lost = PartitionSpec.builderFor(older).identity("gone").build();

    StructLike partition =
        new PartitionProof(spec, schema, PartitionPolicy.STRICT, null).prove(file);

    assertThat(partition.get(0, Object.class)).isNull();
    assertThat(partition.get(1, Integer.class)).isEqualTo(1);
    assertThatThrownBy(() -> new PartitionProof(lost, schema, PartitionPolicy.STRICT, null))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage("Cannot partition by gone: its column is no longer in the table");
  }

  @Test
  void fieldsInsideStructsAreProvenByTheirBounds() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(
                1,
                "place",
                Types.StructType.of(
                    Types.NestedField.optional(2, "country", Types.StringType.get()))));
    FileEvidence file =
        EvidenceBuilder.of(schema, "x", 5).bounds("place.country", "es", "es").build();

    assertThat(proof(schema, "place.country").prove(file).get(0, String.class)).isEqualTo("es");
  }

  @Test
  void aColumnWithManyValuesIsStreamed() {
    Schema schema = column("long");
    PartitionSpec spec = SpecText.parse(schema, List.of("truncate(1000000, c)"));
    FileEvidence file = EvidenceBuilder.of(schema, "x", 10_000).bounds("c", null, null).build();

    assertThat(read(schema, spec, file, 10_000)).isEqualTo(0L);
    assertThatThrownBy(() -> read(schema, spec, file, 1_000_001))
        .hasMessageContaining("column c has 0 and 1000000, which are in partitions 0 and 1000000");
  }

  private static Object read(Schema schema, PartitionSpec spec, FileEvidence file, long values) {
    ColumnValues reads =
        new ColumnValues() {
          @Override
          public List<@Nullable Object> distinct(SourceFile source, String column, int limit) {
            return LongStream.range(0, Math.min(values, limit))
                .<@Nullable Object>mapToObj(value -> value)
                .toList();
          }

          @Override
          public void forEach(
              SourceFile source, String column, Consumer<@Nullable Object> consumer) {
            LongStream.range(0, values).forEach(consumer::accept);
          }
        };
    return new PartitionProof(spec, schema, PartitionPolicy.STRICT, reads)
        .prove(file)
        .get(0, Object.class);
  }

  private static Schema column(String type) {
    return new Schema(Types.NestedField.optional(1, "c", Types.fromPrimitiveString(type)));
  }

  private static Object parse(Schema schema, String text) {
    return switch (schema.findType(1).typeId()) {
      case DATE -> Integer.valueOf(text);
      case TIMESTAMP, TIMESTAMP_NANO -> Long.valueOf(text);
      default -> HiveValues.parse("f", schema.findField(1), text);
    };
  }

  private static PartitionProof proof(Schema schema, String field) {
    PartitionSpec spec = SpecText.parse(schema, List.of(field));
    return new PartitionProof(spec, schema, PartitionPolicy.STRICT, null);
  }

  private static int day(String text) {
    return (int) LocalDate.parse(text).toEpochDay();
  }
}
