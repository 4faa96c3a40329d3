package io.icerunner.internal.register.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  @TempDir Path folder;

  @Test
  void readsCsvWithQuotesLineBreaksAndNulls() throws IOException {
    ManifestTable table =
        open("m.csv", "\uFEFFtile,note,rows\r\n1_2,\"a \"\"b\"\",\nc\",5\r\n\r\n,\"\",6\n x ,y,7");

    assertThat(table.columns()).containsExactly("tile", "note", "rows");
    assertThat(rows(table, "rows", "note", "tile"))
        .containsExactly(
            Arrays.asList("5", "a \"b\",\nc", "1_2"),
            Arrays.asList("6", "", null),
            Arrays.asList("7", "y", " x "));
    assertThat(places(table)).containsExactly("line 2", "line 5", "line 6");
  }

  @Test
  void readsTabsInFilesThatAreNamedSo() throws IOException {
    assertThat(rows(open("m.tsv", "a\tb\n1,2\t3\n"), "a", "b"))
        .containsExactly(List.of("1,2", "3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b~1,2~3~         | line 3 has 1 fields, but the header has 2",
        "a,b~1,2,3~         | line 2 has 3 fields, but the header has 2",
        "a,b~1,2~x,`y~      | line 3 has a quote that is never closed",
        "a,b~`x`y,2~        | line 2 has text after a closing quote",
        "a,b~x`y,2~         | line 2 has a quote inside a field that does not begin with one",
        "a,b~`1~2`,3~4~     | line 4 has 1 fields, but the header has 2",
        "a,~1,2~            | column 2 of the header has no name",
        "a,a~1,2~           | the header has the column \"a\" twice",
        "''                 | it is empty; a CSV manifest begins with a header line"
      })
  void namesTheLineOfMalformedCsv(String text, String reason) {
    assertThatThrownBy(() -> open("m.csv", text.replace('~', '\n').replace('`', '"')))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage("Cannot read the manifest file:///m.csv: " + reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"tile\": \"1_2\", \"month\": 1, \"rows\": 5}, {\"rows\": 6.50, \"month\": null}]",
        "{\"tile\": \"1_2\", \"month\": 1, \"rows\": 5}\n{\"rows\": 6.50, \"month\": null}\n"
      })
  void readsJsonAsAnArrayOrOneObjectOnALine(String text) throws IOException {
    for (String name : List.of("m.json", "m.jsonl", "m.ndjson", "manifest")) {
      ManifestTable table = open(name, text);

      assertThat(table.columns()).containsExactly("tile", "month", "rows");
      assertThat(rows(table, "tile", "month", "rows"))
          .containsExactly(Arrays.asList("1_2", "1", "5"), Arrays.asList(null, null, "6.50"));
    }
  }

  @Test
  void readsListsOfJson() throws IOException {
    assertThat(rows(open("m.json", "[{\"files\": [\"a\", \"b\"], \"x\": true}]"), "files", "x"))
        .containsExactly(List.of(List.of("a", "b"), "true"));
  }

  @Test
  void refusesValuesOfJsonThatAreNoText() throws IOException {
    ManifestTable table = open("m.json", "[{\"a\": 1}, {\"a\": {\"b\": 1}, \"c\": [1]}]");

    assertThatThrownBy(() -> rows(table, "a"))
        .hasMessage("Cannot read the manifest file:///m.json: row 2: \"a\" is {\"b\":1}");
    assertThatThrownBy(() -> rows(table, "c"))
        .hasMessage("Cannot read the manifest file:///m.json: row 2: \"c\" is [1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{`a`: 1},~{`a`: 1,}]      | line 2",
        "[{`a`: 1, `a`: 2}]         | line 1: Duplicate field 'a'",
        "[{`a`: 1},~{`a`            | line 2",
        "[{`a`: 1}, 5]              | row 2 is no object: 5"
      })
  void namesTheLineOfMalformedJson(String text, String reason) {
    assertThatThrownBy(() -> open("m.json", text.replace('~', '\n').replace('`', '"')))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageStartingWith("Cannot read the manifest file:///m.json: " + reason);
  }

  @Test
  void tellsTheFormatByTheContentWhereTheNameDoesNot() throws IOException {
    assertThat(rows(open("done", "a,rows\n1,2\n"), "a")).containsExactly(List.of("1"));
    assertThat(rows(open("done", "  [{\"a\": 1}]"), "a")).containsExactly(List.of("1"));
    assertThat(open("done", "PAR1 some bytes PAR1").columns()).containsExactly("day", "files");
  }

  @Test
  void readsWhatIsCompressed() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write("a\tb\n1\t2\n".getBytes(StandardCharsets.UTF_8));
    }
    Path file = Files.write(folder.resolve("z"), zipped.toByteArray());

    ManifestTable table = Manifests.open("file:///m.tsv.gz", file, new StandIn());

    assertThat(rows(table, "a", "b")).containsExactly(List.of("1", "2"));
  }

  @Test
  void refusesTextThatIsNotUtf8() throws IOException {
    Path file = Files.write(folder.resolve("m.csv"), new byte[] {'a', '\n', (byte) 0xe9, '\n'});

    assertThatThrownBy(() -> Manifests.open("file:///m.csv", file, new StandIn()))
        .hasMessage("Cannot read the manifest file:///m.csv: it is no UTF-8 text");
  }

  @Test
  void spellsValuesOfParquetAsPathsDo() throws IOException {
    StandIn parquet = new StandIn();
    parquet.types =
        Map.of(
            "day", Types.DateType.get(),
            "n", Types.LongType.get(),
            "flag", Types.BooleanType.get(),
            "price", Types.DecimalType.of(9, 2),
            "files", Types.ListType.ofOptional(1, Types.StringType.get()));
    int day = (int) LocalDate.of(1969, 12, 31).toEpochDay();
    parquet.rows = List.of(List.of(day, 7L, true, new BigDecimal("1E+3"), List.of("a", "b")));

    assertThat(rows(open("m.parquet", "x", parquet), "day", "n", "flag", "price", "files"))
        .containsExactly(List.of("1969-12-31", "7", "true", "1000", List.of("a", "b")));
  }

  @Test
  void refusesTypesThatWritersSpellDifferently() throws IOException {
    StandIn parquet = new StandIn();
    parquet.types = Map.of("at", Types.TimestampType.withoutZone(), "x", Types.UnknownType.get());

    ManifestTable table = open("m.parquet", "x", parquet);

    assertThatThrownBy(() -> rows(table, "at"))
        .hasMessage(
            "Cannot read the manifest file:///m.parquet: the column \"at\" is of type timestamp, whose values are spelled in more than one way; store it as string or integer");
    assertThatThrownBy(() -> rows(table, "x"))
        .hasMessageContaining("\"x\" is of a type that Iceberg has none for");
  }

  private ManifestTable open(String name, String text) throws IOException {
    return open(name, text, new StandIn());
  }

  private ManifestTable open(String name, String text, StandIn parquet) throws IOException {
    return Manifests.open(
        "file:///" + name, Files.writeString(folder.resolve("copy"), text), parquet);
  }

  private static List<List<Object>> rows(ManifestTable table, String... columns) {
    List<List<Object>> rows = new ArrayList<>();
    table.forEach(
        List.of(columns), (number, values) -> rows.add(new ArrayList<>(Arrays.asList(values))));
    return rows;
  }

  private static List<String> places(ManifestTable table) {
    List<String> places = new ArrayList<>();
    table.forEach(List.of(), (number, values) -> places.add(table.place(number)));
    return places;
  }
}
