package io.icerunner.cli;

import io.icerunner.register.RegistrationBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What says which units are complete; the builder checks that exactly one does. */
final class CompletenessOptions {
  @Option(
      names = "--manifest",
      paramLabel = "URI",
      defaultValue = "${env:ICERUNNER_MANIFEST}",
      description =
          "A Parquet, CSV or JSON file with a row for each complete unit: columns named like the"
              + " Hive keys of the paths, and its row count. Or $ICERUNNER_MANIFEST.")
  private @Nullable String manifest;

  @Option(
      names = "--keys",
      split = ",",
      paramLabel = "COLUMN",
      description = "The manifest's columns that identify a unit. Default: those named like keys.")
  private List<String> keys = List.of();

  @Option(
      names = "--rows-column",
      paramLabel = "COLUMN",
      defaultValue = "rows",
      description = "The manifest's column with row counts. Default: ${DEFAULT-VALUE}.")
  private String rowsColumn = "rows";

  @Option(
      names = "--files-column",
      paramLabel = "COLUMN",
      description = "The manifest's column with a unit's files. Default: its folder is listed.")
  private @Nullable String filesColumn;

  @Option(
      names = "--files-from",
      paramLabel = "FILE",
      description = "A text that names the complete files, one on each line.")
  private @Nullable String filesFrom;

  @Option(
      names = "--marker",
      arity = "0..1",
      fallbackValue = "_SUCCESS",
      paramLabel = "NAME",
      description = "A folder is complete when it, or one above it, holds this file (_SUCCESS).")
  private @Nullable String marker;

  @Option(
      names = "--quiet",
      arity = "0..1",
      fallbackValue = "5m",
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "A file is complete when nobody has changed it for so long (5m).")
  private @Nullable Duration quiet;

  void applyTo(RegistrationBuilder builder) {
    if (manifest != null) {
      builder.manifest(manifest);
    }
    builder.keyColumns(keys).rowsColumn(rowsColumn);
    if (filesColumn != null) {
      builder.filesColumn(filesColumn);
    }
    if (filesFrom != null) {
      builder.filesFrom(filesFrom);
    }
    if (marker != null) {
      builder.marker(marker);
    }
    if (quiet != null) {
      builder.quiet(quiet);
    }
  }
}
