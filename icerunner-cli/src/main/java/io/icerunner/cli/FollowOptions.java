package io.icerunner.cli;

import io.icerunner.mirror.MirrorBuilder;
import io.icerunner.mirror.MirrorMode;
import io.icerunner.mirror.OnLoss;
import io.icerunner.mirror.OnRewrite;
import io.icerunner.mirror.OnSchemaChange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How tables are followed, and what happens when the source does more than add rows. */
final class FollowOptions {
  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "snapshot: only what is new at an IceRunner; full: replace all rows each time; cursor:"
              + " what is beyond the last value of a column; append: add all rows each time."
              + " Default: auto, as the target's record says, else snapshot or full.")
  private @Nullable MirrorMode mode;

  @Option(
      names = "--cursor",
      paramLabel = "COLUMN",
      description = "A column that only grows; --mode cursor.")
  private @Nullable String cursor;

  @Option(
      names = "--key-columns",
      split = ",",
      paramLabel = "COLUMN",
      description = "With a cursor: rows with these equal are the same. Default: all columns.")
  private List<String> keyColumns = List.of();

  @Option(
      names = "--look-back",
      paramLabel = "DISTANCE",
      description = "With a cursor: how late rows may come, as in 15m, 1h, 2d, or a number.")
  private @Nullable String lookBack;

  @Option(
      names = {"-b", "--batch-size"},
      paramLabel = "ROWS",
      description = "Commit after about so many rows. Default: a cycle of a table is one commit.")
  private @Nullable Long batchSize;

  @Option(
      names = "--commit-per-snapshot",
      description = "Make each snapshot of an IceRunner a commit of its own.")
  private boolean commitPerSnapshot;

  @Option(
      names = "--no-file-copies",
      description =
          "Read the rows of an IceRunner even where its data files could be copied as they are.")
  private boolean noFileCopies;

  @Option(
      names = "--on-rewrite",
      paramLabel = "POLICY",
      description = "The source deleted or overwrote rows: replace or stop. Default: replace.")
  private @Nullable OnRewrite onRewrite;

  @Option(
      names = "--on-loss",
      paramLabel = "POLICY",
      description =
          "The source's past is gone (expired, rolled back, made anew): stop or resync. Default:"
              + " stop.")
  private @Nullable OnLoss onLoss;

  @Option(
      names = "--on-schema-change",
      paramLabel = "POLICY",
      description = "The source's columns change: follow or stop. Default: follow.")
  private @Nullable OnSchemaChange onSchemaChange;

  @Option(
      names = "--resync",
      description = "The first time replace whatever the target has, in one commit.")
  private boolean resync;

  @Option(
      names = "--table-property",
      paramLabel = "KEY=VALUE",
      description = "A property of targets that are made; may be repeated.")
  private Map<String, String> tableProperties = Map.of();

  void applyTo(MirrorBuilder builder) {
    if (mode != null) {
      builder.mode(mode);
    }
    if (cursor != null) {
      builder.cursor(cursor);
    }
    if (lookBack != null) {
      builder.lookBack(lookBack);
    }
    if (batchSize != null) {
      builder.batchSize(batchSize);
    }
    if (onRewrite != null) {
      builder.onRewrite(onRewrite);
    }
    if (onLoss != null) {
      builder.onLoss(onLoss);
    }
    if (onSchemaChange != null) {
      builder.onSchemaChange(onSchemaChange);
    }
    builder
        .keyColumns(keyColumns)
        .commitPerSnapshot(commitPerSnapshot)
        .copyDataFiles(!noFileCopies)
        .resync(resync)
        .tableProperties(tableProperties);
  }
}
