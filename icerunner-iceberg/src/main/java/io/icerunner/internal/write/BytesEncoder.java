package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.types.Type;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.BinaryStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Encodes BINARY and FIXED_LEN_BYTE_ARRAY columns. */
final class BytesEncoder extends ColumnEncoder {
  private static final int LENGTH_BYTES = 4;

  /** A general codec leaves about so much of PLAIN strings. */
  private static final double PLAIN_SHARE = 0.4;

  private final BytesSource source;
  private final int prefix;
  private final boolean signed;
  private final BytesDictionary dictionary;
  private final DictionaryChoice choice;
  private final ByteSlices staged = new ByteSlices();
  private int[] seenInPage = new int[0];
  private int page;
  private boolean decided;
  private boolean useDictionary;
  private int keptEntries;

  BytesEncoder(LeafColumn leaf, WriteProperties properties, BufferAllocator allocator) {
    super(leaf, properties, allocator);
    source = BytesSource.of(leaf);
    prefix =
        leaf.descriptor().getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY
            ? LENGTH_BYTES
            : 0;
    signed = leaf.type().typeId() == Type.TypeID.DECIMAL;
    choice = new DictionaryChoice(!properties.plainColumns().contains(leaf.column()));
    dictionary = new BytesDictionary(prefix, properties.dictionaryBytes());
  }

  @Override
  void stage(FieldVector vector, Selection selection, Scratch scratch) {
    if (selection.count() > 0) {
      source.read(vector, selection, staged, scratch);
    }
  }

  @Override
  long stagedBytes() {
    return staged.used() + (long) staged.count() * prefix;
  }

  @Override
  long position(FieldVector vector, int index) {
    return source.position(vector, index);
  }

  @Override
  void emit(Scratch scratch) {
    int n = staged.count();
    if (!decided && n > 0) {
      decide(scratch);
    }
    BinaryStatistics statistics =
        (BinaryStatistics) Statistics.createStats(leaf.descriptor().getPrimitiveType());
    statistics.incrementNumNulls(levels.nulls());
    if (useDictionary && n > 0) {
      int[] ids = scratch.ids(n);
      if (dictionary.map(staged, n, ids)) {
        keptEntries = dictionary.size();
        bound(ids, n, statistics);
        keepIds(scratch, ids, n, keptEntries, statistics);
        staged.clear();
        return;
      }
      useDictionary = false;
    }
    bound(statistics);
    plain(scratch, statistics);
    staged.clear();
  }

  private void plain(Scratch scratch, Statistics<?> statistics) {
    ByteBuffer target = pageWithLevels(scratch, stagedBytes());
    byte[] encoded = scratch.encoded(stagedBytes());
    target.put(encoded, 0, prefix > 0 ? staged.plain(encoded) : staged.plainFixed(encoded));
    keep(scratch, target, Encoding.PLAIN, statistics);
  }

  /** Bounds of a dictionary page: only values not seen in the page before are compared. */
  private void bound(int[] ids, int n, BinaryStatistics statistics) {
    if (seenInPage.length < dictionary.size()) {
      seenInPage = Arrays.copyOf(seenInPage, Scratch.grown(seenInPage.length, dictionary.size()));
    }
    page++;
    int low = ids[0];
    int high = low;
    for (int i = 0; i < n; i++) {
      int id = ids[i];
      if (seenInPage[id] != page) {
        seenInPage[id] = page;
        if (dictionary.compare(id, low, signed) < 0) {
          low = id;
        } else if (dictionary.compare(id, high, signed) > 0) {
          high = id;
        }
      }
    }
    set(statistics, dictionary.value(low), dictionary.value(high));
  }

  private void bound(BinaryStatistics statistics) {
    int n = staged.count();
    if (n == 0) {
      return;
    }
    long[] slices = staged.slices();
    long low = slices[0];
    long high = low;
    for (int i = 1; i < n; i++) {
      if (less(slices[i], low)) {
        low = slices[i];
      } else if (less(high, slices[i])) {
        high = slices[i];
      }
    }
    set(statistics, staged.copy(low), staged.copy(high));
  }

  private boolean less(long left, long right) {
    return signed ? staged.lessSigned(left, right) : staged.less(left, right);
  }

  private void set(BinaryStatistics statistics, Binary low, Binary high) {
    if (source instanceof BytesSource.Decimals decimals) {
      decimals.require(low.getBytesUnsafe());
      decimals.require(high.getBytesUnsafe());
    }
    statistics.updateStats(low);
    statistics.updateStats(high);
  }

  /** On the first page with values of a row group. */
  private void decide(Scratch scratch) {
    decided = true;
    if (choice.open()) {
      int sample = Math.min(staged.count(), DictionaryChoice.SAMPLE);
      boolean fits = dictionary.map(staged, sample, scratch.ids(sample));
      choice.choose(fits && dictionaryIsSmaller(sample));
      dictionary.clear();
    }
    useDictionary = choice.chosen();
  }

  private boolean dictionaryIsSmaller(int sample) {
    double rows = Math.max(sample, properties.rowGroupRows());
    double entries = DictionaryChoice.distinctAmong(rows, dictionary.size(), sample);
    double entryBytes = (double) dictionary.bytes() / dictionary.size();
    double plainBytes = (double) stagedBytes() / staged.count();
    double idBytes = DictionaryChoice.idBits(entries) / 8;
    return entries * entryBytes <= properties.dictionaryBytes()
        && idBytes + entries * entryBytes * PLAIN_SHARE / rows < plainBytes * PLAIN_SHARE;
  }

  @Override
  void endDictionary(Scratch scratch) {
    if (keptEntries > 0) {
      ByteBuffer target = scratch.page(dictionary.bytes(keptEntries));
      dictionary.write(keptEntries, target);
      keepDictionary(scratch, target, keptEntries);
    }
    keptEntries = 0;
    dictionary.clear();
    Arrays.fill(seenInPage, 0);
    page = 0;
    decided = false;
    useDictionary = false;
  }
}
