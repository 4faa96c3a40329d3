package io.icerunner.cli;

import io.icerunner.mirror.MirrorBuilder;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Source and target of a mirror: the options that {@code mirror} and {@code verify} share. */
final class MirrorEnds {
  @ArgGroup(validate = false, heading = "%nSource%n")
  private SourceOptions source = new SourceOptions();

  @ArgGroup(validate = false, heading = "%nTarget%n")
  private TargetOptions target = new TargetOptions();

  @ArgGroup(validate = false, heading = "%nTarget in a catalog%n")
  private CatalogOptions catalog = new CatalogOptions();

  @ArgGroup(validate = false, heading = "%nAccess to the source%n")
  private SourceAccess sourceAccess = new SourceAccess();

  @ArgGroup(validate = false, heading = "%nAccess to a target server%n")
  private TargetAccess targetAccess = new TargetAccess();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  void applyTo(MirrorBuilder builder) {
    SecretSource secrets = new SecretSource(System.getenv());
    source.applyTo(builder, sourceAccess.access(), secrets);
    target.applyTo(builder, targetAccess.access(), secrets);
    boolean named = spec.commandLine().getParseResult().hasMatchedOption("--warehouse-path");
    if (named || !target.isServer()) {
      catalog.applyTo(builder::warehouse, builder::catalog);
    }
  }
}
