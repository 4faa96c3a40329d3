package io.icerunner.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** CSV as in RFC 4180, with plain line feeds. Null is an empty field, an empty string is "". */
final class CsvPrinter implements RowPrinter {
  private final PrintWriter out;

  CsvPrinter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void begin(List<String> columns) {
    out.print(columns.stream().map(CsvPrinter::quoted).collect(Collectors.joining(",")));
    out.print('\n');
  }

  @Override
  public void row(List<@Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      out.print(i == 0 ? "" : ",");
      out.print(value == null ? "" : quoted(ArrowValues.text(value)));
    }
    out.print('\n');
  }

  @Override
  public void end() {
    out.flush();
  }

  private static String quoted(String text) {
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
