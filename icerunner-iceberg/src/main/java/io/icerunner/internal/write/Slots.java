package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * Rows of a nested column on their way down to one of its leaves. A slot has its levels so far and,
 * while it goes on, the index of its value in the current vector; a slot that ended at a null or an
 * empty list has the index {@link #ENDED}. Indices of slots that go on rise.
 */
final class Slots {
  private static final int ENDED = -1;

  private int[] index = new int[0];
  private int[] definition = new int[0];
  private int[] repetition = new int[0];
  private int[] spareIndex = new int[0];
  private int[] spareDefinition = new int[0];
  private int[] spareRepetition = new int[0];
  private int count;

  int count() {
    return count;
  }

  /** Begins with {@code n} rows of the top-level column. */
  void start(int from, int n) {
    if (index.length < n) {
      index = new int[n];
      definition = new int[n];
      repetition = new int[n];
    }
    count = n;
    for (int i = 0; i < n; i++) {
      index[i] = from + i;
    }
    Arrays.fill(definition, 0, n, 0);
    Arrays.fill(repetition, 0, n, 0);
  }

  /** Goes from lists to their elements. */
  void unfold(ArrowBuf offsets, int level) {
    int last = lastIndex();
    if (last == ENDED) {
      return;
    }
    int first = firstIndex();
    int[] bounds = new int[last - first + 2];
    ArrowBytes.ints(offsets, first, bounds, 0, bounds.length);
    reserveSpare(unfolded(bounds, first));
    int to = 0;
    for (int i = 0; i < count; i++) {
      int begin = index[i] == ENDED ? 0 : bounds[index[i] - first];
      int end = index[i] == ENDED ? 0 : bounds[index[i] - first + 1];
      if (begin == end) {
        spareIndex[to] = ENDED;
        spareDefinition[to] = definition[i];
        spareRepetition[to++] = repetition[i];
      }
      for (int k = begin; k < end; k++) {
        spareIndex[to] = k;
        spareDefinition[to] = definition[i] + 1;
        spareRepetition[to++] = k == begin ? repetition[i] : level;
      }
    }
    swap(to);
  }

  private int unfolded(int[] bounds, int first) {
    long total = 0;
    int before = 0;
    for (int i = 0; i < count; i++) {
      if (index[i] == ENDED) {
        total++;
        continue;
      }
      int begin = bounds[index[i] - first];
      int end = bounds[index[i] - first + 1];
      if (begin < before || end < begin) {
        throw IceRunnerException.invalidArgument(
            "Cannot write a record batch: list offsets %d, %d follow %d"
                .formatted(begin, end, before));
      }
      before = end;
      total += Math.max(1, end - begin);
    }
    return Math.toIntExact(total);
  }

  /** Ends the slots that are null in the vector, and counts the others as defined. */
  void define(FieldVector vector, boolean optional, LeafColumn leaf, Scratch scratch) {
    int last = lastIndex();
    if (last == ENDED) {
      return;
    }
    int first = firstIndex() & ~7;
    int bytes = Bits.bytes(last + 1 - first);
    byte[] valid = scratch.bits(bytes);
    ArrowBytes.bytes(vector.getValidityBuffer(), first >> 3, valid, 0, bytes);
    int step = optional ? 1 : 0;
    for (int i = 0; i < count; i++) {
      int at = index[i];
      if (at == ENDED) {
        continue;
      }
      if (Bits.get(valid, at - first)) {
        definition[i] += step;
      } else if (optional) {
        index[i] = ENDED;
      } else {
        throw FlatLevels.nullInRequired(leaf);
      }
    }
  }

  void copyLevels(int[] definitions, int[] repetitions, int at) {
    System.arraycopy(definition, 0, definitions, at, count);
    System.arraycopy(repetition, 0, repetitions, at, count);
  }

  /** The values of the leaf's vector that are there. */
  void select(Selection selection) {
    int[] selected = selection.list(count);
    int n = 0;
    for (int i = 0; i < count; i++) {
      if (index[i] != ENDED) {
        selected[n++] = index[i];
      }
    }
    selection.listed(n);
  }

  private int firstIndex() {
    for (int i = 0; i < count; i++) {
      if (index[i] != ENDED) {
        return index[i];
      }
    }
    return ENDED;
  }

  private int lastIndex() {
    for (int i = count - 1; i >= 0; i--) {
      if (index[i] != ENDED) {
        return index[i];
      }
    }
    return ENDED;
  }

  private void reserveSpare(int n) {
    if (spareIndex.length < n) {
      int grown = Scratch.grown(spareIndex.length, n);
      spareIndex = new int[grown];
      spareDefinition = new int[grown];
      spareRepetition = new int[grown];
    }
  }

  private void swap(int n) {
    int[] was = index;
    index = spareIndex;
    spareIndex = was;
    was = definition;
    definition = spareDefinition;
    spareDefinition = was;
    was = repetition;
    repetition = spareRepetition;
    spareRepetition = was;
    count = n;
  }
}
