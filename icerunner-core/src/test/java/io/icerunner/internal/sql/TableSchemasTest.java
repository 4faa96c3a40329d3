package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.types.TypeMappers;
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TableSchemasTest {
  private static final TableIdentifier STUCK = TableIdentifier.of("n", "stuck");
  private static final TableIdentifier GOOD = TableIdentifier.of("n", "good");

  /** A catalog in which one table can only be waited for. */
  private static final class StuckCatalog extends InMemoryCatalog {
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public Table loadTable(TableIdentifier identifier) {
      if (!identifier.equals(STUCK)) {
        return super.loadTable(identifier);
      }
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
      throw new IllegalStateException("interrupted");
    }
  }

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final StuckCatalog catalog = new StuckCatalog();
  private TableSchemas schemas;

  @BeforeEach
  void createTables() {
    catalog.initialize("lake", Map.of());
    catalog.createNamespace(Namespace.of("n"));
    for (TableIdentifier table : List.of(GOOD, STUCK)) {
      catalog
          .buildTable(
              table,
              new org.apache.iceberg.Schema(
                  Types.NestedField.required(1, "id", Types.LongType.get())))
          .createTransaction()
          .commitTransaction();
    }
    schemas =
        new TableSchemas(
            CatalogTables.of("lake", catalog, false),
            TypeMappers.of(List.of()),
            executor,
            Duration.ofMillis(500));
  }

  @AfterEach
  void close() throws Exception {
    executor.shutdownNow();
    catalog.close();
  }

  private Schema find(TableIdentifier table) throws Exception {
    byte[] message = Objects.requireNonNull(schemas.find(table));
    return MessageSerializer.deserializeSchema(
        new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message))));
  }

  @Test
  void aTableThatCannotBeReadInTimeSaysSo() throws Exception {
    Schema stuck = find(STUCK);

    assertThat(stuck.getFields()).isEmpty();
    assertThat(stuck.getCustomMetadata().get(TableSchemas.ERROR_KEY)).contains("n.stuck");
    catalog.interrupted.await();
    assertThat(find(GOOD).getFields()).hasSize(1);
  }

  @Test
  void aTableThatWasDroppedHasNoSchema() {
    assertThat(schemas.find(TableIdentifier.of("n", "gone"))).isNull();
  }
}
