package io.icerunner.cli;

import io.icerunner.mirror.Mirror;
import io.icerunner.mirror.MirrorBuilder;
import io.icerunner.mirror.VerifyResult;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code icerunner verify}: whether mirrored tables have the rows of their sources. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = {"icerunner verify -s URI (-w DIR | --target URI) [OPTIONS]"},
    description = {
      "Compares mirrored tables with their sources, as these were at the position of the last"
          + " commit where that can be read: row counts, and a digest of each column whatever the"
          + " order of rows. Changes nothing. Exits with 0 if all are equal, else with 1."
    },
    footer = {"", "Example:", "  icerunner verify -s grpc://lake:8816/sales.orders -w dir"})
final class VerifyCommand implements Callable<Integer> {
  @Mixin private MirrorEnds ends = new MirrorEnds();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Mirror mirror = Usage.checked(spec, this::mirror);
    VerifyResult result = mirror.verify();
    new VerifyReport(out, spec.commandLine().getErr(), output).show(result);
    return result.isEqual() ? 0 : 1;
  }

  private Mirror mirror() {
    MirrorBuilder builder = Mirror.builder();
    ends.applyTo(builder);
    return builder.build();
  }
}
