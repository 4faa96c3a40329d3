package io.icerunner.mirror;

import io.icerunner.fixture.StoredTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types.NestedField;

/** A table that grows by puts, and is replaced now and then. A target must have the same rows. */
final class TableSource implements KillSource {
  private static final int MOST_ROWS = 250;

  private final Path warehouse;
  private final TableIdentifier name;
  private final Random random;
  private final boolean isReplaced;
  private final GrowingTable table;

  TableSource(Path warehouse, int port, TableIdentifier name, Random random, boolean isReplaced) {
    this.warehouse = warehouse;
    this.name = name;
    this.random = random;
    this.isReplaced = isReplaced;
    this.table = new GrowingTable(port, name);
  }

  @Override
  public void grow() {
    int rows = 1 + random.nextInt(MOST_ROWS);
    if (isReplaced && random.nextInt(8) == 0) {
      table.replace(rows);
    } else {
      table.append(rows);
    }
  }

  @Override
  public void check(StoredTable target) throws Exception {
    try (StoredTable source = StoredTable.open(warehouse, name);
        StoredRows rows = new StoredRows()) {
      StoredRows.assertFilesOnce(target);
      List<String> columns =
          source.table().schema().columns().stream().map(NestedField::name).toList();
      rows.assertEqual(columns, source.files(), target.files());
    }
  }

  @Override
  public void close() throws Exception {
    table.close();
  }
}
