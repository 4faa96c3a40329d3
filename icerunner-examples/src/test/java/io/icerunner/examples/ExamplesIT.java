package io.icerunner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example runs and prints what its comment promises. */
class ExamplesIT {
  @TempDir Path warehouse;

  private interface Program {
    void run(String[] args) throws Exception;
  }

  private String printed(Program program) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(captured);
      program.run(new String[] {warehouse.toString()});
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void appendedRowsAreAcknowledgedAfterTheCommit() throws Exception {
    assertThat(printed(AppendRows::main)).contains("\"rows\":2").contains("snapshot-id");
  }

  @Test
  void aQueryOverFlightSqlPrintsTheCities() throws Exception {
    assertThat(printed(QueryWithFlightSql::main)).contains("Bergen").contains("Tromsø");
  }

  @Test
  void aCatalogProviderIsFoundByItsName() throws Exception {
    assertThat(printed(CustomCatalog::main)).contains("Serving a temporary catalog at grpc://");
  }

  @Test
  void anActionOfTheHostIsCalled() throws Exception {
    assertThat(printed(CustomAction::main)).contains("Hello Ada");
  }

  @Test
  void filesAreRegisteredAndThenOnlyNewOnes() throws Exception {
    assertThat(printed(RegisterFiles::main))
        .contains("1 new units with 100 rows; the table has 100 rows")
        .contains("1 new units with 100 rows; the table has 200 rows");
  }

  @Test
  void tablesAreMirroredAndThenOnlyNewRows() throws Exception {
    assertThat(printed(MirrorTables::main))
        .contains("places.cities: UPDATED, 2 rows; the copy has 2")
        .contains("places.cities: UPDATED, 1 rows; the copy has 3")
        .contains("places.cities: UPDATED, 2 rows; the copy has 5")
        .contains("the mirror is ");
  }

  @Test
  void theReadmeShowsTheEmbedExampleAsItIsCompiled() throws Exception {
    Path module = Path.of(System.getProperty("user.dir"));
    String readme = Files.readString(module.resolveSibling("README.md"));
    String source =
        Files.readString(module.resolve("src/main/java/io/icerunner/examples/EmbedServer.java"));
    Matcher snippet =
        Pattern.compile("// embed:begin\n(.*?)\n *// embed:end", Pattern.DOTALL).matcher(source);
    assertThat(snippet.find()).isTrue();
    assertThat(readme).contains(snippet.group(1).stripIndent());
  }
}
