package io.icerunner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.Result;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code icerunner snapshots TABLE}: the table's history, as the server's action tells it. */
@Command(
    name = "snapshots",
    mixinStandardHelpOptions = true,
    description = "Shows the snapshots of a table.")
final class SnapshotsCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> COLUMNS =
      List.of("snapshot", "time", "operation", "added", "deleted", "rows", "files", "current");

  @Parameters(paramLabel = "TABLE", description = "TABLE or NAMESPACE.TABLE.")
  private String table = "";

  @Mixin private Target target = new Target();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    RowPrinter rows = output.printer(spec.commandLine().getOut());
    try (ServerConnection connection = target.connect()) {
      byte[] request = JSON.writeValueAsBytes(JSON.createObjectNode().put("table", table));
      Iterator<Result> results = connection.client().doAction(new Action("snapshots", request));
      rows.begin(COLUMNS);
      while (results.hasNext()) {
        for (JsonNode snapshot : snapshots(JSON.readTree(results.next().getBody()))) {
          rows.row(row(snapshot));
        }
      }
    }
    rows.end();
    return 0;
  }

  private static Iterable<JsonNode> snapshots(JsonNode body) {
    return body.has("snapshots") ? body.get("snapshots") : List.of(body);
  }

  private static List<@Nullable Object> row(JsonNode snapshot) {
    JsonNode summary = snapshot.path("summary");
    List<@Nullable Object> row = new ArrayList<>();
    row.add(snapshot.path("snapshot-id").longValue());
    row.add(Instant.ofEpochMilli(snapshot.path("timestamp-ms").longValue()));
    row.add(snapshot.path("operation").textValue());
    for (String count :
        List.of("added-records", "deleted-records", "total-records", "total-data-files")) {
      row.add(summary.has(count) ? summary.path(count).asLong() : null);
    }
    row.add(snapshot.path("current").booleanValue());
    return row;
  }
}
