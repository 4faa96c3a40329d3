package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.arrow.vector.FieldVector;

/** Levels of a leaf below a struct, list or map, as Dremel has them. */
final class NestedLevels implements LevelStage {
  private final LeafColumn leaf;
  private final int definitionWidth;
  private final int repetitionWidth;
  private int[] definitions = new int[0];
  private int[] repetitions = new int[0];
  private int rows;
  private int slots;
  private int nulls;

  NestedLevels(LeafColumn leaf) {
    this.leaf = leaf;
    this.definitionWidth = RunLengths.width(leaf.descriptor().getMaxDefinitionLevel());
    this.repetitionWidth = RunLengths.width(leaf.descriptor().getMaxRepetitionLevel());
  }

  @Override
  public void append(FieldVector top, int from, int n, Selection selection, Scratch scratch) {
    Slots found = scratch.slots();
    found.start(from, n);
    FieldVector vector = top;
    int repetition = 0;
    for (PathStep step : leaf.path()) {
      FieldVector below = step.below(vector);
      if (step.repeated()) {
        found.unfold(step.offsets(vector), ++repetition);
      }
      found.define(below, step.optional(), leaf, scratch);
      vector = below;
    }
    reserve(found.count());
    found.copyLevels(definitions, repetitions, slots);
    found.select(selection);
    rows += n;
    slots += found.count();
    nulls += found.count() - selection.count();
  }

  private void reserve(int more) {
    int needed = Math.addExact(slots, more);
    if (definitions.length < needed) {
      int grown = Scratch.grown(definitions.length, needed);
      definitions = Arrays.copyOf(definitions, grown);
      repetitions = Arrays.copyOf(repetitions, grown);
    }
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public int nulls() {
    return nulls;
  }

  @Override
  public long bound() {
    return 8
        + RunLengths.bound(slots, Math.max(1, repetitionWidth))
        + RunLengths.bound(slots, Math.max(1, definitionWidth));
  }

  @Override
  public void write(ByteBuffer page, Scratch scratch) {
    write(page, repetitions, repetitionWidth, scratch);
    write(page, definitions, definitionWidth, scratch);
  }

  private void write(ByteBuffer page, int[] levels, int width, Scratch scratch) {
    if (width == 0) {
      return;
    }
    byte[] encoded = scratch.encoded(RunLengths.bound(slots, width));
    int length = RunLengths.encode(levels, slots, width, encoded);
    page.putInt(length).put(encoded, 0, length);
  }

  @Override
  public void clear() {
    rows = 0;
    slots = 0;
    nulls = 0;
  }
}
