package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import io.icerunner.mirror.ColumnDifference;
import io.icerunner.mirror.TableVerification;
import io.icerunner.mirror.VerifyResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How targets compare with their sources: a row for each, and where they differ. */
final class VerifyReport {
  private final PrintWriter out;
  private final PrintWriter err;
  private final OutputOption output;

  VerifyReport(PrintWriter out, PrintWriter err, OutputOption output) {
    this.out = out;
    this.err = err;
    this.output = output;
  }

  void show(VerifyResult result) {
    RowPrinter rows = output.printer(out);
    boolean begun = false;
    for (TableVerification table : result.tables()) {
      Map<String, @Nullable Object> row = output.isTable() ? cells(table) : row(table);
      if (!begun) {
        rows.begin(List.copyOf(row.keySet()));
        begun = true;
      }
      rows.row(new ArrayList<>(row.values()));
    }
    rows.end();
    result.tables().forEach(this::explain);
  }

  /** For people: where they differ, and what could not be compared. */
  private void explain(TableVerification table) {
    IceRunnerException failure = table.failure();
    if (failure != null) {
      err.println("icerunner: %s: %s".formatted(table.source(), failure.getMessage()));
      return;
    }
    if (!output.isTable() || table.isEqual()) {
      return;
    }
    String explanation = table.explanation();
    if (explanation != null) {
      err.println(table.source() + ": " + explanation);
    } else if (!table.isExactVersion()) {
      err.println(
          "%s: The source was read as it is now; mirror it once and verify again to tell what is new from what is wrong."
              .formatted(table.source()));
    }
    for (ColumnDifference column : table.differences()) {
      err.println(
          String.format(
              Locale.ROOT,
              "%s: column %s differs: source %s with %,d nulls, target %s with %,d nulls",
              table.source(),
              column.column(),
              digest(column.sourceDigest()),
              column.sourceNulls(),
              digest(column.targetDigest()),
              column.targetNulls()));
    }
  }

  private static String digest(String digest) {
    return digest.isEmpty() ? "lacks it" : digest;
  }

  private static Map<String, @Nullable Object> cells(TableVerification table) {
    Map<String, @Nullable Object> cells = new LinkedHashMap<>();
    cells.put("source", table.source());
    cells.put("target", table.target());
    cells.put(
        "result", table.failure() != null ? "failed" : table.isEqual() ? "equal" : "different");
    cells.put("source rows", table.sourceRows());
    cells.put("target rows", table.targetRows());
    cells.put(
        "columns that differ",
        String.join(", ", table.differences().stream().map(ColumnDifference::column).toList()));
    cells.put("read", table.isExactVersion() ? "at the position" : "as it is now");
    return cells;
  }

  private static Map<String, @Nullable Object> row(TableVerification table) {
    IceRunnerException failure = table.failure();
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("source", table.source());
    row.put("target", table.target());
    row.put("equal", table.isEqual());
    row.put("exact-version", table.isExactVersion());
    row.put("source-rows", table.sourceRows());
    row.put("target-rows", table.targetRows());
    row.put("differences", table.differences().stream().map(VerifyReport::fields).toList());
    row.put("explanation", table.explanation());
    row.put("explanation", table.explanation());
    row.put("error-code", failure == null ? null : failure.code().name());
    row.put("error", failure == null ? null : failure.getMessage());
    return row;
  }

  private static Map<String, Object> fields(ColumnDifference difference) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("column", difference.column());
    fields.put("source-digest", difference.sourceDigest());
    fields.put("target-digest", difference.targetDigest());
    fields.put("source-nulls", difference.sourceNulls());
    fields.put("target-nulls", difference.targetNulls());
    return fields;
  }
}
