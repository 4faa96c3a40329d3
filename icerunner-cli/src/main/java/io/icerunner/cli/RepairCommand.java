package io.icerunner.cli;

import io.icerunner.internal.catalog.CatalogRepair;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code icerunner repair -w DIR}: makes the catalog of a folder agree with the tables in it. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    description = {
      "Heals the catalog of a warehouse folder by the tables in it.",
      "A lost or damaged catalog file is made again, outdated rows are moved to the newest version,"
          + " and a table whose newest metadata file is damaged falls back to the version before."
          + " No file of a table is deleted. Exits with 1 if a table cannot be healed."
    })
final class RepairCommand implements Callable<Integer> {
  @Option(
      names = {"-w", "--warehouse-path"},
      paramLabel = "DIR",
      required = true,
      description = "The warehouse folder.")
  private Path warehouse = Path.of("");

  @Option(names = "--dry-run", description = "Change nothing and tell what would be done.")
  private boolean dryRun;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json (one object). Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TEXT;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** How the report is written. */
  private enum Format {
    TEXT,
    JSON
  }

  @Override
  public Integer call() {
    if (!Files.isDirectory(warehouse)) {
      throw new CommandFailure("Cannot repair warehouse " + warehouse + ": no such folder");
    }
    PrintWriter out = spec.commandLine().getOut();
    RepairReport report = CatalogRepair.run(warehouse, dryRun);
    RepairPrinter printer = new RepairPrinter(report, dryRun);
    switch (format) {
      case TEXT -> printer.text(out);
      case JSON -> printer.json(out);
    }
    return report.isHealthy() ? 0 : 1;
  }
}
