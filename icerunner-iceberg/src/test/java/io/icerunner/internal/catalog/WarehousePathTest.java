package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarehousePathTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "with space",
        "100%",
        "%41",
        "a%20b",
        "#1",
        "why?",
        "größe",
        "日本",
        "a&b=c;d",
        "it's",
        "[x]"
      })
  void aWarehouseMayBeCalledAnything(String name) {
    Path warehouse = folder.resolve(name);
    try (CatalogTables tables = LocalWarehouse.open(warehouse)) {
      Table table = tables.createTable(ID, SCHEMA);
      assertThat(table.location()).isEqualTo("file://" + warehouse + "/default/t");
    }
    assertThat(warehouse.resolve("pyiceberg_catalog.db")).isRegularFile();
    for (String spelling :
        new String[] {
          warehouse.toString(),
          "file:" + warehouse,
          "file://" + warehouse,
          warehouse.toUri().toString()
        }) {
      try (CatalogTables tables = LocalWarehouse.open(Map.of("warehouse", spelling))) {
        tables.load(ID).updateProperties().set("opened", spelling).commit();
        assertThat(tables.pinned(ID).properties()).containsEntry("opened", spelling);
      }
    }
    assertThat(folder.toFile().list()).containsExactly(name);
  }
}
