package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.mirror.source.SourceChange.Loss;
import io.icerunner.internal.mirror.source.SourceChange.Lost;
import io.icerunner.internal.mirror.source.SourceChange.Nothing;
import io.icerunner.internal.mirror.source.SourceChange.Rows;
import io.icerunner.internal.names.TableNameText;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.types.TypeMappers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of an IceRunner, followed by its snapshots: a cycle reads the rows that were appended
 * since the position, whatever the size of the table. What deletes or overwrites rows is told as
 * lost; here is the place where deleted rows would become a change of their own.
 */
public final class SnapshotTable implements SourceTable {
  /** As {@link SourceTable#kind()}. */
  public static final String KIND = "snapshot";

  /** The action that an IceRunner has. */
  public static final String ACTION = "changes";

  private final SourceServer server;
  private final List<String> name;
  private final long cutRows;
  private final boolean isPerSnapshot;
  private final TypeMappers mappers;

  /**
   * @param cutRows about after how many rows there are positions within a range; 0 for none
   * @param isPerSnapshot whether each snapshot is a portion of its own
   */
  public SnapshotTable(
      SourceServer server,
      List<String> name,
      long cutRows,
      boolean isPerSnapshot,
      TypeMappers mappers) {
    this.server = server;
    this.name = List.copyOf(name);
    this.cutRows = cutRows;
    this.isPerSnapshot = isPerSnapshot;
    this.mappers = mappers;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public String source() {
    return server.address() + "/" + TableNameText.of(name);
  }

  /** The uuid tells, wherever the server is reached. */
  @Override
  public boolean isSourceOf(ReplicaRecord record) {
    return record.sourceUuid() != null || SourceTable.super.isSourceOf(record);
  }

  @Override
  public Rows all() {
    return new Rows(LoadMode.REPLACE, List.of(whole(ask(Json.object()), null, 0)));
  }

  @Override
  public SourceChange since(@Nullable ReplicaRecord last) {
    if (last == null) {
      return new Rows(LoadMode.APPEND, List.of(whole(ask(Json.object()), null, cutRows)));
    }
    SnapshotPosition position = SnapshotPosition.parse(last.position());
    SnapshotPosition.Pending pending = position.pending();
    if (pending != null) {
      return resume(last, position, pending);
    }
    SourceState state = since(last, position.snapshotId());
    if (position.snapshotId() == null && !state.isFollowed() && !state.isOtherTable()) {
      // The target has no rows, so it does not matter what became of those before.
      return rows(List.of(whole(state, null, cutRows)));
    }
    Lost lost = lost(last, state);
    if (lost != null) {
      return lost;
    }
    if (state.change().equals("none") && position.schemaId() == state.schema().schemaId()) {
      return new Nothing();
    }
    return rows(portions(state, position));
  }

  private static Rows rows(List<Portion> portions) {
    return new Rows(LoadMode.APPEND, portions);
  }

  /** The rest of what was begun, and what has come since. */
  private SourceChange resume(
      ReplicaRecord last, SnapshotPosition position, SnapshotPosition.Pending pending) {
    SourceState state = since(last, pending.to());
    Lost lost = lost(last, state);
    if (lost == null && !pending.isWhole()) {
      lost = lost(last, since(last, position.snapshotId()));
    }
    if (lost != null) {
      return lost;
    }
    List<Portion> portions = new ArrayList<>();
    portions.add(
        pending.isWhole()
            ? whole(state, pending, cutRows)
            : range(state, position, pending.to(), pending));
    if (!state.change().equals("none")) {
      portions.addAll(
          portions(state, new SnapshotPosition(pending.to(), 0, position.schemaId(), null)));
    }
    return rows(portions);
  }

  /** The portions from a position to what the table is now. */
  private List<Portion> portions(SourceState state, SnapshotPosition position) {
    List<Portion> portions = new ArrayList<>();
    SnapshotPosition from = position;
    if (isPerSnapshot) {
      // The last one ends at the current snapshot, which may be a compaction after it.
      for (int i = 0; i < state.appended().size() - 1; i++) {
        long to = state.appended().get(i);
        portions.add(range(state, from, to, null));
        from = new SnapshotPosition(to, 0, position.schemaId(), null);
      }
    }
    portions.add(range(state, from, state.snapshotId(), null));
    return portions;
  }

  private Portion range(
      SourceState state,
      SnapshotPosition from,
      @Nullable Long to,
      SnapshotPosition.@Nullable Pending pending) {
    return new SnapshotPortion(server, name, state, from.with(null), to, pending, cutRows, mappers);
  }

  private Portion whole(SourceState state, SnapshotPosition.@Nullable Pending pending, long cut) {
    return new SnapshotPortion(server, name, state, null, null, pending, cut, mappers);
  }

  private @Nullable Lost lost(ReplicaRecord last, SourceState state) {
    Loss loss =
        switch (state.change()) {
          case "none", "append" -> null;
          case "rewrite" -> Loss.REWRITTEN;
          case "expired" -> Loss.EXPIRED;
          case "rolled-back" -> Loss.ROLLED_BACK;
          case "other-table" -> Loss.RECREATED;
          default ->
              throw new IceRunnerException(
                  ErrorCode.UNSUPPORTED,
                  "Cannot follow %s: the source tells the change \"%s\", which is not known here"
                      .formatted(source(), state.change()));
        };
    if (loss == Loss.RECREATED && !source().equals(last.source())) {
      throw IceRunnerException.invalidArgument(
          "Cannot follow %s: the target is a copy of %s, which is another table; choose another target, or resync to replace its rows"
              .formatted(source(), last.source()));
    }
    return loss == null
        ? null
        : new Lost(loss, "table %s cannot be followed: %s".formatted(source(), state.reason()));
  }

  private SourceState since(ReplicaRecord last, @Nullable Long snapshotId) {
    ObjectNode request = Json.object();
    if (last.sourceUuid() != null) {
      request.put("table-uuid", last.sourceUuid());
    }
    if (snapshotId == null) {
      request.put("from-start", true);
    } else {
      request.put("from-snapshot-id", snapshotId);
    }
    return ask(request);
  }

  private SourceState ask(ObjectNode request) {
    return SnapshotPortion.ask(server, name, request);
  }
}
