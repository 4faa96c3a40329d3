package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** The columns of a batch, or the fields of a struct, in the table's order. */
record Members(List<Member> members) {

  /** One column: from a source, or filled because none arrives. */
  sealed interface Member {}

  /**
   * @param index of the source among those that arrive
   */
  record Arriving(int index, Slot slot) implements Member {}

  record Missing(Filler filler) implements Member {}

  /** Appends values that do not arrive. */
  @FunctionalInterface
  interface Filler {
    void append(int count, BatchAssembly out);
  }

  void append(List<FieldVector> sources, int count, Rows rows, BatchAssembly out) {
    for (Member member : members) {
      if (member instanceof Arriving arriving) {
        arriving.slot().append(sources.get(arriving.index()), rows, out);
      } else if (member instanceof Missing missing) {
        missing.filler().append(count, out);
      }
    }
  }
}
