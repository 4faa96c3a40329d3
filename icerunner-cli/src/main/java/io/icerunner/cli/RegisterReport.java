package io.icerunner.cli;

import io.icerunner.register.RegistrationResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What runs did, on standard output: lines for a person, or a row for each run. */
final class RegisterReport {
  private final PrintWriter out;
  private final @Nullable RowPrinter rows;
  private final boolean repeated;
  private boolean begun;

  /**
   * @param repeated whether runs follow that mostly find nothing new, of which text says nothing
   */
  RegisterReport(PrintWriter out, OutputOption output, boolean repeated) {
    this.out = out;
    this.rows = output.isTable() ? null : output.printer(out);
    this.repeated = repeated;
  }

  void show(RegistrationResult result) {
    if (rows == null) {
      if (!repeated || !begun || changed(result)) {
        text(result);
      }
    } else {
      Map<String, @Nullable Object> row = row(result);
      if (!begun) {
        rows.begin(List.copyOf(row.keySet()));
      }
      rows.row(new ArrayList<>(row.values()));
      rows.end();
    }
    begun = true;
    out.flush();
  }

  private static boolean changed(RegistrationResult result) {
    return result.units() > 0 || result.unitsRemoved() > 0;
  }

  private void text(RegistrationResult result) {
    line(
        "table",
        "%s%s",
        result.table(),
        result.dryRun() ? " (dry run: nothing was committed)" : "");
    line("units", "%,d registered, %,d in the table before", result.units(), result.unitsSkipped());
    if (result.unitsReplaced() + result.unitsRemoved() > 0) {
      line("changed", "%,d replaced, %,d removed", result.unitsReplaced(), result.unitsRemoved());
    }
    line("files", "%,d (%,d bytes)", result.files(), result.bytes());
    if (result.filesPassedOver() > 0) {
      line("passed over", "%,d files that are no data", result.filesPassedOver());
    }
    line("rows", "%,d in %,d commits", result.rows(), result.commits());
    line("now", "%,d units, %,d rows", result.tableUnits(), result.tableRows());
    line(
        "calls",
        "%,d listings, %,d reads, %,d retries",
        result.listings(),
        result.reads(),
        result.retries());
    String metadata = result.metadataLocation();
    line("metadata", "%s", metadata == null ? "none yet" : metadata);
    result.explanation().forEach(out::println);
  }

  private void line(String what, String format, Object... values) {
    out.println(
        String.format(Locale.ROOT, "%-12s", what) + String.format(Locale.ROOT, format, values));
  }

  private static Map<String, @Nullable Object> row(RegistrationResult result) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("table", result.table().toString());
    row.put("dry-run", result.dryRun());
    row.put("units", result.units());
    row.put("files", result.files());
    row.put("rows", result.rows());
    row.put("bytes", result.bytes());
    row.put("commits", result.commits());
    row.put("skipped", result.unitsSkipped());
    row.put("replaced", result.unitsReplaced());
    row.put("removed", result.unitsRemoved());
    row.put("adopted", result.filesAdopted());
    row.put("passed-over", result.filesPassedOver());
    row.put("table-units", result.tableUnits());
    row.put("table-rows", result.tableRows());
    row.put("listings", result.listings());
    row.put("reads", result.reads());
    row.put("retries", result.retries());
    row.put("metadata", result.metadataLocation());
    row.put("explanation", result.explanation());
    return row;
  }
}
