package io.icerunner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells what a repair did: for people what changed or is wrong, for machines everything. */
final class RepairPrinter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RepairReport report;
  private final boolean dryRun;

  RepairPrinter(RepairReport report, boolean dryRun) {
    this.report = report;
    this.dryRun = dryRun;
  }

  void text(PrintWriter out) {
    report.notes().forEach(out::println);
    for (RepairEntry entry : report.entries()) {
      if (entry.action() != RepairAction.UNTOUCHED || !entry.reason().isEmpty()) {
        print(out, entry);
      }
    }
    out.println(summary());
    out.flush();
  }

  /** One object, as stable as the options of the command. */
  void json(PrintWriter out) {
    ObjectNode root = JSON.createObjectNode();
    root.put("dry-run", dryRun);
    root.put("healthy", report.isHealthy());
    ArrayNode notes = root.putArray("notes");
    report.notes().forEach(notes::add);
    ArrayNode tables = root.putArray("tables");
    for (RepairEntry entry : report.entries()) {
      ObjectNode table = tables.addObject();
      table.put("table", entry.table().toString());
      table.put("action", word(entry.action()));
      table.put("metadata-location", entry.metadataLocation());
      table.put("reason", entry.reason());
    }
    out.println(root);
    out.flush();
  }

  private static void print(PrintWriter out, RepairEntry entry) {
    out.printf("%-11s %s%n", word(entry.action()), entry.table());
    if (entry.metadataLocation() != null) {
      out.println("            " + entry.metadataLocation());
    }
    if (!entry.reason().isEmpty()) {
      out.println("            " + entry.reason());
    }
  }

  private String summary() {
    List<String> counts = new ArrayList<>();
    for (RepairAction action : RepairAction.values()) {
      if (report.count(action) > 0) {
        counts.add(report.count(action) + " " + word(action));
      }
    }
    int tables = report.entries().size();
    return "%s%s%s%s"
        .formatted(
            tables == 1 ? "1 table" : tables + " tables",
            counts.isEmpty() ? "" : ": ",
            String.join(", ", counts),
            dryRun ? " (dry run, nothing was changed)" : "");
  }

  private static String word(RepairAction action) {
    return action.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
