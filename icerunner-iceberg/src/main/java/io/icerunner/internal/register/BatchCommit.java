package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.commit.DuplicateFiles;
import io.icerunner.internal.commit.TableChange;
import io.icerunner.internal.commit.TableCommitter;
import io.icerunner.internal.register.PreparedBatch.PreparedUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.jspecify.annotations.Nullable;

/** Commits batches: files, record, schema and name mapping change together or not at all. */
final class BatchCommit {
  private final RegistrationSettings settings;
  private final TableCommitter committer = new TableCommitter();
  private final DuplicateFiles duplicates = new DuplicateFiles();
  private final RecordCache records;

  BatchCommit(RegistrationSettings settings, RecordCache records) {
    this.settings = settings;
    this.records = records;
  }

  /** The table's schema, spec or mapping is not what the batch was prepared for: do that again. */
  static final class OutdatedBatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutdatedBatchException() {
      super("The table has changed its shape", null, false, false);
    }
  }

  /**
   * What a commit did.
   *
   * @param units that came into the table; those that another run brought meanwhile are not
   * @param files that came
   * @param adopted files that were in the table already
   */
  record Outcome(List<PreparedUnit> units, List<DataFile> files, long adopted) {
    static final Outcome NOTHING = new Outcome(List.of(), List.of(), 0);

    long replaced() {
      return units.stream().filter(unit -> unit.work().replaces() != null).count();
    }

    long rows() {
      return files.stream().mapToLong(DataFile::recordCount).sum();
    }

    long bytes() {
      return files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
    }
  }

  /**
   * @param completes the version of the source of truth that the table follows completely with this
   *     batch; null if something is left
   * @throws OutdatedBatchException if the batch must be prepared for the table as it is now
   * @throws IceRunnerException COMMIT_CONFLICT, COMMIT_UNKNOWN as the committer does;
   *     INVALID_ARGUMENT if a file is in the table with other content
   */
  Outcome commit(Table table, PreparedBatch batch, @Nullable String completes) {
    Outcome[] outcome = {Outcome.NOTHING};
    committer.change(table, base -> plan(base, batch, completes, outcome));
    return outcome[0];
  }

  /** Checks a batch as a commit would, without one. */
  Outcome check(Table table, PreparedBatch batch) {
    Outcome[] outcome = {Outcome.NOTHING};
    TableChange ignored = plan(table, batch, null, outcome);
    return outcome[0];
  }

  private @Nullable TableChange plan(
      Table base, PreparedBatch batch, @Nullable String completes, Outcome[] outcome) {
    outcome[0] = Outcome.NOTHING;
    if (!PreparedBatch.Shape.of(base).equals(batch.shape())) {
      throw new OutdatedBatchException();
    }
    RegisteredTable.checkSource(base, settings.source());
    UnitRecord record = records.of(base);
    List<PreparedUnit> due = due(batch.units(), record);
    if (due.isEmpty()) {
      return null;
    }
    List<DataFile> removed = replaced(base, record, due);
    List<DataFile> files = due.stream().flatMap(unit -> unit.files().stream()).toList();
    List<DataFile> added = withoutAdopted(base, files, removed);
    outcome[0] = new Outcome(due, added, files.size() - added.size());
    UnitRecord next = record.with(due.stream().map(PreparedUnit::registered).toList(), Set.of());
    TableChange.Builder change =
        TableChange.builder()
            .add(added)
            .remove(removed)
            .property(UnitRecord.PROPERTY, records.text(next))
            .property(RegisteredTable.SOURCE, settings.source())
            .property(TableProperties.DEFAULT_NAME_MAPPING, batch.mapping())
            .property(TableProperties.GC_ENABLED, "false")
            .summary("icerunner.register.units", Integer.toString(due.size()));
    SeenVersion.record(change, completes);
    if (batch.evolution() != null) {
      change.schema(batch.evolution());
    }
    return change.build();
  }

  /** Without the units that another run has registered since they were looked up. */
  private List<PreparedUnit> due(List<PreparedUnit> units, UnitRecord record) {
    List<PreparedUnit> due = new ArrayList<>();
    for (PreparedUnit unit : units) {
      @Nullable RegisteredUnit now = record.unit(unit.work().key());
      if (unit.registered().equals(now)) {
        continue;
      }
      if (now != null && !now.equals(unit.work().replaces())) {
        throw IceRunnerException.invalidArgument(
            "Cannot register %s of %s into table %s: another run has registered it meanwhile with other files"
                .formatted(unit.work().key(), settings.source(), settings.table()));
      }
      due.add(unit);
    }
    return due;
  }

  private List<DataFile> replaced(Table base, UnitRecord record, List<PreparedUnit> due) {
    Set<String> keys = new HashSet<>();
    due.stream()
        .filter(unit -> unit.work().replaces() != null)
        .forEach(unit -> keys.add(unit.work().key()));
    return new UnitOwnership(settings.source(), record).files(base, keys);
  }

  private List<DataFile> withoutAdopted(
      Table base, List<DataFile> files, Collection<DataFile> removed) {
    DuplicateFiles.Found found = duplicates.find(base, files);
    if (!found.repeated().isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot register %s into table %s: more than one unit has it"
              .formatted(found.repeated().iterator().next(), settings.table()));
    }
    Set<String> going = new HashSet<>();
    removed.forEach(file -> going.add(file.location()));
    List<DataFile> added = new ArrayList<>(files.size());
    for (DataFile file : files) {
      @Nullable DataFile there = found.inTable().get(file.location());
      if (there == null || going.contains(there.location())) {
        added.add(file);
      } else if (there.fileSizeInBytes() != file.fileSizeInBytes()
          || there.recordCount() != file.recordCount()) {
        throw IceRunnerException.invalidArgument(
            "Cannot register %s into table %s: the table has it with %s bytes and %s rows, and it has %s bytes and %s rows now"
                .formatted(
                    file.location(),
                    settings.table(),
                    there.fileSizeInBytes(),
                    there.recordCount(),
                    file.fileSizeInBytes(),
                    file.recordCount()));
      }
    }
    return added;
  }

  /** Removes the files of units that are gone, and the units from the record. */
  long removeVanished(Table table, List<String> keys) {
    long[] removed = {0};
    committer.change(
        table,
        base -> {
          UnitRecord record = records.of(base);
          Set<String> gone = new HashSet<>();
          keys.stream().filter(key -> record.unit(key) != null).forEach(gone::add);
          removed[0] = gone.size();
          if (gone.isEmpty()) {
            return null;
          }
          TableChange.Builder change = TableChange.builder();
          SeenVersion.record(change, null);
          return change
              .remove(new UnitOwnership(settings.source(), record).files(base, gone))
              .property(UnitRecord.PROPERTY, records.text(record.with(List.of(), gone)))
              .summary("icerunner.register.removed-units", Integer.toString(gone.size()))
              .build();
        });
    return removed[0];
  }
}
