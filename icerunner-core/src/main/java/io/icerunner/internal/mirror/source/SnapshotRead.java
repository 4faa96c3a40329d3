package io.icerunner.internal.mirror.source;

import io.icerunner.internal.mirror.digest.ContentDigest;
import java.util.List;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads a portion, in batches that are cut to where it can be committed. If the target has its
 * first rows, they are read again, compared by their digest and left out.
 */
final class SnapshotRead implements PortionRead {
  private final SnapshotPortion portion;
  private final SourceState state;
  private final SnapshotPosition begin;
  private final SnapshotPosition end;
  private final BatchStream stream;
  private final @Nullable CanonicalStream canonical;
  private final @Nullable ContentDigest digest;
  private BatchCut cut = BatchCut.NONE;
  private int batchRows;
  private int at;
  private long read;
  private long toSkip;
  private boolean isOver;

  private SnapshotRead(
      SnapshotPortion portion,
      SourceState state,
      SnapshotPosition begin,
      SnapshotPosition end,
      BatchStream stream,
      @Nullable CanonicalStream canonical) {
    this.portion = portion;
    this.state = state;
    this.begin = begin;
    this.end = end;
    this.stream = stream;
    this.canonical = canonical;
    this.digest = canonical == null ? null : ContentDigest.of(canonical.schema());
    this.toSkip = portion.pending() == null ? 0 : portion.pending().rows();
  }

  /**
   * @param begin the position before the portion
   * @param end the position after it
   */
  static SnapshotRead of(
      SnapshotPortion portion,
      SourceState state,
      FlightInfo info,
      SnapshotPosition begin,
      SnapshotPosition end,
      BufferAllocator allocator) {
    BatchStream stream = portion.server().read(info, allocator);
    boolean digests = portion.cutRows() > 0 || portion.pending() != null;
    CanonicalStream canonical =
        digests
            ? CanonicalStream.of(
                stream, portion.mappers(), String.join(".", portion.name()), allocator)
            : null;
    return new SnapshotRead(portion, state, begin, end, stream, canonical);
  }

  @Override
  public @Nullable PortionRead dataFiles(long leastBytes, BufferAllocator allocator) {
    boolean isWhole = portion.cutRows() == 0 && portion.pending() == null;
    return isWhole && stream.announcedBytes() >= leastBytes
        ? portion.files(state, end, announcedRows(), leastBytes, allocator)
        : null;
  }

  @Override
  public Schema schema() {
    return stream.schema();
  }

  @Override
  public org.apache.iceberg.Schema icebergSchema() {
    return state.schema();
  }

  @Override
  public String sourceUuid() {
    return state.tableUuid();
  }

  @Override
  public boolean next() {
    while (at < batchRows || advance()) {
      boolean isKnown = toSkip > 0;
      cut(isKnown ? toSkip : portion.cutRows());
      read += cut.rows();
      at += cut.rows();
      if (digest != null) {
        digest.add(cut.canonical());
      }
      if (!isKnown) {
        return true;
      }
      toSkip -= cut.rows();
      compare();
    }
    if (toSkip > 0) {
      throw different();
    }
    isOver = true;
    return false;
  }

  private boolean advance() {
    cut.close();
    at = 0;
    batchRows = 0;
    if (!(canonical == null ? stream.next() : canonical.next())) {
      return false;
    }
    batchRows = stream.batch().getRowCount();
    return true;
  }

  /** Takes the next rows of the batch, at most so many; 0 for all. */
  private void cut(long most) {
    cut.close();
    int left = batchRows - at;
    int rows = most == 0 ? left : (int) Math.min(left, most);
    cut =
        BatchCut.of(
            stream.batch(), canonical == null ? stream.batch() : canonical.batch(), at, rows);
  }

  private void compare() {
    SnapshotPosition.Pending pending = portion.pending();
    if (toSkip == 0
        && digest != null
        && pending != null
        && !digest.text().equals(pending.digest())) {
      throw different();
    }
  }

  private LostPositionException different() {
    return lost(
        portion.name(),
        "the rows of a read that was begun come in another order or are others; its position is lost");
  }

  static LostPositionException lost(List<String> name, String reason) {
    return new LostPositionException(
        new SourceChange.Lost(
            SourceChange.Loss.REWRITTEN,
            "table %s cannot be followed: %s".formatted(String.join(".", name), reason)));
  }

  @Override
  public VectorSchemaRoot batch() {
    return cut.batch();
  }

  @Override
  public @Nullable DictionaryProvider dictionaries() {
    return stream.dictionaries();
  }

  @Override
  public long announcedRows() {
    long announced = stream.announcedRows();
    return announced < 0
        ? -1
        : announced - (portion.pending() == null ? 0 : portion.pending().rows());
  }

  @Override
  public long announcedBytes() {
    return stream.announcedBytes();
  }

  @Override
  public @Nullable String position() {
    if (isOver || read > 0 && read == stream.announcedRows()) {
      return end.json();
    }
    Long to = end.snapshotId();
    if (portion.cutRows() == 0 || digest == null || to == null) {
      return null;
    }
    boolean isWhole = portion.from() == null;
    return begin.with(new SnapshotPosition.Pending(to, isWhole, read, digest.text())).json();
  }

  @Override
  public void cancel() {
    stream.cancel();
  }

  @Override
  public void close() {
    cut.close();
    if (canonical != null) {
      canonical.close();
    } else {
      stream.close();
    }
  }
}
