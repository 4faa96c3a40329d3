package io.icerunner.internal.scan;

import static org.apache.iceberg.expressions.Expressions.equal;
import static org.apache.iceberg.expressions.Expressions.greaterThan;
import static org.apache.iceberg.expressions.Expressions.greaterThanOrEqual;
import static org.apache.iceberg.expressions.Expressions.in;
import static org.apache.iceberg.expressions.Expressions.lessThan;
import static org.apache.iceberg.expressions.Expressions.lessThanOrEqual;
import static org.apache.iceberg.expressions.Expressions.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where an SQL engine and Iceberg's statistics compare values differently, files are kept. */
class ComparisonTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "d", Types.DoubleType.get()),
          Types.NestedField.optional(2, "f", Types.FloatType.get()),
          Types.NestedField.optional(3, "u", Types.UUIDType.get()));

  @ParameterizedTest
  @MethodSource("filtersThatNanMatches")
  void nanIsGreaterThanAnyNumber(Expression filter) {
    assertThat(keeps(filter, file(1.0, 8.0, null))).isTrue();
    assertThat(keeps(filter, file(1.0, 8.0, 1L))).isTrue();
    assertThat(keeps(filter, file(1.0, 8.0, 0L))).isFalse();
  }

  private static Stream<Expression> filtersThatNanMatches() {
    return Stream.of(
        greaterThan("d", 100.0),
        greaterThanOrEqual("d", 100.0),
        not(lessThan("d", 100.0)),
        not(lessThanOrEqual("d", 100.0)));
  }

  @Test
  void nanIsNotLessThanANumber() {
    assertThat(keeps(lessThan("d", 0.5), file(1.0, 8.0, 1L))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("filtersThatZeroMatches")
  void bothZerosAreEqual(Expression filter, double stored) {
    assertThat(keeps(filter, file(stored, stored, 0L))).isTrue();
  }

  private static Stream<Arguments> filtersThatZeroMatches() {
    return Stream.of(
        Arguments.of(equal("d", 0.0), -0.0),
        Arguments.of(equal("d", -0.0), 0.0),
        Arguments.of(in("d", 0.0, 5.0), -0.0),
        Arguments.of(lessThanOrEqual("d", -0.0), 0.0),
        Arguments.of(greaterThanOrEqual("d", 0.0), -0.0));
  }

  @Test
  void zeroIsStillNotOne() {
    assertThat(keeps(equal("d", 0.0), file(1.0, 1.0, 0L))).isFalse();
    assertThat(keeps(in("d", 0.0, 5.0), file(1.0, 1.0, 0L))).isFalse();
  }

  @Test
  void aFloatMayBeGreaterThanTheDoubleItIsNearest() {
    float stored = 0.1f;
    ByteBuffer bound = Conversions.toByteBuffer(Types.FloatType.get(), stored);

    assertThat((double) stored).isGreaterThan(0.1);
    assertThat(keeps(greaterThan("f", 0.1), file(2, bound, bound, 0L))).isTrue();
    assertThat(keeps(greaterThan("f", 0.2), file(2, bound, bound, 0L))).isFalse();
  }

  @Test
  void theOrderOfUuidsIsNotTrusted() {
    ByteBuffer bound =
        Conversions.toByteBuffer(
            Types.UUIDType.get(), UUID.fromString("ffffffff-0000-0000-0000-000000000000"));

    assertThat(
            keeps(
                equal("u", UUID.fromString("00000000-0000-0000-0000-000000000001").toString()),
                file(3, bound, bound, null)))
        .isTrue();
  }

  private static boolean keeps(Expression filter, DataFile file) {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).build();
    return new FileFilter(
            SCHEMA, Map.of(spec.specId(), spec), EngineComparison.widen(filter, SCHEMA))
        .mayMatch(file);
  }

  private static DataFile file(double lower, double upper, @Nullable Long nans) {
    return file(
        1,
        Conversions.toByteBuffer(Types.DoubleType.get(), lower),
        Conversions.toByteBuffer(Types.DoubleType.get(), upper),
        nans);
  }

  private static DataFile file(int id, ByteBuffer lower, ByteBuffer upper, @Nullable Long nans) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("/f.parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(100)
        .withMetrics(
            new Metrics(
                10L,
                Map.of(id, 10L),
                Map.of(id, 10L),
                Map.of(id, 0L),
                nans == null ? Map.of() : Map.of(id, nans),
                Map.of(id, lower),
                Map.of(id, upper)))
        .build();
  }
}
