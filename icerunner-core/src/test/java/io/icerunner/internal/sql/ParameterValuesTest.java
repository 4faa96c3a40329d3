package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParameterValuesTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final DictionaryProvider.MapDictionaryProvider dictionaries =
      new DictionaryProvider.MapDictionaryProvider();

  @AfterEach
  void close() {
    allocator.close();
  }

  private <V extends FieldVector> @Nullable Object read(V vector, Consumer<V> writer) {
    try (vector) {
      vector.allocateNew();
      writer.accept(vector);
      vector.setValueCount(1);
      return new ParameterValues(2, dictionaries).read(vector, 0);
    }
  }

  @Test
  void readsNumbers() {
    assertThat(read(new BitVector("p", allocator), v -> v.setSafe(0, 1))).isEqualTo(true);
    assertThat(read(new TinyIntVector("p", allocator), v -> v.setSafe(0, -1))).isEqualTo(-1);
    assertThat(read(new SmallIntVector("p", allocator), v -> v.setSafe(0, -2))).isEqualTo(-2);
    assertThat(read(new IntVector("p", allocator), v -> v.setSafe(0, 3))).isEqualTo(3);
    assertThat(read(new BigIntVector("p", allocator), v -> v.setSafe(0, 4L))).isEqualTo(4L);
    assertThat(read(new Float2Vector("p", allocator), v -> v.setSafeWithPossibleTruncate(0, 1.5f)))
        .isEqualTo(1.5f);
    assertThat(read(new Float4Vector("p", allocator), v -> v.setSafe(0, 2.5f))).isEqualTo(2.5f);
    assertThat(read(new Float8Vector("p", allocator), v -> v.setSafe(0, 3.5))).isEqualTo(3.5);
  }

  @Test
  void readsUnsignedNumbersWithTheirWholeRange() {
    assertThat(read(new UInt1Vector("p", allocator), v -> v.setSafe(0, 255))).isEqualTo(255);
    assertThat(read(new UInt2Vector("p", allocator), v -> v.setSafe(0, 65_535))).isEqualTo(65_535);
    assertThat(read(new UInt4Vector("p", allocator), v -> v.setSafe(0, -1)))
        .isEqualTo(4_294_967_295L);
    assertThat(read(new UInt8Vector("p", allocator), v -> v.setSafe(0, -1L)))
        .isEqualTo(new BigDecimal("18446744073709551615"));
  }

  @Test
  void readsDecimalsWithoutNegativeScales() {
    assertThat(
            read(
                new DecimalVector("p", allocator, 10, 2),
                v -> v.setSafe(0, new BigDecimal("12.34"))))
        .isEqualTo(new BigDecimal("12.34"));
    assertThat(
            read(
                new Decimal256Vector("p", allocator, 40, 0),
                v -> v.setSafe(0, new BigDecimal("1234567890123456789012345678901234567890"))))
        .isEqualTo(new BigDecimal("1234567890123456789012345678901234567890"));
    assertThat(
            read(
                new DecimalVector("p", allocator, 5, -2),
                v -> v.setSafe(0, new BigDecimal("12E2"))))
        .isEqualTo(new BigDecimal("1200"));
  }

  @Test
  void readsTextsAndBytes() {
    byte[] bytes = "ñ".getBytes(StandardCharsets.UTF_8);
    assertThat(read(new VarCharVector("p", allocator), v -> v.setSafe(0, bytes))).isEqualTo("ñ");
    assertThat(read(new LargeVarCharVector("p", allocator), v -> v.setSafe(0, bytes)))
        .isEqualTo("ñ");
    assertThat(read(new VarBinaryVector("p", allocator), v -> v.setSafe(0, bytes)))
        .isEqualTo(bytes);
    assertThat(read(new FixedSizeBinaryVector("p", allocator, 2), v -> v.setSafe(0, bytes)))
        .isEqualTo(bytes);
  }

  @Test
  void readsDatesAndTimesOfEveryUnit() {
    LocalDate date = LocalDate.of(1969, 12, 30);
    LocalTime time = LocalTime.of(10, 11, 12);
    assertThat(read(new DateDayVector("p", allocator), v -> v.setSafe(0, -2))).isEqualTo(date);
    assertThat(read(new DateMilliVector("p", allocator), v -> v.setSafe(0, -172_800_000L)))
        .isEqualTo(date);
    int seconds = time.toSecondOfDay();
    assertThat(read(new TimeSecVector("p", allocator), v -> v.setSafe(0, seconds))).isEqualTo(time);
    assertThat(read(new TimeMilliVector("p", allocator), v -> v.setSafe(0, seconds * 1_000)))
        .isEqualTo(time);
    assertThat(read(new TimeMicroVector("p", allocator), v -> v.setSafe(0, seconds * 1_000_000L)))
        .isEqualTo(time);
    assertThat(
            read(new TimeNanoVector("p", allocator), v -> v.setSafe(0, seconds * 1_000_000_000L)))
        .isEqualTo(time);
  }

  @Test
  void readsTimestampsBeforeTheEpochToo() {
    assertThat(read(new TimeStampSecVector("p", allocator), v -> v.setSafe(0, -1L)))
        .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59));
    assertThat(read(new TimeStampMilliVector("p", allocator), v -> v.setSafe(0, -1L)))
        .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000));
    assertThat(read(new TimeStampNanoVector("p", allocator), v -> v.setSafe(0, 1L)))
        .isEqualTo(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1));
    assertThat(
            read(
                new TimeStampMicroTZVector("p", allocator, "Europe/Madrid"), v -> v.setSafe(0, 1L)))
        .isEqualTo(OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 1_000, ZoneOffset.UTC));
  }

  @Test
  void readsIntervalsAsText() {
    FieldType micros = FieldType.nullable(new ArrowType.Duration(TimeUnit.MICROSECOND));
    assertThat(read(new DurationVector("p", micros, allocator), v -> v.setSafe(0, 3_000_000L)))
        .isEqualTo("0 months 0 days 3000000 microseconds");
    FieldType nanos = FieldType.nullable(new ArrowType.Duration(TimeUnit.NANOSECOND));
    assertThatThrownBy(() -> read(new DurationVector("p", nanos, allocator), v -> v.setSafe(0, 1L)))
        .hasMessageContaining("exact to microseconds");
  }

  @Test
  void readsNulls() {
    assertThat(read(new NullVector("p"), v -> {})).isNull();
    assertThat(read(new IntVector("p", allocator), v -> v.setNull(0))).isNull();
    assertThat(read(new VarCharVector("p", allocator), v -> v.setNull(0))).isNull();
  }

  @Test
  void readsLists() {
    ListVector list = ListVector.empty("p", allocator);
    list.addOrGetVector(FieldType.nullable(Batches.INT32));
    assertThat(
            read(
                list,
                v -> {
                  int start = v.startNewValue(0);
                  IntVector items = (IntVector) v.getDataVector();
                  items.setSafe(start, 7);
                  items.setNull(start + 1);
                  v.endValue(0, 2);
                }))
        .isEqualTo(Arrays.asList(7, null));
  }

  @Test
  void readsDictionaries() {
    try (VarCharVector values = new VarCharVector("values", allocator);
        VarCharVector texts = new VarCharVector("p", allocator)) {
      values.setSafe(0, "a".getBytes(StandardCharsets.UTF_8));
      values.setSafe(1, "b".getBytes(StandardCharsets.UTF_8));
      values.setValueCount(2);
      texts.setSafe(0, "b".getBytes(StandardCharsets.UTF_8));
      texts.setValueCount(1);
      Dictionary dictionary = new Dictionary(values, new DictionaryEncoding(1, false, null));
      dictionaries.put(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(texts, dictionary)) {
        assertThat(new ParameterValues(2, dictionaries).read(encoded, 0)).isEqualTo("b");
      }
    }
  }

  @Test
  void refusesStructsNamingPositionAndType() {
    StructVector struct = StructVector.empty("p", allocator);
    struct.initializeChildrenFromFields(List.of(Field.nullable("a", Batches.INT32)));
    assertThatThrownBy(() -> read(struct, v -> v.setIndexDefined(0)))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("parameter $2")
        .hasMessageContaining("Struct");
  }
}
