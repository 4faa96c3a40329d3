package io.icerunner.internal.register;

import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.internal.register.source.UnitSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Cuts units into batches of about so many files; a unit is never cut. Units are listed when their
 * batch is due, many at once.
 */
final class UnitBatches implements Iterator<List<ListedUnit>> {
  /** Listed together; more than this wait for nothing on any store. */
  private static final int LISTED_AT_ONCE = 512;

  private final UnitSource source;
  private final SourceStore store;
  private final String folder;
  private final List<WorkUnit> units;
  private final int batchFiles;
  private final Deque<ListedUnit> listed = new ArrayDeque<>();
  private int next;

  /**
   * @param folder that is listed, to tell the store's kind
   */
  UnitBatches(
      UnitSource source, SourceStore store, String folder, List<WorkUnit> units, int batchFiles) {
    this.source = source;
    this.store = store;
    this.folder = folder;
    this.units = units;
    this.batchFiles = batchFiles;
  }

  @Override
  public boolean hasNext() {
    return !listed.isEmpty() || next < units.size();
  }

  @Override
  public List<ListedUnit> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    List<ListedUnit> batch = new ArrayList<>();
    int files = 0;
    while (hasNext()) {
      if (listed.isEmpty()) {
        list(batchFiles - files);
      }
      int more = listed.element().files().size();
      if (!batch.isEmpty() && files + more > batchFiles) {
        break;
      }
      files += more;
      batch.add(listed.remove());
    }
    return batch;
  }

  /** Lists as many units as could fill the batch if each had one file. */
  private void list(int wanted) {
    int end = Math.min(units.size(), next + Math.min(Math.max(1, wanted), LISTED_AT_ONCE));
    List<WorkUnit> due = units.subList(next, end);
    listed.addAll(
        source.isListed()
            ? due.stream().map(this::list).toList()
            : store.parallel(folder, due, this::list));
    next = end;
  }

  private ListedUnit list(WorkUnit work) {
    return new ListedUnit(work, source.files(work.unit()));
  }
}
