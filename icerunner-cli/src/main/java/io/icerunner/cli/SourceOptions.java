package io.icerunner.cli;

import io.icerunner.mirror.MirrorBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which tables of which server are copied. */
final class SourceOptions {
  @Option(
      names = {"-s", "--source"},
      paramLabel = "URI",
      description =
          "The server, or a table of it: grpc://host:port/ns.table, grpc+tcp://, grpc+tls:// or"
              + " flightsql://. Without a table all that the server lists are copied.")
  private @Nullable String source;

  @Option(
      names = "--source-table",
      paramLabel = "NAME",
      description = "The table to copy, instead of one in the URI.")
  private @Nullable String table;

  @Option(
      names = "--include",
      split = ",",
      paramLabel = "PATTERN",
      description = "Of all tables only those, as in sales.*; may be repeated.")
  private List<String> includes = List.of();

  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "PATTERN",
      description = "Leave these out, even if they are included; may be repeated.")
  private List<String> excludes = List.of();

  void applyTo(MirrorBuilder builder, Access access, SecretSource secrets) {
    if (source != null) {
      builder.source(access.to(source, secrets));
    }
    if (table != null) {
      builder.sourceTable(table);
    }
    builder.include(includes.toArray(new String[0])).exclude(excludes.toArray(new String[0]));
  }
}
