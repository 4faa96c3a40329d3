package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PrinterTest {

  private static String printed(
      Function<PrintWriter, RowPrinter> format, List<String> columns, List<?>... rows) {
    StringWriter text = new StringWriter();
    RowPrinter printer = format.apply(new PrintWriter(text));
    printer.begin(columns);
    for (List<?> row : rows) {
      printer.row(Arrays.asList(row.toArray()));
    }
    printer.end();
    return text.toString();
  }

  @Test
  void aTableAlignsNumbersRightAndTextLeft() {
    String text =
        printed(
            out -> new TablePrinter(out, 80),
            List.of("name", "rows"),
            List.of("a", 1L),
            Arrays.asList(null, 12_345L));
    assertThat(text)
        .isEqualToNormalizingNewlines(
            """
            name   rows
            ----  -----
            a         1
            NULL  12345
            (2 rows)
            """);
  }

  @Test
  void aTableIsCutToTheScreen() {
    String text =
        printed(
            out -> new TablePrinter(out, 30),
            List.of("id", "text"),
            List.of(1L, "x".repeat(100)),
            List.of(2L, "🧊\n" + "y".repeat(100)));
    assertThat(text.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 30);
    assertThat(text).contains("…").contains("🧊\\n");
  }

  @Test
  void aTableOfMoreRowsThanAreSampledPrintsThemAll() {
    StringWriter text = new StringWriter();
    TablePrinter printer = new TablePrinter(new PrintWriter(text), 80);
    printer.begin(List.of("n"));
    for (long n = 0; n < TablePrinter.SAMPLED_ROWS + 50; n++) {
      printer.row(Arrays.asList(n));
    }
    printer.end();
    assertThat(text.toString().lines()).hasSize(TablePrinter.SAMPLED_ROWS + 50 + 3);
  }

  @Test
  void csvQuotesWhatNeedsIt() {
    String text =
        printed(
            CsvPrinter::new,
            List.of("a", "b,c"),
            Arrays.asList(null, ""),
            List.of("say \"hi\"", "two\nlines"));
    assertThat(text).isEqualTo("a,\"b,c\"\n,\"\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n");
  }

  @Test
  void jsonIsOneObjectALine() {
    Map<String, Object> struct = new LinkedHashMap<>();
    struct.put("x", 1L);
    struct.put("y", null);
    String text =
        printed(
            JsonPrinter::new,
            List.of("n", "d", "s", "st", "li", "nan"),
            List.of(
                new BigDecimal("1E+3"),
                LocalDate.of(1969, 12, 31),
                "q\"",
                struct,
                List.of(1L, 2L),
                Double.NaN),
            Arrays.asList(null, LocalDateTime.of(2024, 1, 1, 0, 0), null, null, null, 0.5));
    assertThat(text)
        .isEqualTo(
            "{\"n\":1000,\"d\":\"1969-12-31\",\"s\":\"q\\\"\",\"st\":{\"x\":1,\"y\":null},"
                + "\"li\":[1,2],\"nan\":\"NaN\"}\n"
                + "{\"n\":null,\"d\":\"2024-01-01T00:00:00\",\"s\":null,\"st\":null,"
                + "\"li\":null,\"nan\":0.5}\n");
  }
}
