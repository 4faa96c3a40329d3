package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchCutterTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("text", ArrowType.Utf8.INSTANCE)));

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everythingIsReleased() {
    allocator.close();
  }

  /** Cuts a batch with texts of these sizes; gives the rows of each piece after checking it. */
  private List<Integer> cut(int... sizes) {
    List<Integer> pieces = new ArrayList<>();
    try (VectorSchemaRoot source = VectorSchemaRoot.create(SCHEMA, allocator);
        VectorSchemaRoot target = VectorSchemaRoot.create(SCHEMA, allocator)) {
      fill(source, sizes);
      BatchCutter cutter = new BatchCutter(source, target);
      int row = 0;
      while (cutter.cut()) {
        pieces.add(target.getRowCount());
        BigIntVector ids = (BigIntVector) target.getVector(0);
        VarCharVector texts = (VarCharVector) target.getVector(1);
        for (int i = 0; i < target.getRowCount(); i++, row++) {
          assertThat(ids.isNull(i)).isEqualTo(row % 3 == 0);
          assertThat(texts.getValueLength(i)).isEqualTo(sizes[row]);
        }
        long bytes =
            target.getFieldVectors().stream().mapToLong(vector -> vector.getBufferSize()).sum();
        assertThat(target.getRowCount() == 1 || bytes < BatchCutter.MAX_MESSAGE).isTrue();
      }
      assertThat(row).isEqualTo(sizes.length);
    }
    return pieces;
  }

  private static void fill(VectorSchemaRoot root, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      if (i % 3 != 0) {
        ((BigIntVector) root.getVector(0)).setSafe(i, i);
      }
      ((VarCharVector) root.getVector(1)).setSafe(i, new byte[sizes[i]]);
    }
    root.setRowCount(sizes.length);
  }

  @Test
  void aBatchThatFitsStaysWhole() {
    assertThat(cut(new int[1000])).containsExactly(1000);
  }

  @Test
  void anEmptyBatchGivesNothing() {
    assertThat(cut()).isEmpty();
  }

  @Test
  void aLargeBatchIsCutAtWholeBytesOfTheBitmap() {
    int[] sizes = new int[1000];
    java.util.Arrays.fill(sizes, 10_000);
    List<Integer> pieces = cut(sizes);
    assertThat(pieces).hasSize(3);
    assertThat(pieces.get(0) % 8).isZero();
    assertThat(pieces.get(0)).isGreaterThan(400);
  }

  @Test
  void unevenRowsAreCutWhereTheySayNotInTheMiddle() {
    int[] sizes = new int[100];
    sizes[99] = 3 << 20;
    sizes[98] = 3 << 20;
    assertThat(cut(sizes)).allSatisfy(rows -> assertThat(rows).isPositive()).hasSizeLessThan(5);
  }

  @Test
  void aRowLargerThanTheLimitGoesAlone() {
    assertThat(cut(5 << 20, 5 << 20, 1, 1)).containsExactly(1, 1, 2);
  }
}
