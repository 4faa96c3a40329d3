package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import org.apache.arrow.vector.FieldVector;

/**
 * The repetition and definition levels of the page under construction: which of its rows have a
 * value, and where in them.
 */
interface LevelStage {

  static LevelStage of(LeafColumn leaf) {
    return leaf.nested() ? new NestedLevels(leaf) : new FlatLevels(leaf);
  }

  /**
   * Adds rows.
   *
   * @param selection set to the values of the leaf's vector that these rows have
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT for a null in a required field
   */
  void append(FieldVector top, int from, int rows, Selection selection, Scratch scratch);

  int rows();

  /** Number of values, nulls and empty lists included. */
  int slots();

  /** Slots without a value. */
  int nulls();

  /** Most bytes that {@link #write} needs. */
  long bound();

  /** Writes the levels as a version 1 page has them. */
  void write(ByteBuffer page, Scratch scratch);

  /** Begins the next page. */
  void clear();
}
