package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.io.CloseableIterable;

/** The table of a registered lake, read with Iceberg's library. */
record RegisteredLake(Path warehouse) {

  /** Every whole part is in the table once, and the folder says where the table is. */
  void check(ProducedLake lake) throws Exception {
    Catalog catalog = open();
    try {
      BaseTable table = (BaseTable) catalog.loadTable(RegistrationProgram.TABLE);
      List<DataFile> files = files(table);
      assertThat(files.stream().map(DataFile::location))
          .containsExactlyInAnyOrderElementsOf(
              lake.parts().stream().map(part -> "file://" + part).toList());
      assertThat(files.stream().mapToLong(DataFile::recordCount).sum()).isEqualTo(lake.rows());
      assertThat(table.currentSnapshot().summary())
          .containsEntry("total-records", "" + lake.rows())
          .containsEntry("total-data-files", "" + lake.parts().size());
      checkHint(table);
    } finally {
      ((AutoCloseable) catalog).close();
    }
  }

  private static List<DataFile> files(BaseTable table) throws Exception {
    List<DataFile> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> files.add(task.file()));
    }
    return files;
  }

  private static void checkHint(BaseTable table) throws Exception {
    String metadata = table.operations().current().metadataFileLocation();
    Path folder = Path.of(URI.create(table.location())).resolve("metadata");
    assertThat(metadata)
        .endsWith("/" + Files.readString(folder.resolve("version-hint.text")) + ".metadata.json");
  }

  private Catalog open() {
    return new LocalCatalogProvider()
        .open(
            Map.of("warehouse", warehouse.toString()),
            new ProviderContext("default", RegisteredLake.class.getClassLoader()));
  }
}
