package io.icerunner.benchmarks.mirror;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Rows as devices send them: keys and counters, times, measurements with some nulls, strings of few
 * values, and free text; about 150 bytes each. A row is a function of its number.
 */
final class BenchRows {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("ts", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
              Field.nullable("day", new ArrowType.Date(DateUnit.DAY)),
              Field.nullable("device", ArrowType.Utf8.INSTANCE),
              Field.nullable("site", ArrowType.Utf8.INSTANCE),
              Field.nullable("status", ArrowType.Utf8.INSTANCE),
              Field.nullable("code", new ArrowType.Int(32, true)),
              Field.nullable("session", new ArrowType.Int(64, true)),
              Field.nullable(
                  "temperature", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable(
                  "humidity", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("price", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("ok", ArrowType.Bool.INSTANCE),
              Field.nullable("message", ArrowType.Utf8.INSTANCE)));

  private static final byte[][] DEVICES = numbered("device-", 5_000);
  private static final byte[][] SITES = numbered("site-", 50);
  private static final byte[][] STATUSES = {utf8("ok"), utf8("warn"), utf8("fail"), utf8("off")};
  private static final byte[][] WORDS = numbered("word", 3_000);
  private static final int MOST_WORDS = 10;
  private static final long FIRST_MICROS = 1_700_000_000_000_000L;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private BenchRows() {}

  /** Replaces the content of the batch, which has {@link #SCHEMA}. */
  static void fill(VectorSchemaRoot batch, long first, int rows) {
    batch.getFieldVectors().forEach(FieldVector::reset);
    for (int row = 0; row < rows; row++) {
      fillRow(batch, row, first + row);
    }
    batch.setRowCount(rows);
  }

  /** A new batch. */
  static VectorSchemaRoot of(long first, int rows, BufferAllocator allocator) {
    VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator);
    fill(batch, first, rows);
    return batch;
  }

  private static void fillRow(VectorSchemaRoot batch, int row, long number) {
    long noise = mixed(number);
    long micros = FIRST_MICROS + number * 250_000 + below(noise, 200_000);
    ((BigIntVector) batch.getVector(0)).setSafe(row, number);
    ((TimeStampMicroTZVector) batch.getVector(1)).setSafe(row, micros);
    ((DateDayVector) batch.getVector(2)).setSafe(row, (int) (micros / MICROS_PER_DAY));
    text(batch, 3, row, DEVICES[below(noise >>> 3, DEVICES.length)]);
    text(batch, 4, row, SITES[below(noise >>> 7, SITES.length)]);
    text(batch, 5, row, STATUSES[below(noise >>> 11, STATUSES.length)]);
    ((IntVector) batch.getVector(6)).setSafe(row, below(noise >>> 13, 1_000));
    ((BigIntVector) batch.getVector(7)).setSafe(row, below(noise >>> 17, 1_000_000));
    if (below(noise, 50) != 0) {
      number(batch, 8, row, 20 + below(noise >>> 5, 10_000) / 1e3);
    }
    number(batch, 9, row, below(noise >>> 9, 100_000) / 1e3);
    number(batch, 10, row, below(noise >>> 19, 10_000_000) / 1e2);
    ((BitVector) batch.getVector(11)).setSafe(row, below(noise >>> 23, 3) == 0 ? 1 : 0);
    if (below(noise >>> 21, 20) != 0) {
      text(batch, 12, row, words(noise));
    }
  }

  private static byte[] words(long noise) {
    byte[] text = new byte[MOST_WORDS * 9];
    int length = 0;
    long next = noise;
    for (int word = 1 + below(noise >>> 27, MOST_WORDS); word > 0; word--) {
      next = mixed(next);
      byte[] bytes = WORDS[below(next, WORDS.length)];
      System.arraycopy(bytes, 0, text, length, bytes.length);
      length += bytes.length;
      text[length++] = ' ';
    }
    return Arrays.copyOf(text, length - 1);
  }

  private static void text(VectorSchemaRoot batch, int column, int row, byte[] value) {
    ((VarCharVector) batch.getVector(column)).setSafe(row, value);
  }

  private static void number(VectorSchemaRoot batch, int column, int row, double value) {
    ((Float8Vector) batch.getVector(column)).setSafe(row, value);
  }

  private static int below(long noise, int bound) {
    return (int) Long.remainderUnsigned(noise, bound);
  }

  /** Spreads numbers that follow each other over all bits. */
  private static long mixed(long number) {
    long mixed = (number + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 29)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 32);
  }

  private static byte[][] numbered(String prefix, int count) {
    byte[][] values = new byte[count][];
    for (int i = 0; i < count; i++) {
      values[i] = utf8(prefix + i);
    }
    return values;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
