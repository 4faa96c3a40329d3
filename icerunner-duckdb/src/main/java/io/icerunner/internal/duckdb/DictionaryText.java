package io.icerunner.internal.duckdb;

import java.util.function.LongFunction;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;

/** An enumeration, which DuckDB exports as numbers of a dictionary, as plain text. */
final class DictionaryText implements ColumnAdapter {
  private final LongFunction<FieldVector> dictionaries;
  private final long id;

  DictionaryText(LongFunction<FieldVector> dictionaries, long id) {
    this.dictionaries = dictionaries;
    this.id = id;
  }

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    VarCharVector words = (VarCharVector) dictionaries.apply(id);
    VarCharVector text = (VarCharVector) target;
    BaseIntVector numbers = (BaseIntVector) source;
    int count = source.getValueCount();
    Validity.allocate(source, text, count, length(words, numbers, count));
    ArrowBuf in = words.getDataBuffer();
    ArrowBuf out = text.getDataBuffer();
    ArrowBuf offsets = text.getOffsetBuffer();
    int end = 0;
    offsets.setInt(0, 0);
    for (int i = 0; i < count; i++) {
      if (!source.isNull(i)) {
        int word = (int) numbers.getValueAsLong(i);
        int length = words.getValueLength(word);
        out.setBytes(end, in, words.getStartOffset(word), length);
        end += length;
      }
      offsets.setInt((i + 1) * 4L, end);
    }
    text.setLastSet(count - 1);
    text.setValueCount(count);
  }

  private static long length(VarCharVector words, BaseIntVector numbers, int count) {
    long length = 0;
    for (int i = 0; i < count; i++) {
      if (!numbers.isNull(i)) {
        length += words.getValueLength((int) numbers.getValueAsLong(i));
      }
    }
    return length;
  }
}
