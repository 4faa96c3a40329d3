package io.icerunner.internal.register.partition;

import java.util.List;

/** Lines of text whose columns are aligned. */
final class AlignedText {
  private AlignedText() {}

  /** One line for each row; rows have the same number of cells. */
  static List<String> lines(List<List<String>> rows) {
    int columns = rows.isEmpty() ? 0 : rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        String cell = row.get(column);
        widths[column] = Math.max(widths[column], cell.codePointCount(0, cell.length()));
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      line.append(cell);
      if (column < widths.length - 1) {
        line.append(" ".repeat(widths[column] - cell.codePointCount(0, cell.length()) + 2));
      }
    }
    return line.toString();
  }
}
