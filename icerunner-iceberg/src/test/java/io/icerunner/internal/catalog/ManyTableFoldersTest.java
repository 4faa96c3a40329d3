package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A warehouse of many tables with a history each is healed in reasonable time. */
class ManyTableFoldersTest {
  private static final Logger LOG = LoggerFactory.getLogger(ManyTableFoldersTest.class);
  private static final int TABLES = Boolean.getBoolean("icerunner.test.long") ? 2_000 : 100;
  private static final int VERSIONS = 30;
  private static final int DATA_FILES = 10;

  @TempDir Path folder;

  @Test
  void isOpenedAndRepaired() throws Exception {
    for (int i = 0; i < TABLES; i++) {
      makeTable(folder.resolve("ns" + i % 10).resolve("t" + i));
    }

    long start = System.nanoTime();
    try (CatalogTables tables = LocalWarehouse.open(folder)) {
      assertThat(tables.tables()).hasSize(TABLES);
    }
    LOG.warn("{} tables opened in {}", TABLES, since(start));

    start = System.nanoTime();
    RepairReport report = CatalogRepair.run(folder, false);
    LOG.warn("{} tables repaired in {}", TABLES, since(start));
    assertThat(report.count(RepairAction.UNTOUCHED)).isEqualTo(TABLES);
    assertThat(report.entries().get(0).metadataLocation())
        .contains("/000%02d-".formatted(VERSIONS));
    assertThat(since(start)).isLessThan(Duration.ofMillis(5_000 + 30L * TABLES));
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static void makeTable(Path table) throws Exception {
    Path metadata = Files.createDirectories(table.resolve("metadata"));
    Path data = Files.createDirectories(table.resolve("data"));
    for (int i : IntStream.range(0, DATA_FILES).toArray()) {
      Files.createFile(data.resolve(i + ".parquet"));
    }
    TableMetadata version =
        TableMetadata.newTableMetadata(
            HealedWarehouse.SCHEMA,
            PartitionSpec.unpartitioned(),
            LocalPaths.toLocation(table),
            Map.of("format-version", "2"));
    for (int i = 0; i <= VERSIONS; i++) {
      String location =
          LocalPaths.toLocation(metadata.resolve("000%02d-x.metadata.json".formatted(i)));
      Files.writeString(LocalPaths.toPath(location), TableMetadataParser.toJson(version));
      version =
          TableMetadata.buildFrom(
                  TableMetadata.buildFrom(version)
                      .discardChanges()
                      .withMetadataLocation(location)
                      .build())
              .setProperties(Map.of("version", "" + i))
              .build();
    }
  }
}
