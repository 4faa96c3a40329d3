package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import io.icerunner.mirror.MirrorBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What targets are called, and the server that has them if it is one. */
final class TargetOptions {
  @Option(
      names = {"-n", "--table-name"},
      paramLabel = "TARGET",
      description = "The target of the one source table; made when missing.")
  private @Nullable String table;

  @Option(
      names = "--name-template",
      paramLabel = "TEMPLATE",
      description =
          "How targets are named, as in copy.{namespace}_{table}. Default: "
              + MirrorBuilder.DEFAULT_NAME_TEMPLATE
              + ".")
  private @Nullable String nameTemplate;

  @Option(
      names = "--target",
      paramLabel = "URI",
      description = "Another IceRunner that has the targets, instead of a catalog.")
  private @Nullable String server;

  boolean isServer() {
    return server != null;
  }

  void applyTo(MirrorBuilder builder, Access access, SecretSource secrets) {
    if (server != null) {
      builder.target(access.to(server, secrets));
    } else if (!access.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Invalid log-in at the target: it belongs to --target, which is missing");
    }
    if (table != null) {
      builder.table(table);
    }
    if (nameTemplate != null) {
      builder.nameTemplate(nameTemplate);
    }
  }
}
