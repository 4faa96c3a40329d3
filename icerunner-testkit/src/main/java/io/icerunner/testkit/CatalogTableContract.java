package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a catalog. */
public interface CatalogTableContract extends CatalogProviderUnderTest {

  @Test
  default void theNameIsLowerCaseAndThePropertiesAreKnown(@TempDir Path folder) {
    String name = provider().name();
    assertThat(name).isNotBlank().isEqualTo(name.toLowerCase(Locale.ROOT));
    Set<String> known = provider().properties();
    if (!known.isEmpty()) {
      assertThat(properties(folder).keySet())
          .allMatch(key -> known.stream().anyMatch(pattern -> matches(key, pattern)));
    }
  }

  private static boolean matches(String key, String pattern) {
    return pattern.endsWith("*")
        ? key.startsWith(pattern.substring(0, pattern.length() - 1))
        : key.equals(pattern);
  }

  @Test
  default void tablesAreCreatedLoadedListedAndDropped(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      Catalog catalog = open.catalog();
      TableIdentifier first = open.identifier("first");
      open.create("first");
      open.create("second");
      assertThat(catalog.listTables(OpenCatalog.NAMESPACE))
          .containsExactlyInAnyOrder(first, open.identifier("second"));
      assertThat(catalog.tableExists(first)).isTrue();
      assertThat(catalog.loadTable(first).schema().asStruct())
          .isEqualTo(OpenCatalog.SCHEMA.asStruct());
      assertThat(catalog.dropTable(first)).isTrue();
      assertThat(catalog.dropTable(first)).isFalse();
      assertThat(catalog.tableExists(first)).isFalse();
    }
  }

  @Test
  default void missingTablesAreNotFoundAndExistingOnesAreKept(@TempDir Path folder)
      throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      TableIdentifier missing = open.identifier("missing");
      assertThatThrownBy(() -> open.catalog().loadTable(missing))
          .isInstanceOf(NoSuchTableException.class);
      open.create("t").updateProperties().set("kept", "yes").commit();
      assertThatThrownBy(() -> open.create("t")).isInstanceOf(AlreadyExistsException.class);
      assertThat(open.catalog().loadTable(open.identifier("t")).properties())
          .containsEntry("kept", "yes");
    }
  }

  @Test
  default void renamedTablesKeepTheirIdentity(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      UUID uuid = open.create("before").uuid();
      open.create("taken");
      TableIdentifier after = open.identifier("after");
      open.catalog().renameTable(open.identifier("before"), after);
      assertThat(open.catalog().loadTable(after).uuid()).isEqualTo(uuid);
      assertThat(open.catalog().tableExists(open.identifier("before"))).isFalse();
      assertThatThrownBy(() -> open.catalog().renameTable(after, open.identifier("taken")))
          .isInstanceOf(AlreadyExistsException.class);
      assertThatThrownBy(
              () -> open.catalog().renameTable(open.identifier("before"), open.identifier("other")))
          .isInstanceOf(NoSuchTableException.class);
    }
  }

  @Test
  default void namesMayHaveSpacesAndAnyLetters(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      for (String name : List.of("with space", "süß", "UPPER", "a-b", "100%")) {
        open.create(name);
        assertThat(open.catalog().loadTable(open.identifier(name)).schema().columns()).hasSize(2);
      }
      assertThat(open.catalog().listTables(OpenCatalog.NAMESPACE)).hasSize(5);
    }
  }

  @Test
  default void schemasOfEveryTypeComeBackAsTheyAre(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      Schema schema = SampleTables.TYPES;
      open.catalog().createTable(open.identifier("types"), schema);
      assertThat(open.catalog().loadTable(open.identifier("types")).schema().asStruct())
          .isEqualTo(schema.asStruct());
    }
  }

  @Test
  default void filesAreWrittenReadAndDeleted(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      Table table = open.create("t");
      String location = table.locationProvider().newDataLocation("some file.bin");
      try (OutputStream out = table.io().newOutputFile(location).create()) {
        out.write(new byte[] {1, 2, 3});
      }
      assertThat(table.io().newInputFile(location).getLength()).isEqualTo(3);
      try (InputStream in = table.io().newInputFile(location).newStream()) {
        assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
      }
      table.io().deleteFile(location);
      assertThat(table.io().newInputFile(location).exists()).isFalse();
    }
  }

  @Test
  default void changesOfTwoHandlesAreBothKept(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      open.create("t");
      Table one = open.catalog().loadTable(open.identifier("t"));
      Table other = open.catalog().loadTable(open.identifier("t"));
      one.updateProperties().set("one", "1").commit();
      other.updateProperties().set("other", "2").commit();
      Table result = open.catalog().loadTable(open.identifier("t"));
      assertThat(result.properties()).containsEntry("one", "1").containsEntry("other", "2");
    }
  }

  @Test
  default void aChangeOfWhatAnotherChangedFirstIsRefused(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      open.create("t");
      Table one = open.catalog().loadTable(open.identifier("t"));
      Table other = open.catalog().loadTable(open.identifier("t"));
      one.updateSchema().addColumn("first", Types.DateType.get()).commit();
      assertThatThrownBy(
              () -> other.updateSchema().addColumn("second", Types.DateType.get()).commit())
          .isInstanceOf(CommitFailedException.class);
      other.refresh();
      other.updateSchema().addColumn("second", Types.DateType.get()).commit();
      Schema result = open.catalog().loadTable(open.identifier("t")).schema();
      assertThat(result.columns())
          .extracting(Types.NestedField::name)
          .containsExactly("id", "name", "first", "second");
    }
  }

  @Test
  default void tablesAreThereWhenItIsOpenedAgain(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      open.create("t");
      open.close();
    }
    try (OpenCatalog again = OpenCatalog.open(this, folder)) {
      assertThat(again.catalog().tableExists(again.identifier("t"))).isEqualTo(isPersistent());
    }
  }
}
