package io.icerunner.internal.types;

import java.util.Arrays;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/** Resolves dictionaries, run ends and extension vectors on the way into a slot. */
final class Encodings {
  private Encodings() {}

  static void append(Slot slot, FieldVector source, Rows rows, BatchAssembly out) {
    DictionaryEncoding encoding = source.getField().getDictionary();
    if (source instanceof ExtensionTypeVector<?> extension) {
      append(slot, (FieldVector) extension.getUnderlyingVector(), rows, out);
    } else if (encoding != null) {
      appendValues(
          slot, dictionary(slot, encoding, out), dictionaryIndices(slot, source), rows, out);
    } else if (source instanceof RunEndEncodedVector runs) {
      appendValues(slot, runs.getValuesVector(), runIndices(slot, runs), rows, out);
    } else {
      slot.appendPlain(source, rows, out);
    }
  }

  private static void appendValues(
      Slot slot, FieldVector values, int[] indices, Rows rows, BatchAssembly out) {
    checkIndices(slot, indices, values.getValueCount());
    Slot nullable = new Slot(slot.step(), false, slot.path());
    try (BatchAssembly scratch = out.scratch()) {
      nullable.append(values, new TakenRows(indices, values.getValueCount(), rows), scratch);
      try (FieldVector canonical = scratch.finish(slot.step().field())) {
        slot.appendTaken(canonical, indices, rows, out);
      }
    }
  }

  private static FieldVector dictionary(Slot slot, DictionaryEncoding encoding, BatchAssembly out) {
    DictionaryProvider dictionaries = out.dictionaries();
    Dictionary dictionary = dictionaries == null ? null : dictionaries.lookup(encoding.getId());
    if (dictionary == null) {
      throw Refusal.malformed(slot.path(), "its dictionary " + encoding.getId() + " is missing");
    }
    BatchValidation.check(dictionary.getVector(), slot.path());
    return dictionary.getVector();
  }

  private static int[] dictionaryIndices(Slot slot, FieldVector source) {
    if (!(source instanceof BaseIntVector codes)) {
      throw Refusal.malformed(slot.path(), "the indices of its dictionary are no integers");
    }
    int[] indices = new int[source.getValueCount()];
    for (int i = 0; i < indices.length; i++) {
      long index = source.isNull(i) ? -1 : codes.getValueAsLong(i);
      if (index < 0 && !source.isNull(i) || index > Integer.MAX_VALUE) {
        throw Refusal.malformed(slot.path(), "index %s is outside its dictionary".formatted(index));
      }
      indices[i] = (int) index;
    }
    return indices;
  }

  private static int[] runIndices(Slot slot, RunEndEncodedVector source) {
    BaseIntVector ends = (BaseIntVector) source.getRunEndsVector();
    int[] indices = new int[source.getValueCount()];
    long from = 0;
    for (int run = 0; run < ends.getValueCount() && from < indices.length; run++) {
      long to = ends.getValueAsLong(run);
      if (to <= from) {
        throw Refusal.malformed(slot.path(), "its run ends do not ascend");
      }
      Arrays.fill(indices, (int) from, (int) Math.min(to, indices.length), run);
      from = to;
    }
    if (from < indices.length) {
      throw Refusal.malformed(slot.path(), "its runs end before its last row");
    }
    return indices;
  }

  private static void checkIndices(Slot slot, int[] indices, int valueCount) {
    for (int index : indices) {
      if (index >= valueCount) {
        throw Refusal.malformed(
            slot.path(), "index %s is outside its %s values".formatted(index, valueCount));
      }
    }
  }
}
