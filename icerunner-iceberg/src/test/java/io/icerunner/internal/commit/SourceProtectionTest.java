package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.CustomCatalogProvider;
import io.icerunner.internal.catalog.InMemoryCatalogProvider;
import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that were registered in place stay, whatever is done to the table. */
class SourceProtectionTest {
  private static final TableIdentifier ID = TableIdentifier.of("ns", "t");

  @TempDir Path folder;

  private enum Kind {
    LOCAL,
    IN_MEMORY,
    ICEBERGS_OWN
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aPurgeDeletesWhatIsTheTablesOwnAndNothingElse(Kind kind) {
    for (String gc : List.of("true", "false")) {
      try (CatalogTables tables = open(kind)) {
        SourceFiles source = new SourceFiles(folder.resolve("lake"));
        Table table = registered(tables, source, gc);
        Path location = LocalPaths.toPath(table.location());
        List<String> before = source.onDisk();

        tables.dropTable(ID, true);

        assertThat(tables.exists(ID)).isFalse();
        assertThat(source.onDisk()).isEqualTo(before).hasSize(2);
        assertThat(location).doesNotExist();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aPurgeDeletesDataThatWasWrittenIntoTheTable(Kind kind) {
    try (CatalogTables tables = open(kind)) {
      SourceFiles source = new SourceFiles(folder.resolve("lake"));
      Table table = registered(tables, source, "true");
      SourceFiles own = new SourceFiles(LocalPaths.toPath(table.location()).resolve("data"));
      DataFile written = own.write(table, "tile=c/year=1/f.parquet");
      new TableCommitter().append(table, List.of(written), Map.of());

      tables.dropTable(ID, true);

      assertThat(source.onDisk()).hasSize(2);
      assertThat(LocalPaths.toPath(table.location())).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anExpiryByIcebergKeepsThem(Kind kind) {
    try (CatalogTables tables = open(kind)) {
      SourceFiles source = new SourceFiles(folder.resolve("lake"));
      Table table = registered(tables, source, "true");
      table.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();

      table
          .expireSnapshots()
          .expireOlderThan(System.currentTimeMillis() + 1)
          .retainLast(1)
          .commit();

      assertThat(tables.load(ID).snapshots()).hasSize(1);
      assertThat(source.onDisk()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aRefusedAppendKeepsThem(Kind kind) {
    try (CatalogTables tables = open(kind)) {
      SourceFiles source = new SourceFiles(folder.resolve("lake"));
      Table table = registered(tables, source, "true");
      DataFile foreign = source.write(table, "tile=c/year=1/f.parquet");
      DataFile own =
          new SourceFiles(LocalPaths.toPath(table.location()).resolve("data"))
              .write(table, "tile=c/year=1/g.parquet");
      tables.dropTable(ID, false);
      TableCommitter committer = new TableCommitter();

      assertThat(catchThrowable(() -> committer.append(table, List.of(foreign, own), Map.of())))
          .isNotNull();
      assertThat(catchThrowable(() -> committer.replaceAll(table, List.of(foreign), Map.of())))
          .isNotNull();

      assertThat(source.onDisk()).hasSize(3);
      assertThat(LocalPaths.toPath(own.location())).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aSourceWithinTheTablesFolderIsKeptToo(Kind kind) {
    try (CatalogTables tables = open(kind)) {
      tables.ensureNamespace(Namespace.of("ns"));
      Table table = tables.createTable(ID, SourceFiles.SCHEMA, SourceFiles.SPEC, Map.of());
      SourceFiles source = new SourceFiles(LocalPaths.toPath(table.location()).resolve("lake"));
      DataFile file = source.write(table, "tile=a/year=1/f.parquet");
      new TableCommitter()
          .change(
              table,
              base ->
                  TableChange.builder()
                      .add(List.of(file))
                      .property("icerunner.register.source", source.folder().toString())
                      .build());

      table.io().deleteFile(file.location());
      tables.dropTable(ID, true);

      assertThat(source.onDisk()).hasSize(1);
      assertThat(LocalPaths.toPath(table.location()).resolve("metadata")).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aTableThatHasLostAManifestCanStillBeDropped(Kind kind) {
    try (CatalogTables tables = open(kind)) {
      SourceFiles source = new SourceFiles(folder.resolve("lake"));
      Table table = registered(tables, source, "true");
      table.refresh();
      table.io().deleteFile(table.currentSnapshot().allManifests(table.io()).get(0).path());

      tables.dropTable(ID, true);

      assertThat(tables.exists(ID)).isFalse();
      assertThat(source.onDisk()).hasSize(2);
    }
  }

  private Table registered(CatalogTables tables, SourceFiles source, String gc) {
    tables.ensureNamespace(Namespace.of("ns"));
    Table table =
        tables.createTable(ID, SourceFiles.SCHEMA, SourceFiles.SPEC, Map.of("gc.enabled", gc));
    for (String path : List.of("tile=a/year=1/f.parquet", "tile=b/year=1/g.parquet")) {
      DataFile file = source.write(table, path);
      new TableCommitter().change(table, base -> TableChange.builder().add(List.of(file)).build());
    }
    return table;
  }

  private CatalogTables open(Kind kind) {
    Path warehouse = folder.resolve("warehouse");
    return switch (kind) {
      case LOCAL ->
          LocalWarehouse.open(
              new LocalCatalogProvider(), Map.of("warehouse", warehouse.toString()));
      case IN_MEMORY -> LocalWarehouse.open(new InMemoryCatalogProvider(), Map.of());
      case ICEBERGS_OWN -> {
        assertThat(warehouse.toFile().isDirectory() || warehouse.toFile().mkdirs()).isTrue();
        yield LocalWarehouse.open(
            new CustomCatalogProvider(),
            Map.of(
                "catalog-impl",
                "org.apache.iceberg.jdbc.JdbcCatalog",
                "uri",
                "jdbc:sqlite:" + warehouse.resolve("c.db"),
                "warehouse",
                warehouse.toString(),
                "jdbc.schema-version",
                "V1"));
      }
    };
  }
}
