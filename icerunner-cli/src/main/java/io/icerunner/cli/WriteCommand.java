package io.icerunner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.arrow.vector.VectorSchemaRoot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code icerunner write}: appends sample rows to a table, round after round. */
@Command(
    name = "write",
    mixinStandardHelpOptions = true,
    description = "Appends web analytics rows to a table, again and again.")
final class WriteCommand implements Callable<Integer> {
  @Mixin private ServerAddress address = new ServerAddress();

  @Option(
      names = {"-n", "--table-name"},
      paramLabel = "NAME",
      defaultValue = TableName.DEFAULT,
      description = "The table; made by the first round. Default: ${DEFAULT-VALUE}.")
  private String tableName = TableName.DEFAULT;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10",
      description = "Rows a round. Default: ${DEFAULT-VALUE}.")
  private int rows = 10;

  @Mixin private Repeat repeat = new Repeat();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Random random = new Random();
    long[] written = {0};
    try (ServerConnection connection = address.connect();
        VectorSchemaRoot batch = SampleProfile.WEB.newBatch(connection.allocator())) {
      repeat.run(
          round -> {
            Instant now = Instant.now();
            long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now);
            SampleProfile.WEB.fill(batch, rows, micros, micros, random);
            Upload upload = new Upload(connection, tableName, batch, null);
            upload.send();
            JsonNode answer = upload.commit();
            written[0] += answer.path("rows").asLong();
            out.printf(
                "%s  %s: %,d rows written, snapshot %s%n",
                now.truncatedTo(ChronoUnit.SECONDS),
                tableName,
                written[0],
                answer.path("snapshot-id").asText());
            out.flush();
          });
    }
    return 0;
  }
}
