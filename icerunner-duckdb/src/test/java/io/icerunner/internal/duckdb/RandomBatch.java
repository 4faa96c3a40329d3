package io.icerunner.internal.duckdb;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Schema;

/** A batch of any schema, with nulls and extremes. */
final class RandomBatch {
  private final Random random;

  RandomBatch(long seed) {
    this.random = new Random(seed);
  }

  VectorSchemaRoot of(Schema schema, int rows, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    for (FieldVector vector : root.getFieldVectors()) {
      vector.setInitialCapacity(rows);
      vector.allocateNew();
      for (int i = 0; i < rows; i++) {
        fill(vector, i);
      }
      vector.setValueCount(rows);
    }
    root.setRowCount(rows);
    return root;
  }

  private void fill(FieldVector vector, int i) {
    if (vector.getField().isNullable() && random.nextInt(5) == 0) {
      vector.setNull(i);
      return;
    }
    if (vector instanceof ListVector list) {
      int from = list.startNewValue(i);
      int length = random.nextInt(4);
      for (int k = 0; k < length; k++) {
        fill(list.getDataVector(), from + k);
      }
      list.endValue(i, length);
    } else if (vector instanceof StructVector struct) {
      struct.setIndexDefined(i);
      List<FieldVector> children = struct.getChildrenFromFields();
      for (FieldVector child : children) {
        fill(child, i);
      }
    } else {
      scalar(vector, i);
    }
  }

  private void scalar(FieldVector vector, int i) {
    if (vector instanceof BitVector v) {
      v.setSafe(i, random.nextInt(2));
    } else if (vector instanceof IntVector v) {
      v.setSafe(i, random.nextInt(3) == 0 ? Integer.MIN_VALUE : random.nextInt());
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(i, random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextLong());
    } else if (vector instanceof Float4Vector v) {
      v.setSafe(i, random.nextInt(5) == 0 ? Float.NaN : (float) random.nextGaussian());
    } else if (vector instanceof Float8Vector v) {
      v.setSafe(i, random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian());
    } else if (vector instanceof DateDayVector v) {
      v.setSafe(i, random.nextInt(200_000) - 100_000);
    } else if (vector instanceof TimeMicroVector v) {
      v.setSafe(i, random.nextLong(86_400_000_000L));
    } else if (vector instanceof TimeStampVector v) {
      v.setSafe(i, random.nextLong(1L << 60) - (1L << 59));
    } else if (vector instanceof VarCharVector v) {
      v.setSafe(i, ("é" + "x".repeat(random.nextInt(30)) + "\0'").getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(i, bytes(random.nextInt(20)));
    } else if (vector instanceof FixedSizeBinaryVector v) {
      v.setSafe(i, bytes(v.getByteWidth()));
    } else if (vector instanceof DecimalVector v) {
      BigInteger unscaled = new BigInteger(126, random).mod(BigInteger.TEN.pow(v.getPrecision()));
      v.setSafe(
          i, new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), v.getScale()));
    } else {
      throw new AssertionError(vector.getField());
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
