package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogProvidersTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
  private static final TableIdentifier ID = TableIdentifier.of("ns", "t");

  @TempDir Path folder;

  @Test
  void allAreFoundByName() {
    assertThat(ServiceLoader.load(CatalogProvider.class).stream().map(p -> p.get().name()))
        .contains("local", "jdbc", "rest", "in-memory", "custom");
  }

  @Test
  void jdbcKeepsFilesOfAFolderWithoutHadoop() {
    Map<String, String> properties =
        Map.of("uri", "jdbc:sqlite:" + folder.resolve("c.db"), "warehouse", folder.toString());
    try (CatalogTables tables = LocalWarehouse.open(new JdbcCatalogProvider(), properties)) {
      assertWorks(tables);
      assertThat(fileIO(tables)).isInstanceOf(DefaultFileIO.class);
    }
  }

  @Test
  void jdbcInMemoryServesManyThreadsFromOneConnection() throws Exception {
    Map<String, String> properties =
        Map.of("uri", "jdbc:sqlite::memory:", "warehouse", folder.toString());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (CatalogTables tables = LocalWarehouse.open(new JdbcCatalogProvider(), properties)) {
      assertWorks(tables);
      var loads =
          IntStream.range(0, 50).mapToObj(i -> threads.submit(() -> tables.load(ID))).toList();
      for (Future<Table> load : loads) {
        assertThat(load.get().schema().columns()).hasSize(1);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void jdbcInMemoryWithSeveralConnectionsIsRefused() {
    Map<String, String> properties =
        Map.of("uri", "jdbc:sqlite::memory:", "warehouse", folder.toString(), "clients", "2");
    assertThatThrownBy(() -> LocalWarehouse.open(new JdbcCatalogProvider(), properties))
        .hasMessageContaining("each connection would see a database of its own");
  }

  @Test
  void aFolderWhoseOnlyCatalogHasAnotherNameOpens() {
    createCatalogNamed("mine");
    try (CatalogTables tables = LocalWarehouse.open(folder)) {
      assertThat(tables.tables()).containsExactly(ID);
      assertThat(tables.pinned(ID).properties()).containsEntry("a", "b");
    }
    createCatalogNamed("yours");
    assertThatThrownBy(() -> LocalWarehouse.open(folder))
        .hasMessageContaining("it holds the catalogs mine, yours");
    createCatalogNamed("default");
    LocalWarehouse.open(folder).close();
  }

  private void createCatalogNamed(String name) {
    Map<String, String> properties =
        Map.of(
            "uri",
            "jdbc:sqlite:" + folder.resolve("pyiceberg_catalog.db"),
            "warehouse",
            folder.resolve(name).toString());
    ProviderContext context = new ProviderContext(name, getClass().getClassLoader());
    try (CatalogTables tables =
        CatalogTables.of(
            name, CatalogOpening.open(new JdbcCatalogProvider(), properties, context), true)) {
      assertWorks(tables);
    }
  }

  @Test
  void aStoreWhoseClassesAreMissingIsToldWithTheArtifact() {
    Map<String, String> properties =
        Map.of("uri", "jdbc:sqlite:" + folder.resolve("c.db"), "warehouse", "s3://bucket/w");
    try (CatalogTables tables = LocalWarehouse.open(new JdbcCatalogProvider(), properties)) {
      tables.ensureNamespace(Namespace.of("ns"));
      assertThatThrownBy(() -> tables.createTable(ID, SCHEMA))
          .isInstanceOfSatisfying(
              IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
          .hasMessageContaining("iceberg-aws-bundle");
    }
    DefaultFileIO io = new DefaultFileIO();
    assertThatThrownBy(() -> io.newInputFile("hdfs://host/x"))
        .hasMessageContaining("no FileIO is known for hdfs");
  }

  @Test
  void inMemoryLeavesNothingBehind() {
    Path location;
    try (CatalogTables tables = LocalWarehouse.open(new InMemoryCatalogProvider(), Map.of())) {
      assertWorks(tables);
      location = LocalPaths.toPath(tables.load(ID).location());
      assertThat(location.resolve("metadata")).isDirectory();
    }
    assertThat(location.resolve("../..").normalize()).doesNotExist();
  }

  @Test
  void customOpensAnyIcebergCatalog() {
    Map<String, String> properties =
        Map.of(
            "catalog-impl",
            "org.apache.iceberg.jdbc.JdbcCatalog",
            "uri",
            "jdbc:sqlite:" + folder.resolve("c.db"),
            "warehouse",
            folder.toString(),
            "jdbc.schema-version",
            "V1");
    try (CatalogTables tables = LocalWarehouse.open(new CustomCatalogProvider(), properties)) {
      assertWorks(tables);
      assertThat(fileIO(tables)).isInstanceOf(DefaultFileIO.class);
    }
  }

  @Test
  void requiredPropertiesAreNamed() {
    assertThatThrownBy(() -> LocalWarehouse.open(new LocalCatalogProvider(), Map.of()))
        .hasMessageContaining("warehouse");
    assertThatThrownBy(() -> LocalWarehouse.open(new JdbcCatalogProvider(), Map.of()))
        .hasMessageContaining("uri");
    assertThatThrownBy(() -> LocalWarehouse.open(new RestCatalogProvider(), Map.of()))
        .hasMessageContaining("uri");
    assertThatThrownBy(() -> LocalWarehouse.open(new CustomCatalogProvider(), Map.of()))
        .hasMessageContaining("catalog-impl");
    assertThatThrownBy(
            () -> LocalWarehouse.open(Map.of("warehouse", folder.toString(), "clients", "many")))
        .hasMessageContaining("clients is many");
  }

  @Test
  void secretsAreNotTold() {
    Map<String, String> properties = new HashMap<>();
    properties.put("uri", "jdbc:none://me:hunter2@host/db?password=hunter3");
    properties.put("warehouse", folder.toString());
    properties.put("jdbc.password", "hunter4");

    assertThatThrownBy(() -> LocalWarehouse.open(new JdbcCatalogProvider(), properties))
        .hasMessageContaining("jdbc:none://me:****@host")
        .satisfies(
            e -> {
              for (Throwable t = e; t != null; t = t.getCause()) {
                assertThat(String.valueOf(t.getMessage())).doesNotContain("hunter");
              }
            });
  }

  /** Of the catalog, below what keeps a table from deleting files of others. */
  private static FileIO fileIO(CatalogTables tables) {
    return ((ForwardingFileIO) tables.load(ID).io()).delegate();
  }

  private static void assertWorks(CatalogTables tables) {
    tables.ensureNamespace(Namespace.of("ns"));
    tables.createTable(ID, SCHEMA).updateProperties().set("a", "b").commit();
    assertThat(tables.pinned(ID).properties()).containsEntry("a", "b");
    assertThat(tables.tables()).containsExactly(ID);
    TableIdentifier other = TableIdentifier.of("ns", "other");
    tables.renameTable(ID, other);
    tables.renameTable(other, ID);
  }
}
