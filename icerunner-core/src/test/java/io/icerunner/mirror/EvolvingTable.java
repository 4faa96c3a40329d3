package io.icerunner.mirror;

import io.icerunner.fixture.StoredTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/**
 * A table whose writer appends, replaces all rows now and then, adds columns that it widens later,
 * and lets its old snapshots expire.
 */
final class EvolvingTable implements AutoCloseable {
  private static final int MOST_ROWS = 2_000;
  private static final int MOST_STEPS = 12;
  private static final int SNAPSHOTS = 30;

  private final Path warehouse;
  private final TableIdentifier name;
  private final GrowingTable rows;
  private final Random random;
  private int steps;

  EvolvingTable(Path warehouse, int port, TableIdentifier name, Random random) {
    this.warehouse = warehouse;
    this.name = name;
    this.rows = new GrowingTable(port, name);
    this.random = random;
    rows.append(MOST_ROWS);
  }

  /** One commit, or two. */
  void write() throws Exception {
    int choice = random.nextInt(40);
    if (choice == 0) {
      rows.replace(1 + random.nextInt(MOST_ROWS));
      return;
    }
    if (choice == 1 && steps < MOST_STEPS) {
      evolve(steps++);
    }
    if (choice == 2) {
      expire();
    }
    rows.append(1 + random.nextInt(MOST_ROWS));
  }

  private void expire() throws Exception {
    try (StoredTable stored = StoredTable.open(warehouse, name)) {
      stored
          .table()
          .expireSnapshots()
          .expireOlderThan(System.currentTimeMillis())
          .retainLast(SNAPSHOTS)
          .cleanupLevel(ExpireSnapshots.CleanupLevel.NONE)
          .commit();
    }
  }

  private void evolve(int step) throws Exception {
    String column = "extra" + step / 2;
    try (StoredTable stored = StoredTable.open(warehouse, name)) {
      if (step % 2 == 0) {
        stored.table().updateSchema().addColumn(column, Types.IntegerType.get()).commit();
      } else {
        stored.table().updateSchema().updateColumn(column, Types.LongType.get()).commit();
      }
    }
    List<Field> fields = new ArrayList<>(rows.schema().getFields());
    fields.removeIf(field -> field.getName().equals(column));
    fields.add(Field.nullable(column, new ArrowType.Int(step % 2 == 0 ? 32 : 64, true)));
    rows.schema(new Schema(fields));
  }

  TableIdentifier name() {
    return name;
  }

  @Override
  public void close() throws Exception {
    rows.close();
  }
}
