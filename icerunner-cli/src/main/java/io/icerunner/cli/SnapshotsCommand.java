package io.icerunner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.Result;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code icerunner snapshots TABLE}: the table's history, the oldest snapshot first. */
@Command(
    name = "snapshots",
    mixinStandardHelpOptions = true,
    description = "Shows the snapshots of a table.")
final class SnapshotsCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Parameters(paramLabel = "TABLE", description = "TABLE or NAMESPACE.TABLE.")
  private String table = "";

  @Mixin private Target target = new Target();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    List<JsonNode> snapshots = new ArrayList<>();
    try (ServerConnection connection = target.connect()) {
      byte[] request = JSON.writeValueAsBytes(JSON.createObjectNode().put("table", table));
      Iterator<Result> results = connection.client().doAction(new Action("snapshots", request));
      while (results.hasNext()) {
        collect(JSON.readTree(results.next().getBody()), snapshots);
      }
    }
    print(snapshots, output.printer(out));
    return 0;
  }

  private static void collect(JsonNode body, List<JsonNode> snapshots) {
    JsonNode list = body.isArray() ? body : body.path("snapshots");
    if (list.isArray()) {
      list.forEach(snapshots::add);
    } else {
      snapshots.add(body);
    }
  }

  private static void print(List<JsonNode> snapshots, RowPrinter rows) {
    Set<String> columns = new LinkedHashSet<>();
    for (JsonNode snapshot : snapshots) {
      for (Map.Entry<String, JsonNode> field : snapshot.properties()) {
        columns.add(field.getKey());
      }
    }
    rows.begin(List.copyOf(columns));
    for (JsonNode snapshot : snapshots) {
      List<@Nullable Object> values = new ArrayList<>();
      for (String column : columns) {
        values.add(plain(snapshot.path(column)));
      }
      rows.row(values);
    }
    rows.end();
  }

  private static @Nullable Object plain(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (value.isIntegralNumber()) {
      return value.longValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    return value.isTextual() ? value.textValue() : JSON.convertValue(value, Object.class);
  }
}
