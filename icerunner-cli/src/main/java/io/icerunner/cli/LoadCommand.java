package io.icerunner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.vector.ipc.ArrowReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code icerunner load FILE…}: appends files to a table, one commit a file. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = "Appends Parquet, Arrow or CSV files to a table; each file is one commit.")
final class LoadCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files that end in .parquet, .arrow, .arrows, .feather, .csv or .tsv.")
  private List<Path> files = List.of();

  @Option(
      names = {"-n", "--table-name"},
      paramLabel = "NAME",
      defaultValue = TableName.DEFAULT,
      description = "The table; made from the first file when missing. Default: ${DEFAULT-VALUE}.")
  private String tableName = TableName.DEFAULT;

  @Mixin private Target target = new Target();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    for (Path file : files) {
      if (!Files.isRegularFile(file)) {
        throw new CommandFailure("Cannot load " + file + ": no such file");
      }
    }
    PrintWriter err = spec.commandLine().getErr();
    RowPrinter rows = output.printer(spec.commandLine().getOut());
    rows.begin(List.of("file", "table", "rows", "snapshot"));
    try (ServerConnection connection = target.connect()) {
      for (Path file : files) {
        JsonNode answer = load(connection, file, new Progress(err, file.toString()));
        rows.row(
            List.of(
                file.toString(),
                tableName,
                answer.path("rows").asLong(),
                answer.path("snapshot-id").asLong()));
      }
    }
    rows.end();
    return 0;
  }

  private JsonNode load(ServerConnection connection, Path file, Progress progress)
      throws Exception {
    try (FileBatches source = FileBatches.open(file, connection.allocator())) {
      ArrowReader reader = source.reader();
      Upload upload = new Upload(connection, tableName, reader.getVectorSchemaRoot(), reader);
      while (reader.loadNextBatch()) {
        upload.send();
        progress.add(reader.getVectorSchemaRoot().getRowCount());
      }
      JsonNode answer = upload.commit();
      progress.done();
      return answer;
    }
  }
}
