package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import io.icerunner.mirror.MirrorResult;
import io.icerunner.mirror.TableMirrorResult;
import io.icerunner.mirror.TableOutcome;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What cycles did. For machines a row for each table and cycle on standard output. For people a
 * table of the one run, or, of cycle after cycle, a line for each table that got rows. What failed
 * is told on standard error too, once while it stays the same.
 */
final class MirrorReport {
  private static final double MEGABYTE = 1e6;

  private final PrintWriter out;
  private final PrintWriter err;
  private final OutputOption output;
  private final boolean repeated;
  private final Map<String, String> failures = new HashMap<>();
  private final @Nullable RowPrinter rows;
  private boolean begun;

  MirrorReport(PrintWriter out, PrintWriter err, OutputOption output, boolean repeated) {
    this.out = out;
    this.err = err;
    this.output = output;
    this.repeated = repeated;
    this.rows = output.isTable() ? null : output.printer(out);
  }

  void show(MirrorResult result) {
    String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    if (rows != null) {
      result.tables().forEach(table -> print(rows, row(time, table)));
      rows.end();
    } else if (repeated) {
      result.tables().stream().filter(this::isNews).forEach(table -> line(time, table));
    } else {
      RowPrinter printer = output.printer(out);
      begun = false;
      result.tables().forEach(table -> print(printer, cells(table)));
      if (begun) {
        printer.end();
      }
    }
    begun = true;
    out.flush();
    result.tables().forEach(this::tellFailure);
  }

  private void print(RowPrinter printer, Map<String, @Nullable Object> cells) {
    if (!begun) {
      printer.begin(List.copyOf(cells.keySet()));
      begun = true;
    }
    printer.row(new ArrayList<>(cells.values()));
  }

  private boolean isNews(TableMirrorResult table) {
    return table.commits() > 0 || !begun && table.failure() == null;
  }

  private void line(String time, TableMirrorResult table) {
    out.println(
        String.format(
            Locale.ROOT,
            "%s  %s: %s, %,d rows in %,d commits, %,d rows in all, %.1f s",
            time,
            names(table),
            word(table.outcome()),
            table.rows(),
            table.commits(),
            table.tableRows(),
            seconds(table)));
  }

  private void tellFailure(TableMirrorResult table) {
    IceRunnerException failure = table.failure();
    // What fails in passing is told as it is tried again, if it is.
    if (failure == null || repeated && table.outcome() == TableOutcome.FAILED) {
      failures.remove(table.source());
      return;
    }
    String message = String.valueOf(failure.getMessage());
    if (!message.equals(failures.put(table.source(), message))) {
      String next =
          table.outcome() == TableOutcome.FAILED
              ? " (run it again: it goes on from the last commit)"
              : "";
      err.println("icerunner: " + names(table) + ": " + message + next);
    }
  }

  private static String names(TableMirrorResult table) {
    return table.source().equals(table.target())
        ? table.source()
        : table.source() + " → " + table.target();
  }

  private static Map<String, @Nullable Object> cells(TableMirrorResult table) {
    Map<String, @Nullable Object> cells = new LinkedHashMap<>();
    cells.put("source", table.source());
    cells.put("target", table.target());
    cells.put("outcome", word(table.outcome()));
    cells.put("rows", table.rows());
    cells.put("MB", Math.round(table.bytes() / MEGABYTE * 10) / 10.0);
    cells.put("commits", table.commits());
    cells.put("rows in all", table.tableRows());
    cells.put("seconds", Math.round(seconds(table) * 10) / 10.0);
    return cells;
  }

  private static Map<String, @Nullable Object> row(String time, TableMirrorResult table) {
    IceRunnerException failure = table.failure();
    String position = table.position();
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("time", time);
    row.put("source", table.source());
    row.put("target", table.target());
    row.put("outcome", word(table.outcome()));
    row.put("rows", table.rows());
    row.put("bytes", table.bytes());
    row.put("batches", table.batches());
    row.put("commits", table.commits());
    row.put("table-rows", table.tableRows());
    row.put("position", position == null ? null : PositionText.fields(position));
    row.put("milliseconds", table.duration().toMillis());
    row.put("error-code", failure == null ? null : failure.code().name());
    row.put("error", failure == null ? null : failure.getMessage());
    return row;
  }

  private static double seconds(TableMirrorResult table) {
    return table.duration().toMillis() / 1e3;
  }

  private static String word(TableOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
