package io.icerunner.internal.register;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.VersionHint;
import io.icerunner.internal.commit.MetadataExpiry;
import io.icerunner.internal.register.BatchCommit.Outcome;
import io.icerunner.internal.register.BatchCommit.OutdatedBatchException;
import io.icerunner.internal.register.RunListener.Step;
import io.icerunner.internal.register.partition.ColumnValues;
import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.internal.register.source.Unit;
import io.icerunner.internal.register.source.UnitSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * One run of a registration: what is complete and not yet in the table becomes part of it, batch by
 * batch. A run that ends at any point leaves whole batches; the next run goes on there. For one
 * thread.
 */
public final class RegistrationRun {
  private static final int ATTEMPTS = 8;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Set<ErrorCode> PASSING =
      Set.of(ErrorCode.UNAVAILABLE, ErrorCode.COMMIT_CONFLICT, ErrorCode.COMMIT_UNKNOWN);

  private final RegistrationSettings settings;
  private final CatalogTables tables;
  private final UnitSource source;
  private final SourceStore store;
  private final RunListener listener;
  private final BatchPreparation preparation;
  private final RecordCache records = new RecordCache();
  private final BatchCommit commit;
  private final RunTotals totals = new RunTotals();
  private @Nullable CatalogTables imagined;
  private @Nullable Table table;
  private @Nullable String completes;
  private List<String> explanation = List.of();

  /**
   * @param tables of the catalog
   * @param values reads columns where footers do not tell enough; null if none may be read
   */
  public RegistrationRun(
      RegistrationSettings settings,
      CatalogTables tables,
      UnitSource source,
      SourceStore store,
      @Nullable ColumnValues values,
      RunListener listener) {
    this.settings = settings;
    this.tables = tables;
    this.source = source;
    this.store = store;
    this.listener = listener;
    this.preparation = new BatchPreparation(settings, store, values);
    this.commit = new BatchCommit(settings, records);
  }

  /**
   * Runs.
   *
   * @throws IceRunnerException INVALID_ARGUMENT or UNSUPPORTED naming what is refused, UNAVAILABLE
   *     if the store or catalog stays out of reach; batches committed before stay
   */
  public RunResult run() {
    try {
      return registerAll();
    } finally {
      if (imagined != null) {
        imagined.close();
      }
    }
  }

  private RunResult registerAll() {
    table = tables.exists(settings.table()) ? tables.load(settings.table()) : null;
    @Nullable String version = source.version();
    if (isUpToDate(version)) {
      totals.skipped(records.of(current()).size());
      reached(Step.UNITS_READ);
      reached(Step.WORK_KNOWN);
      return finish();
    }
    List<Unit> complete = source.units();
    totals.passedOver(source.passedOver());
    reached(Step.UNITS_READ);
    WorkList work = workList(complete);
    totals.work(work);
    reached(Step.WORK_KNOWN);
    // A source of truth that was replaced while it was read is read again by the next run.
    @Nullable String followed =
        work.followed() && Objects.equals(version, source.version()) ? version : null;
    UnitBatches batches =
        new UnitBatches(source, store, settings.source(), work.todo(), settings.batchFiles());
    try (ReadAhead ahead = new ReadAhead(batches, store)) {
      while (ahead.hasNext()) {
        ReadAhead.Batch batch = ahead.next();
        completes = ahead.hasNext() ? null : followed;
        register(batch.units(), batch.reads(), complete);
      }
    }
    removeVanished(work.vanished());
    return finish();
  }

  private boolean isUpToDate(@Nullable String version) {
    @Nullable Table existing = table;
    if (existing == null || version == null || settings.recheck() || settings.explain()) {
      return false;
    }
    RegisteredTable.checkSource(existing, settings.source());
    return SeenVersion.isSeen(existing, version);
  }

  private WorkList workList(List<Unit> complete) {
    @Nullable Table existing = table;
    if (existing == null) {
      return WorkList.of(complete, Set.of(), UnitRecord.EMPTY, settings, null);
    }
    RegisteredTable.checkSource(existing, settings.source());
    RegisteredTable.checkLocation(existing, settings.source());
    UnitRecord record = records.of(existing);
    return WorkList.of(
        complete, notGone(record), record, settings, comparison(existing, record, complete));
  }

  private Set<String> notGone(UnitRecord record) {
    return source.tellsWhatIsGone()
        ? source.pending()
        : record.units().stream().map(RegisteredUnit::key).collect(Collectors.toSet());
  }

  /** Comparing files costs nothing if they are listed anyway. */
  private @Nullable FileComparison comparison(
      Table existing, UnitRecord record, List<Unit> complete) {
    return source.isListed() || settings.recheck()
        ? FileComparison.of(settings.source(), existing, record, source, store, complete)
        : null;
  }

