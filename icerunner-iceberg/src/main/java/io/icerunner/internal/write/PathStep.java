package io.icerunner.internal.write;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * One step from a vector to the one below it, on the way from a top-level column to a leaf.
 *
 * @param kind how the vector below is found
 * @param child ordinal of a struct's field
 * @param optional the vector below may hold nulls
 */
record PathStep(Kind kind, int child, boolean optional) {

  enum Kind {
    /** The top-level column itself. */
    TOP,
    FIELD,
    ELEMENT,
    KEY,
    VALUE
  }

  boolean repeated() {
    return kind == Kind.ELEMENT || kind == Kind.KEY || kind == Kind.VALUE;
  }

  FieldVector below(FieldVector above) {
    return switch (kind) {
      case TOP -> above;
      case FIELD -> (FieldVector) ((StructVector) above).getChildByOrdinal(child);
      case ELEMENT -> ((ListVector) above).getDataVector();
      case KEY -> entries(above, 0);
      case VALUE -> entries(above, 1);
    };
  }

  /** Where the elements of each list or map begin and end. */
  ArrowBuf offsets(FieldVector above) {
    return above.getOffsetBuffer();
  }

  private static FieldVector entries(FieldVector map, int ordinal) {
    return (FieldVector)
        ((StructVector) ((ListVector) map).getDataVector()).getChildByOrdinal(ordinal);
  }
}
