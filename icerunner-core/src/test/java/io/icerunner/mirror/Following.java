package io.icerunner.mirror;

import java.nio.file.Path;
import java.time.Duration;

/** The ways of following a source that are killed. */
enum Following {
  SNAPSHOT,
  PER_SNAPSHOT,
  PER_BATCH,
  FULL,
  CURSOR,
  APPEND,
  REMOTE,
  REMOTE_PER_BATCH,
  REMOTE_CURSOR;

  static final long BATCH_ROWS = 100;

  /** Whether the target is a server's. */
  boolean isRemote() {
    return name().startsWith("REMOTE");
  }

  /** Whether a source may delete or replace rows. */
  boolean followsRewrites() {
    return this != CURSOR && this != REMOTE_CURSOR;
  }

  /** Whether the source is a {@link StreamServer}. */
  boolean isStream() {
    return this == APPEND;
  }

  /**
   * A mirror of a table.
   *
   * @param target a server's URI or a folder
   */
  MirrorBuilder mirror(String source, String table, String target) {
    MirrorBuilder builder =
        Mirror.builder()
            .source(source)
            .sourceTable(table)
            .table(table)
            .longestPause(Duration.ofMillis(200));
    if (isRemote()) {
      builder.target(target);
    } else {
      builder.warehouse(Path.of(target));
    }
    return switch (this) {
      case SNAPSHOT, REMOTE -> copying(builder, table).mode(MirrorMode.SNAPSHOT);
      case PER_SNAPSHOT ->
          copying(builder, table).mode(MirrorMode.SNAPSHOT).commitPerSnapshot(true);
      case PER_BATCH, REMOTE_PER_BATCH -> builder.mode(MirrorMode.SNAPSHOT).batchSize(BATCH_ROWS);
      case FULL -> builder.mode(MirrorMode.FULL);
      case CURSOR, REMOTE_CURSOR -> builder.cursor("round").batchSize(BATCH_ROWS);
      case APPEND -> builder.mode(MirrorMode.APPEND);
    };
  }

  /** Of every other table data files are copied, however small they are. */
  private static MirrorBuilder copying(MirrorBuilder builder, String table) {
    return table.hashCode() % 2 == 0 ? builder.leastFileBytes(1) : builder;
  }
}