  private void register(List<ListedUnit> batch, List<ReadFile> reads, List<Unit> complete) {
    batch.forEach(unit -> totals.passedOver(source.isListed() ? 0 : unit.listing().passedOver()));
    reached(Step.BATCH_LISTED);
    reached(Step.FOOTERS_READ);
    if (table == null) {
      if (reads.isEmpty()) {
        // Units without rows tell no schema; the next run finds them new again.
        totals.batch(batch.size(), Outcome.NOTHING, false);
        return;
      }
      createTable(complete, batch, reads);
    }
    if (settings.explain() && explanation.isEmpty() && !reads.isEmpty()) {
      explanation = preparation.explain(current(), reads);
    }
    totals.batch(batch.size(), commit(batch, reads), !settings.dryRun());
    reached(Step.COMMITTED);
  }

  /**
   * Creates the table once the first batch is known to fit. Another run may create it at the same
   * moment; then its table is taken.
   */
  private void createTable(List<Unit> complete, List<ListedUnit> batch, List<ReadFile> reads) {
    CatalogTables memory = ImaginedTables.open();
    imagined = memory;
    Table trial =
        new NewTable(settings, memory).create(complete, reads, preparation::refuseDifferences);
    if (settings.dryRun()) {
      table = trial;
      return;
    }
    PreparedBatch ignored = preparation.prepare(trial, batch, reads);
    try {
      table =
          new NewTable(settings, tables).create(complete, reads, preparation::refuseDifferences);
      reached(Step.TABLE_CREATED);
    } catch (IceRunnerException e) {
      if (e.code() != ErrorCode.ALREADY_EXISTS) {
        throw e;
      }
      reload();
    }
  }

  /** Repeats what fails in passing; after an unknown outcome the record tells what landed. */
  private Outcome commit(List<ListedUnit> batch, List<ReadFile> reads) {
    Duration pause = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      Table current = current();
      try {
        PreparedBatch prepared = preparation.prepare(current, batch, reads);
        reached(Step.FILES_CHECKED);
        if (settings.dryRun()) {
          return commit.check(current, prepared);
        }
        reached(Step.COMMITTING);
        return commit.commit(current, prepared, completes);
      } catch (OutdatedBatchException e) {
        reload();
      } catch (IceRunnerException e) {
        if (!PASSING.contains(e.code()) || attempt >= ATTEMPTS) {
          throw e;
        }
        listener.retrying(e.getMessage());
        pause(pause);
        pause = pause.multipliedBy(2);
        reload();
      }
    }
  }

  private Table current() {
    @Nullable Table current = table;
    if (current == null) {
      throw new IllegalStateException("There is no table yet");
    }
    return current;
  }

  private void reload() {
    table = tables.load(settings.table());
  }

  private static void pause(Duration longest) {
    try {
      TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(longest.toMillis()) + 1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot go on registering: the thread was interrupted");
    }
  }

  private void removeVanished(List<String> keys) {
    if (keys.isEmpty()) {
      return;
    }
    totals.removed(
        settings.dryRun() ? keys.size() : commit.removeVanished(current(), keys),
        !settings.dryRun());
    reached(Step.VANISHED_REMOVED);
  }

  private RunResult finish() {
    @Nullable Table current = table;
    if (current == null) {
      reached(Step.FINISHED);
      return totals.result(UnitRecord.EMPTY, 0, null, explanation, store.calls());
    }
    if (totals.commits() > 0) {
      expire(current);
    }
    current.refresh();
    if (!settings.dryRun()) {
      VersionHint.refresh(current);
    }
    UnitRecord record = records.of(current);
    long rows = TableRows.checked(current, record);
    reached(Step.FINISHED);
    return totals.result(record, rows, location(current), explanation, store.calls());
  }

  /** The metadata file; null for a table that is only imagined. */
  private @Nullable String location(Table current) {
    boolean exists = !settings.dryRun() || imagined == null;
    return exists
        ? ((HasTableOperations) current).operations().current().metadataFileLocation()
        : null;
  }

  /** What fails in passing here is left for the next run: everything is registered. */
  private void expire(Table current) {
    try {
      new MetadataExpiry().run(current, settings.keepSnapshots());
      reached(Step.EXPIRED);
    } catch (IceRunnerException e) {
      if (!PASSING.contains(e.code())) {
        throw e;
      }
      listener.retrying(e.getMessage() + "; left for the next run");
    }
  }

  private void reached(Step step) {
    listener.reached(step, totals.state());
  }
}
