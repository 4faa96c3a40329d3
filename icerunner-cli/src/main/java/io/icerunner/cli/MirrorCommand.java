package io.icerunner.cli;

import io.icerunner.mirror.Mirror;
import io.icerunner.mirror.MirrorBuilder;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code icerunner mirror}: copies tables of any Flight server, once or until it is stopped. */
@Command(
    name = "mirror",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = {"icerunner mirror -s URI (-w DIR | --target URI) [OPTIONS]"},
    description = {
      "Copies tables of a Flight server into Iceberg tables, and keeps them so until it is stopped."
          + " How far a target is, is kept in the target itself: started again after whatever"
          + " happened, no row is missing and none is there twice."
    },
    footer = {
      "",
      "Examples:",
      "  icerunner mirror -s grpc://lake:8816/sales.orders -w dir --one-time",
      "  icerunner mirror -s grpc+tls://lake:8816 --include 'sales.*' -w dir -i 5m"
    })
final class MirrorCommand implements Callable<Integer> {
  @Mixin private MirrorEnds ends = new MirrorEnds();

  @ArgGroup(validate = false, heading = "%nFollowing%n")
  private FollowOptions follow = new FollowOptions();

  @ArgGroup(validate = false, heading = "%nPace%n")
  private PaceOptions pace = new PaceOptions();

  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    MirrorReport report =
        new MirrorReport(spec.commandLine().getOut(), err, output, !pace.isOneTime());
    MirrorProgressText progress = MirrorProgressText.to(err);
    Mirror mirror =
        Usage.checked(spec, () -> builder().listener(new MirrorWatch(progress, report)).build());
    try (StopSignal stop = StopSignal.install()) {
      MirrorLoop loop = new MirrorLoop(mirror, stop, progress);
      return pace.isOneTime() ? loop.once() : loop.repeat(pace.interval());
    }
  }

  private MirrorBuilder builder() {
    MirrorBuilder builder = Mirror.builder();
    ends.applyTo(builder);
    follow.applyTo(builder);
    pace.applyTo(builder);
    return builder;
  }
}
