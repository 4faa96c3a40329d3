package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.source.AppendTable;
import io.icerunner.internal.mirror.source.CursorSettings;
import io.icerunner.internal.mirror.source.CursorTable;
import io.icerunner.internal.mirror.source.FullTable;
import io.icerunner.internal.mirror.source.SnapshotTable;
import io.icerunner.internal.mirror.source.SourceServer;
import io.icerunner.internal.mirror.source.SourceTable;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;

/** The kinds of tables that a Flight server has. Safe for use by many threads. */
public final class ServerKinds implements SourceKinds {
  private final SourceServer server;
  private final FollowSettings follow;
  private final TargetRows targetRows;
  private final TypeMappers mappers;

  /**
   * @param targetRows reads what targets have
   */
  public ServerKinds(
      SourceServer server, FollowSettings follow, TargetRows targetRows, TypeMappers mappers) {
    this.server = server;
    this.follow = follow;
    this.targetRows = targetRows;
    this.mappers = mappers;
  }

  @Override
  public boolean hasSnapshots() {
    return server.hasAction(SnapshotTable.ACTION);
  }

  @Override
  public SourceTable open(String kind, TablePair table) {
    List<String> name = table.source();
    return switch (kind) {
      case SnapshotTable.KIND -> snapshots(table);
      case "full" -> new FullTable(server, name, mappers);
      case "append" -> new AppendTable(server, name);
      case "cursor" ->
          new CursorTable(server, name, cursor(table), targetRows, table.target(), mappers);
      default ->
          throw new IceRunnerException(
              ErrorCode.UNSUPPORTED,
              "Cannot mirror %s into %s: the target is followed in a way \"%s\" that is not known here"
                  .formatted(table.name(), table.target(), kind));
    };
  }

  private SourceTable snapshots(TablePair table) {
    if (!hasSnapshots()) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot mirror %s into %s: it is to be followed by snapshots, and %s tells none; use another mode"
              .formatted(table.name(), table.target(), server.address()));
    }
    return new SnapshotTable(
        server, table.source(), follow.batchSize(), follow.commitPerSnapshot(), mappers);
  }

  private CursorSettings cursor(TablePair table) {
    String column = follow.cursorColumn();
    if (column == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot mirror %s into %s: the target is followed by a column; name it as the cursor"
              .formatted(table.name(), table.target()));
    }
    return new CursorSettings(column, follow.keyColumns(), follow.lookBack(), follow.batchSize());
  }
}
