package io.icerunner.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aligned columns. The widths come from the first {@value #SAMPLED_ROWS} rows, so that a result of
 * any length is printed while it arrives; cells that are wider are cut with an ellipsis.
 */
final class TablePrinter implements RowPrinter {
  /** Rows that are looked at before the first is printed. */
  static final int SAMPLED_ROWS = 200;

  private static final int NARROWEST = 4;
  private static final String GAP = "  ";

  private final PrintWriter out;
  private final int screenWidth;
  private final List<List<String>> sample = new ArrayList<>();
  private List<String> columns = List.of();
  private boolean[] rightAligned = {};
  private int @Nullable [] widths;
  private long rows;

  /**
   * @param screenWidth columns of the terminal; {@link Integer#MAX_VALUE} to cut nothing
   */
  TablePrinter(PrintWriter out, int screenWidth) {
    this.out = out;
    this.screenWidth = screenWidth;
  }

  /** The terminal's width as the launcher found it; unlimited when the output is no terminal. */
  static int terminalWidth() {
    String columns = System.getenv("ICERUNNER_COLUMNS");
    try {
      return columns == null ? Integer.MAX_VALUE : Math.max(20, Integer.parseInt(columns.trim()));
    } catch (NumberFormatException e) {
      return Integer.MAX_VALUE;
    }
  }

  @Override
  public void begin(List<String> names) {
    columns = List.copyOf(names);
    rightAligned = new boolean[names.size()];
  }

  @Override
  public void row(List<@Nullable Object> values) {
    List<String> cells = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      rightAligned[i] |= value instanceof Number;
      cells.add(value == null ? "NULL" : oneLine(ArrowValues.text(value)));
    }
    rows++;
    if (widths != null) {
      print(cells, widths);
      return;
    }
    sample.add(cells);
    if (sample.size() == SAMPLED_ROWS) {
      printSample();
    }
  }

  @Override
  public void end() {
    if (widths == null) {
      printSample();
    }
    out.println(rows == 1 ? "(1 row)" : "(" + rows + " rows)");
    out.flush();
  }

  private void printSample() {
    int[] fitted = fit(naturalWidths());
    widths = fitted;
    print(columns, fitted);
    print(Arrays.stream(fitted).mapToObj("-"::repeat).toList(), fitted);
    for (List<String> cells : sample) {
      print(cells, fitted);
    }
    sample.clear();
  }

  private int[] naturalWidths() {
    int[] natural = columns.stream().mapToInt(TablePrinter::width).toArray();
    for (List<String> cells : sample) {
      for (int i = 0; i < natural.length; i++) {
        natural[i] = Math.max(natural[i], width(cells.get(i)));
      }
    }
    return natural;
  }

  /** Narrows the widest column, again and again, until a line fits the screen. */
  private int[] fit(int[] natural) {
    int[] fitted = natural.clone();
    long total = Arrays.stream(fitted).asLongStream().sum() + (long) GAP.length() * fitted.length;
    while (total > screenWidth) {
      int widest = 0;
      for (int i = 1; i < fitted.length; i++) {
        widest = fitted[i] > fitted[widest] ? i : widest;
      }
      if (fitted.length == 0 || fitted[widest] <= NARROWEST) {
        break;
      }
      fitted[widest]--;
      total--;
    }
    return fitted;
  }

  private void print(List<String> cells, int[] fitted) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < fitted.length; i++) {
      String cell = cut(cells.get(i), fitted[i]);
      String padding = " ".repeat(fitted[i] - width(cell));
      line.append(i == 0 ? "" : GAP);
      line.append(rightAligned[i] ? padding + cell : cell + padding);
    }
    out.println(line.toString().stripTrailing());
  }

  private static String cut(String cell, int width) {
    if (width(cell) <= width) {
      return cell;
    }
    return cell.substring(0, cell.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String oneLine(String text) {
    return text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
  }
}
