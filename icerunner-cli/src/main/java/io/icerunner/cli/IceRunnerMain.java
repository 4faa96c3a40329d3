package io.icerunner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command's entry: picks the subcommand and turns every outcome into an exit code. */
@Command(
    name = "icerunner",
    description = "Serves Apache Iceberg tables over Arrow Flight and Flight SQL.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServeCommand.class,
      WriteCommand.class,
      ReadCommand.class,
      SqlCommand.class,
      ListCommand.class,
      DescribeCommand.class,
      SnapshotsCommand.class,
      LoadCommand.class,
      RepairCommand.class,
      RegisterCommand.class,
      MirrorCommand.class,
      VerifyCommand.class,
      HelpCommand.class
    })
public final class IceRunnerMain {

  private IceRunnerMain() {}

  /** Exits with 0 on success, 1 if the work failed, 2 if the command line is wrong. */
  public static void main(String[] args) {
    PrintWriter out =
        new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, UTF_8)));
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, UTF_8), true);
    int exitCode = run(out, err, args);
    out.flush();
    System.exit(exitCode);
  }

  static int run(PrintWriter out, PrintWriter err, String... args) {
    TransportLog.onlyFaults();
    CommandLine line = new CommandLine(new IceRunnerMain());
    line.setOut(out);
    line.setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.setExecutionExceptionHandler(new FailureMessages());
    line.setParameterExceptionHandler(new UsageMessages());
    if (args.length == 0) {
      line.usage(line.getErr());
      return CommandLine.ExitCode.USAGE;
    }
    return line.execute(args);
  }
}
