package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** Encodes INT32, INT64, FLOAT and DOUBLE columns. */
final class NumberEncoder extends ColumnEncoder {
  /** A general codec leaves about so much of PLAIN numbers; a guess that a sample can't better. */
  private static final double PLAIN_SHARE = 0.5;

  private final NumberKind kind;
  private final NumberSource source;
  private final @Nullable ValueRange range;
  private final @Nullable FloatingBounds bounds;
  private final LongDictionary dictionary;
  private final DictionaryChoice choice;
  private final NumberLayout layout;
  private long[] values = new long[0];
  private int count;
  private boolean decided;
  private boolean useDictionary;
  private int keptEntries;

  NumberEncoder(LeafColumn leaf, WriteProperties properties, BufferAllocator allocator) {
    super(leaf, properties, allocator);
    kind = NumberKind.of(leaf.descriptor().getPrimitiveType().getPrimitiveTypeName());
    source = NumberSource.of(leaf.type());
    range = ValueRange.of(leaf.type());
    bounds = kind.floating() ? new FloatingBounds(leaf, kind) : null;
    choice = new DictionaryChoice(!properties.plainColumns().contains(leaf.column()));
    dictionary = new LongDictionary(properties.dictionaryBytes() / kind.width());
    layout = new NumberLayout(kind, properties.modern());
  }

  @Override
  void stage(FieldVector vector, Selection selection, Scratch scratch) {
    int n = selection.count();
    if (n == 0) {
      return;
    }
    if (values.length < count + n) {
      values = Arrays.copyOf(values, Scratch.grown(values.length, count + n));
    }
    if (selection.dense()) {
      source.read(vector.getDataBuffer(), selection.first(), n, values, count, scratch);
    } else {
      int extent = selection.extent();
      long[] all = scratch.longs(extent);
      source.read(vector.getDataBuffer(), selection.first(), extent, all, 0, scratch);
      for (int i = 0; i < n; i++) {
        values[count + i] = all[selection.offset(i)];
      }
    }
    count += n;
  }

  @Override
  long stagedBytes() {
    return (long) count * kind.width();
  }

  @Override
  long position(FieldVector vector, int index) {
    return (long) index * kind.width();
  }

  @Override
  void emit(Scratch scratch) {
    Statistics<?> statistics = statistics();
    if (!decided) {
      decide(scratch);
    }
    if (useDictionary && count > 0) {
      int[] ids = scratch.ids(count);
      if (dictionary.map(values, count, ids)) {
        keptEntries = dictionary.size();
        keepIds(scratch, ids, count, keptEntries, statistics);
        count = 0;
        return;
      }
      useDictionary = false;
    }
    ByteBuffer page = pageWithLevels(scratch, layout.bound(count));
    Encoding encoding = layout.write(values, count, page, scratch);
    keep(scratch, page, encoding, statistics);
    count = 0;
  }

  private Statistics<?> statistics() {
    Statistics<?> statistics = Statistics.createStats(leaf.descriptor().getPrimitiveType());
    statistics.incrementNumNulls(levels.nulls());
    if (bounds != null) {
      bounds.page(values, count, levels.slots(), statistics);
    } else if (count > 0) {
      integers(statistics);
    }
    return statistics;
  }

  private void integers(Statistics<?> statistics) {
    long low = values[0];
    long high = low;
    for (int i = 1; i < count; i++) {
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    if (range != null) {
      range.require(leaf, low, high);
    }
    kind.setMinMax(statistics, low, high);
  }

  /** On the first page with values of a row group. */
  private void decide(Scratch scratch) {
    if (count == 0) {
      return;
    }
    decided = true;
    int sample = Math.min(count, DictionaryChoice.SAMPLE);
    double otherBits = layout.choose(values, sample, PLAIN_SHARE, scratch);
    if (choice.open()) {
      dictionary.map(values, sample, scratch.ids(sample));
      choice.choose(dictionaryIsSmaller(dictionary.size(), sample, otherBits));
      dictionary.clear();
    }
    useDictionary = choice.chosen();
  }

  private boolean dictionaryIsSmaller(int distinct, int sample, double otherBits) {
    double rows = Math.max(sample, properties.rowGroupRows());
    double entries = DictionaryChoice.distinctAmong(rows, distinct, sample);
    double entryBits = entries * kind.width() * 8 * PLAIN_SHARE / rows;
    return entries * kind.width() <= properties.dictionaryBytes()
        && DictionaryChoice.idBits(entries) + entryBits < otherBits * 0.95;
  }

  @Override
  void endDictionary(Scratch scratch) {
    if (keptEntries > 0) {
      ByteBuffer page = scratch.page((long) keptEntries * kind.width());
      NumberLayout.plain(kind, dictionary.values(), keptEntries, page);
      keepDictionary(scratch, page, keptEntries);
    }
    keptEntries = 0;
    dictionary.clear();
    decided = false;
    useDictionary = false;
  }

  @Override
  Optional<FieldMetrics<?>> endFile() {
    return bounds == null ? Optional.empty() : Optional.of(bounds.endFile());
  }
}
