package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.StoredTable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;

/** The table of a registered lake, read with Iceberg's library. */
record RegisteredLake(Path warehouse) {

  /** Every whole part is in the table once, and the folder says where the table is. */
  void check(ProducedLake lake) throws Exception {
    try (StoredTable stored = StoredTable.open(warehouse, RegistrationProgram.TABLE)) {
      BaseTable table = stored.table();
      List<DataFile> files = stored.files();
      assertThat(files.stream().map(DataFile::location))
          .containsExactlyInAnyOrderElementsOf(
              lake.parts().stream().map(part -> "file://" + part).toList());
      assertThat(files.stream().mapToLong(DataFile::recordCount).sum()).isEqualTo(lake.rows());
      assertThat(table.currentSnapshot().summary())
          .containsEntry("total-records", "" + lake.rows())
          .containsEntry("total-data-files", "" + lake.parts().size());
      checkHint(table);
    }
  }

  private static void checkHint(BaseTable table) throws Exception {
    String metadata = table.operations().current().metadataFileLocation();
    Path folder = Path.of(URI.create(table.location())).resolve("metadata");
    assertThat(metadata)
        .endsWith("/" + Files.readString(folder.resolve("version-hint.text")) + ".metadata.json");
  }
}
