package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CatalogTablesTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
  private static final Namespace DEFAULT = Namespace.of("default");
  private static final TableIdentifier ID = TableIdentifier.of(DEFAULT, "events");

  @TempDir Path warehouse;
  private CatalogTables tables;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(warehouse);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void aNewWarehouseHasTheDefaultNamespace() {
    assertThat(tables.namespaces()).containsExactly(DEFAULT);
    assertThat(tables.tables()).isEmpty();
  }

  @Test
  void aTableSurvivesReopening() {
    tables.createTable(ID, SCHEMA);
    tables.close();
    tables = LocalWarehouse.open(Map.of("warehouse", warehouse.toUri().toString()));

    assertThat(tables.load(ID).schema().asStruct()).isEqualTo(SCHEMA.asStruct());
    assertThat(tables.load(ID).location()).isEqualTo("file://" + warehouse + "/default/events");
    assertThat(tables.load(ID).properties())
        .containsEntry("write.metadata.delete-after-commit.enabled", "true");
    assertThat(tables.pinned(ID).operations().current().formatVersion()).isEqualTo(2);
  }

  @Test
  void namespacesNest() {
    TableIdentifier deep = TableIdentifier.of("a", "b", "t");
    refused(ErrorCode.NOT_FOUND, "a.b", () -> tables.createTable(deep, SCHEMA));
    tables.ensureNamespace(Namespace.of("a", "b"));
    tables.createTable(deep, SCHEMA);
    tables.createTable(ID, SCHEMA);

    assertThat(tables.namespaces())
        .containsExactly(Namespace.of("a"), Namespace.of("a", "b"), DEFAULT);
    assertThat(tables.tables()).containsExactly(deep, ID);
    assertThat(tables.tables(Namespace.of("a"))).isEmpty();
    refused(ErrorCode.INVALID_ARGUMENT, "not empty", () -> tables.dropNamespace(Namespace.of("a")));
    tables.dropTable(deep, true);
    tables.dropNamespace(Namespace.of("a", "b"));
    tables.dropNamespace(Namespace.of("a"));
    assertThat(tables.namespaces()).containsExactly(DEFAULT);
  }

  @Test
  void whatIsMissingIsToldWithTheNearestName() {
    tables.createTable(ID, SCHEMA);

    refused(
        ErrorCode.NOT_FOUND,
        "Cannot load table default.evnets: it does not exist (did you mean \"default.events\"?)",
        () -> tables.load(TableIdentifier.of(DEFAULT, "evnets")));
    refused(
        ErrorCode.NOT_FOUND,
        "did you mean \"default.events\"?",
        () -> tables.pinned(TableIdentifier.of("defautl", "events")));
    refused(
        ErrorCode.NOT_FOUND,
        "did you mean \"default\"?",
        () -> tables.tables(Namespace.of("defalt")));
    refused(
        ErrorCode.NOT_FOUND,
        "does not exist",
        () -> tables.dropTable(TableIdentifier.of("x", "quite-different"), false));
    refused(
        ErrorCode.NOT_FOUND, "does not exist", () -> tables.dropNamespace(Namespace.of("none")));
  }

  @Test
  void whatExistsIsNotMadeTwice() {
    tables.createTable(ID, SCHEMA);
    refused(ErrorCode.ALREADY_EXISTS, "events", () -> tables.createTable(ID, SCHEMA));
    refused(ErrorCode.ALREADY_EXISTS, "default", () -> tables.createNamespace(DEFAULT, Map.of()));
    TableIdentifier other = TableIdentifier.of(DEFAULT, "other");
    tables.createTable(other, SCHEMA);
    refused(ErrorCode.ALREADY_EXISTS, "events", () -> tables.renameTable(other, ID));
  }

  @Test
  void aRenamedTableAndItsSuccessorShareNoFolder() {
    tables.createTable(ID, SCHEMA);
    TableIdentifier renamed = TableIdentifier.of(DEFAULT, "old");

    tables.renameTable(ID, renamed);
    Table successor = tables.createTable(ID, SCHEMA);

    assertThat(tables.load(renamed).location()).endsWith("/default/events");
    assertThat(successor.location()).contains("/default/events-");
    refused(
        ErrorCode.INVALID_ARGUMENT,
        "it contains /",
        () -> tables.renameTable(renamed, TableIdentifier.of(DEFAULT, "a/b")));
  }

  @Test
  void droppingLeavesTheFilesUnlessTheyArePurged() {
    tables.createTable(ID, SCHEMA);
    tables.dropTable(ID, false);
    assertThat(warehouse.resolve("default/events/metadata")).isNotEmptyDirectory();
    assertThat(tables.exists(ID)).isFalse();

    TableIdentifier other = TableIdentifier.of(DEFAULT, "other");
    tables.createTable(other, SCHEMA);
    tables.dropTable(other, true);
    assertThat(warehouse.resolve("default/other")).doesNotExist();
  }

  @Test
  void aPinnedTableIsTheSameUntilSomethingChanges() {
    tables.createTable(ID, SCHEMA);
    BaseTable before = tables.pinned(ID);
    assertThat(tables.pinned(ID)).isSameAs(before);

    try (CatalogTables elsewhere = LocalWarehouse.open(warehouse)) {
      elsewhere.load(ID).updateProperties().set("a", "b").commit();
      assertThat(tables.pinned(ID).properties()).containsEntry("a", "b");
      assertThat(before.properties()).doesNotContainKey("a");

      elsewhere.dropTable(ID, true);
      refused(ErrorCode.NOT_FOUND, "events", () -> tables.pinned(ID));

      elsewhere.createTable(
          ID, new Schema(Types.NestedField.optional(1, "x", Types.DateType.get())));
      assertThat(tables.pinned(ID).schema().findField("x")).isNotNull();
    }
  }

  @Test
  void aTableThatIsRecreatedBetweenTwoCallsIsSeenAnew() {
    tables.createTable(ID, SCHEMA);
    String before = tables.pinned(ID).uuid().toString();
    try (CatalogTables elsewhere = LocalWarehouse.open(warehouse)) {
      elsewhere.dropTable(ID, true);
      elsewhere.createTable(ID, SCHEMA);
    }
    assertThat(tables.pinned(ID).uuid().toString()).isNotEqualTo(before);
  }

  @Test
  void aPinnedTableCannotBeChanged() {
    tables.createTable(ID, SCHEMA);
    assertThatThrownBy(() -> tables.pinned(ID).updateProperties().set("a", "b").commit())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  @Timeout(60)
  void aBrokenTableIsListedAndTellsItsOwnErrorAtOnce() throws IOException {
    TableIdentifier broken = TableIdentifier.of(DEFAULT, "broken");
    Table table = tables.createTable(broken, SCHEMA);
    tables.createTable(ID, SCHEMA);
    String metadata = ((BaseTable) table).operations().current().metadataFileLocation();
    Files.writeString(LocalPaths.toPath(metadata), "{ no json");

    try (CatalogTables fresh = LocalWarehouse.open(warehouse)) {
      assertThat(fresh.tables()).containsExactly(broken, ID);
      assertThat(fresh.exists(broken)).isTrue();
      assertThat(fresh.pinned(ID)).isNotNull();
      assertThatThrownBy(() -> fresh.pinned(broken))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("default.broken");
      Files.delete(LocalPaths.toPath(metadata));
      assertThatThrownBy(() -> fresh.load(broken)).hasMessageContaining(metadata);
    }
  }

  @Test
  void metadataTablesAreNoTables() {
    tables.createTable(ID, SCHEMA);
    TableIdentifier files = TableIdentifier.of("default", "events", "files");
    refused(ErrorCode.NOT_FOUND, "default.events.files", () -> tables.load(files));
    refused(ErrorCode.NOT_FOUND, "default.events.files", () -> tables.pinned(files));
  }

  @Test
  void namesResolveExactlyThenByCase() {
    TableIdentifier nested = TableIdentifier.of("Sales", "Q1", "Orders");
    tables.ensureNamespace(nested.namespace());
    tables.createTable(nested, SCHEMA);
    tables.createTable(ID, SCHEMA);

    assertThat(resolve("events")).isEqualTo(ID);
    assertThat(resolve("EVENTS")).isEqualTo(ID);
    assertThat(resolve("default", "events")).isEqualTo(ID);
    assertThat(resolve("ice", "default", "events")).isEqualTo(ID);
    assertThat(resolve("ICE", "events")).isEqualTo(ID);
    assertThat(resolve("sales", "q1", "orders")).isEqualTo(nested);
    refused(ErrorCode.NOT_FOUND, "did you mean \"default.events\"?", () -> resolve("event"));
    refused(ErrorCode.INVALID_ARGUMENT, "empty", () -> resolve("a", ""));
    refused(ErrorCode.NOT_FOUND, "orders", () -> resolve("orders"));

    TableIdentifier twin = TableIdentifier.of(DEFAULT, "Events");
    tables.createTable(twin, SCHEMA);
    assertThat(resolve("events")).isEqualTo(ID);
    assertThat(resolve("Events")).isEqualTo(twin);
    refused(
        ErrorCode.INVALID_ARGUMENT,
        "it may be default.Events or default.events",
        () -> resolve("eVENTS"));
  }

  @Test
  void aTableIsCreatedWithItsPropertiesAndSpec() {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).bucket("id", 4).build();

    tables.createTable(ID, SCHEMA, spec, Map.of("format-version", "3", "k", "v"));

    BaseTable table = tables.pinned(ID);
    assertThat(table.operations().current().formatVersion()).isEqualTo(3);
    assertThat(table.properties()).containsEntry("k", "v");
    assertThat(table.spec().fields()).hasSize(1);
  }

  private TableIdentifier resolve(String... parts) {
    return tables.resolve(List.of(parts), DEFAULT);
  }

  private static void refused(ErrorCode code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(message);
  }
}
