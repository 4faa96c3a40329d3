package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.source.LostPositionException;
import io.icerunner.internal.mirror.source.SourceChange;
import io.icerunner.internal.mirror.source.SourceTable;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.replica.ReplicaState;
import java.util.Locale;

/** Decides what a cycle of a table does, by the target's state, the settings and the source. */
final class CyclePlan {
  private final MirroredTable table;
  private final FollowSettings settings;
  private final SourceKinds kinds;

  CyclePlan(MirroredTable table, FollowSettings settings, SourceKinds kinds) {
    this.table = table;
    this.settings = settings;
    this.kinds = kinds;
  }

  /**
   * What to read.
   *
   * @param change nothing, or rows
   */
  record Planned(SourceTable source, SourceChange change) {}

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if the target is none of this source, or its
   *     position is lost and that stops the mirror
   */
  Planned plan(ReplicaState state) {
    ReplicaRecord record = state.record();
    if (table.isResync()) {
      SourceTable source = kinds.open(kind(), table.pair());
      return new Planned(source, source.all());
    }
    if (state.damage() != null) {
      SourceTable source = kinds.open(record == null ? kind() : record.kind(), table.pair());
      return new Planned(source, lost(source, settings.resyncOnLoss(), state.damage()));
    }
    if (record == null) {
      return first(state);
    }
    String kind = settings.mode() == FollowSettings.Mode.AUTO ? record.kind() : kind();
    if (!kind.equals(record.kind())) {
      throw refused(
          "the target is followed by mode %s, and %s is asked for; leave the mode out, or resync to begin anew"
              .formatted(shown(record.kind()), shown(kind)));
    }
    SourceTable source = kinds.open(kind, table.pair());
    if (!source.isSourceOf(record)) {
      throw refused(
          "the target is a copy of %s and not of %s; choose another target, or resync to replace its rows"
              .formatted(record.source(), source.source()));
    }
    return new Planned(source, follow(source, record));
  }

  /** What to read when the position turned out to be lost while rows were read. */
  Planned lost(SourceTable source, LostPositionException lost) {
    return new Planned(source, lost(source, lost.change()));
  }

  private Planned first(ReplicaState state) {
    if (!state.isEmpty()) {
      throw refused(
          "the target has rows that no mirror wrote; choose another target, or resync to replace them");
    }
    SourceTable source = kinds.open(kind(), table.pair());
    return new Planned(source, source.since(null));
  }

  private SourceChange follow(SourceTable source, ReplicaRecord record) {
    SourceChange change = source.since(record);
    return change instanceof SourceChange.Lost lost ? lost(source, lost) : change;
  }

  private SourceChange lost(SourceTable source, SourceChange.Lost lost) {
    boolean replaces =
        lost.loss() == SourceChange.Loss.REWRITTEN
            ? settings.replaceOnRewrite()
            : settings.resyncOnLoss();
    return lost(source, replaces, lost.reason());
  }

  private SourceChange lost(SourceTable source, boolean replaces, String reason) {
    if (!replaces) {
      throw refused(reason + "; resync to replace the target's rows by all that the source has");
    }
    return source.all();
  }

  /** The kind for a target without a record. */
  private String kind() {
    return switch (settings.mode()) {
      case AUTO -> kinds.hasSnapshots() ? "snapshot" : "full";
      case SNAPSHOT -> "snapshot";
      case FULL -> "full";
      case CURSOR -> "cursor";
      case APPEND -> "append";
    };
  }

  private static String shown(String kind) {
    return kind.toUpperCase(Locale.ROOT);
  }

  private IceRunnerException refused(String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot mirror %s into %s: %s"
            .formatted(table.pair().name(), table.pair().target(), reason));
  }
}
