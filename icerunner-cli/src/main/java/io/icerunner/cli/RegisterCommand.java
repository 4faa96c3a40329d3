package io.icerunner.cli;

import io.icerunner.register.Registration;
import io.icerunner.register.RegistrationBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code icerunner register}: makes Parquet files that exist part of a table, where they are. */
@Command(
    name = "register",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Registers Parquet files that exist already into an Iceberg table, in place: what is complete"
          + " and not yet in the table becomes part of it. Nothing below the source is changed."
    },
    footer = {
      "",
      "Example:",
      "  icerunner register --source s3://lake/daily --manifest s3://lake/done.parquet"
          + " -n climate.daily -w warehouse"
    })
final class RegisterCommand implements Callable<Integer> {
  @Option(
      names = "--source",
      paramLabel = "URI",
      defaultValue = "${env:ICERUNNER_SOURCE}",
      description = "The folder that all files are below. Or $ICERUNNER_SOURCE.")
  private @Nullable String source;

  @Mixin private CompletenessOptions completeness = new CompletenessOptions();

  @Option(
      names = {"-n", "--table-name"},
      paramLabel = "NAME",
      defaultValue = "${env:ICERUNNER_TABLE}",
      description = "The table; made when missing. Or $ICERUNNER_TABLE.")
  private @Nullable String tableName;

  @Mixin private CatalogOptions catalog = new CatalogOptions();

  @Option(
      names = "-P",
      paramLabel = "KEY=VALUE",
      description =
          "How the source is read: a FileIO property of Iceberg, such as s3.endpoint=…,"
              + " s3.path-style-access=true or client.region=….")
  private Map<String, String> sourceProperties = Map.of();

  @Mixin private NewTableOptions table = new NewTableOptions();

  @Option(
      names = "--recheck",
      description = "Compare the files of registered units too, not their row counts alone.")
  private boolean recheck;

  @Option(
      names = "--batch-files",
      paramLabel = "N",
      defaultValue = "" + RegistrationBuilder.DEFAULT_BATCH_FILES,
      description = "About how many files make a commit. Default: ${DEFAULT-VALUE}.")
  private int batchFiles = RegistrationBuilder.DEFAULT_BATCH_FILES;

  @Option(names = "--dry-run", description = "Read and prove everything, commit nothing.")
  private boolean dryRun;

  @Option(names = "--explain", description = "Tell how the partition of a file is proven.")
  private boolean explain;

  @Option(
      names = "--watch",
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "Go on until stopped, with this time between the starts of two runs.")
  private @Nullable Duration watch;

  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (source == null && tableName == null && catalog.isEmpty()) {
      spec.commandLine().usage(spec.commandLine().getOut());
      return 0;
    }
    try (StopSignal stop = StopSignal.install()) {
      RegisterProgress progress = new RegisterProgress(spec.commandLine().getErr(), stop);
      Registration registration = Usage.checked(spec, () -> registration(progress));
      RegisterReport report =
          new RegisterReport(spec.commandLine().getOut(), output, watch != null);
      RegisterLoop loop = new RegisterLoop(registration, progress, report, stop);
      return watch == null ? loop.once() : loop.repeat(watch);
    }
  }

  private Registration registration(RegisterProgress progress) {
    RegistrationBuilder builder = Registration.builder();
    completeness.applyTo(builder);
    table.applyTo(builder);
    if (source != null) {
      builder.source(source);
    }
    if (tableName != null) {
      builder.table(tableName);
    }
    catalog.applyTo(builder::warehouse, builder::catalog);
    return builder
        .sourceProperties(sourceProperties)
        .recheck(recheck)
        .batchFiles(batchFiles)
        .dryRun(dryRun)
        .explain(explain)
        .listener(progress)
        .build();
  }
}
