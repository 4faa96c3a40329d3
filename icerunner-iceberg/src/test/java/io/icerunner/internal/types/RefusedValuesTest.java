package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RefusedValuesTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final TypeMappers mappers = TypeMappers.of(List.of());

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @Test
  void aTimestampInNanosecondsOfATableOfVersion2() {
    TimeStampNanoVector vector = new TimeStampNanoVector("c", allocator);
    vector.setSafe(0, 1_000);
    vector.setSafe(1, 1_001);
    assertRefused(
        vector,
        2,
        "Cannot store column 'c': value 1001 in row 1 of the batch is not a whole number of"
            + " microseconds; a table of format version 3 holds nanoseconds"
            + " ('format-version' = '3')");
  }

  @Test
  void aTimestampBeyondTheRangeOfMicroseconds() {
    TimeStampSecVector vector = new TimeStampSecVector("c", allocator);
    vector.setSafe(1, Long.MAX_VALUE / 1_000_000 + 1);
    assertRefused(
        vector,
        2,
        "Cannot store column 'c': value 9223372036855 in row 1 of the batch is out of the range of"
            + " timestamp");
  }

  @Test
  void aDateThatIsNoWholeDay() {
    DateMilliVector vector = new DateMilliVector("c", allocator);
    vector.setSafe(1, 86_400_001);
    assertRefused(vector, 2, "value 86400001 in row 1 of the batch is not a whole number of days");
  }

  @Test
  void aDateOfDaysThatNoDateHolds() {
    DateMilliVector vector = new DateMilliVector("c", allocator);
    vector.setSafe(1, 86_400_000L * Integer.MAX_VALUE + 86_400_000L);
    assertRefused(vector, 2, "in row 1 of the batch is out of the range of date");
  }

  @Test
  void timesThatNoDayHas() {
    TimeSecVector seconds = new TimeSecVector("c", allocator);
    seconds.setSafe(1, 86_400);
    assertRefused(seconds, 2, "value 86400 in row 1 of the batch is not a time of day");
    TimeMicroVector micros = new TimeMicroVector("c", allocator);
    micros.setSafe(1, -1);
    assertRefused(micros, 2, "value -1 in row 1 of the batch is not a time of day");
  }

  @Test
  void aDecimalOfMoreDigitsThanItsTypeSays() {
    DecimalVector vector = new DecimalVector("c", allocator, 5, 2);
    vector.allocateNew(2);
    vector.set(0, 99_999);
    vector.set(1, -100_000);
    assertRefused(vector, 2, "value -1000.00 in row 1 of the batch has more than 5 digits");
  }

  @Test
  void aDecimalAtTheLimitOf38Digits() {
    DecimalVector vector = new DecimalVector("c", allocator, 38, 0);
    vector.allocateNew(2);
    java.math.BigDecimal limit = java.math.BigDecimal.TEN.pow(38);
    vector.set(0, limit.subtract(java.math.BigDecimal.ONE));
    vector.set(1, 0);
    vector.setValueCount(2);
    java.math.BigInteger bits = limit.toBigInteger();
    vector.getDataBuffer().setLong(16, bits.longValue());
    vector.getDataBuffer().setLong(24, bits.shiftRight(64).longValue());
    assertRefused(vector, 2, "in row 1 of the batch has more than 38 digits");
  }

  @Test
  void textThatIsNotUtf8InEveryLayout() {
    byte[] wrong = {'a', (byte) 0xC3, 'b'};
    VarCharVector plain = new VarCharVector("c", allocator);
    plain.setSafe(1, wrong);
    LargeVarCharVector large = new LargeVarCharVector("c", allocator);
    large.setSafe(1, wrong);
    ViewVarCharVector view = new ViewVarCharVector("c", allocator);
    view.allocateNew();
    view.setSafe(1, wrong);
    for (FieldVector vector : List.of(plain, large, view)) {
      assertRefused(vector, 2, "column 'c': value 0x61c362 in row 1 of the batch is not UTF-8");
    }
  }

  @Test
  void aNullInARequiredColumn() {
    IntVector vector =
        new IntVector("c", FieldType.notNullable(new ArrowType.Int(32, true)), allocator);
    vector.setSafe(0, 1);
    assertRefused(
        vector,
        2,
        "Cannot store column 'c': row 1 of the batch is null and the column is required");
  }

  @Test
  void aNullInARequiredFieldOfAStructButNotBelowANullStruct() {
    StructVector struct = StructVector.empty("s", allocator);
    IntVector field =
        struct.addOrGet("f", FieldType.notNullable(new ArrowType.Int(32, true)), IntVector.class);
    struct.setIndexDefined(0);
    field.setSafe(0, 1);
    struct.setNull(1);
    struct.setIndexDefined(2);
    field.setSafe(2, 3);
    struct.setValueCount(3);
    convert(struct, result -> assertThat(result.isNull(1)).isTrue());

    StructVector wrong = StructVector.empty("s", allocator);
    wrong.addOrGet("f", FieldType.notNullable(new ArrowType.Int(32, true)), IntVector.class);
    wrong.setIndexDefined(0);
    wrong.setIndexDefined(1);
    assertRefused(wrong, 2, "column 's.f': row 0 of the batch is null and the column is required");
  }

  @Test
  void aValueInsideAListNamesItsRow() {
    ListVector list = ListVector.empty("l", allocator);
    DateMilliVector dates =
        (DateMilliVector)
            list.addOrGetVector(
                    FieldType.nullable(
                        new ArrowType.Date(org.apache.arrow.vector.types.DateUnit.MILLISECOND)))
                .getVector();
    list.startNewValue(0);
    dates.setSafe(0, 0);
    dates.setSafe(1, 86_400_000);
    list.endValue(0, 2);
    list.startNewValue(2);
    dates.setSafe(2, 5);
    list.endValue(2, 1);
    assertRefused(
        list, 3, "column 'l.element': value 5 in row 2 of the batch is not a whole number of days");
  }

  private void assertRefused(FieldVector vector, int rows, String message) {
    try (VectorSchemaRoot batch = VectorSchemaRoot.of(vector)) {
      batch.setRowCount(rows);
      AppendConversion conversion = plan(batch.getSchema());
      assertThatThrownBy(() -> conversion.convert(batch, null, allocator).close())
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining(message)
          .extracting(e -> ((IceRunnerException) e).code())
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  private void convert(FieldVector vector, Consumer<FieldVector> check) {
    try (VectorSchemaRoot batch = VectorSchemaRoot.of(vector);
        VectorSchemaRoot result = plan(batch.getSchema()).convert(batch, null, allocator)) {
      check.accept(result.getVector(0));
    }
  }

  private AppendConversion plan(Schema schema) {
    return AppendConversion.plan(schema, mappers.toIceberg(schema, 2), 2, mappers, "t");
  }
}
