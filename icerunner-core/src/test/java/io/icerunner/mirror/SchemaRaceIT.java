package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.server.IceRunnerServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source whose schema changes while a mirror is about to read it. */
class SchemaRaceIT {
  private static final int EVOLUTIONS = 2;

  /** Looks of the server at the table: two to describe a read, the third to read. */
  private static final int READ = 3;

  @TempDir private Path folder;
  private final AtomicInteger looks = new AtomicInteger(READ);
  private final AtomicInteger evolutions = new AtomicInteger();

  @Test
  void plansAgainWhenTheSchemaChangedAfterTheReadWasDescribed() throws Exception {
    try (TwoLakes lakes = new TwoLakes(folder);
        IceRunnerServer evolving =
            IceRunnerServer.builder().catalog(evolving(lakes.source.catalog())).port(0).start()) {
      lakes.source.put(TwoLakes.TABLE, 0, 10);

      TableMirrorResult result =
          lakes.run(
              builder ->
                  builder
                      .source(evolving.uri() + "/" + TwoLakes.TABLE)
                      .listener(countingLooksFrom(MirrorStep.SOURCE_KNOWN)));

      assertThat(evolutions.get()).isEqualTo(EVOLUTIONS);
      assertThat(result.outcome()).isEqualTo(TableOutcome.UPDATED);
      assertThat(lakes.target.table(TwoLakes.TABLE).schema().columns())
          .extracting(Types.NestedField::name)
          .containsExactly("id", "name", "extra1", "extra2");
      assertThat(lakes.target.rows(TwoLakes.TABLE)).hasSize(10);
    }
  }

  private MirrorListener countingLooksFrom(MirrorStep step) {
    return new MirrorListener() {
      @Override
      public void progress(MirrorProgress progress) {
        if (progress.step() == step) {
          looks.set(0);
        }
      }
    };
  }

  private Catalog evolving(Catalog catalog) {
    return proxy(
        catalog,
        new Class<?>[] {Catalog.class, SupportsNamespaces.class},
        (method, result) ->
            result instanceof BaseTable table
                ? new BaseTable(watched(table.operations(), catalog), table.name())
                : result);
  }

  private TableOperations watched(TableOperations operations, Catalog catalog) {
    return proxy(
        operations,
        new Class<?>[] {TableOperations.class},
        (method, result) ->
            method.equals("refresh") && evolved(catalog) ? operations.refresh() : result);
  }

  /** Whether this is when a column is added. */
  private boolean evolved(Catalog catalog) {
    if (looks.incrementAndGet() != READ || evolutions.get() == EVOLUTIONS) {
      return false;
    }
    catalog
        .loadTable(TableIdentifier.parse(TwoLakes.TABLE))
        .updateSchema()
        .addColumn("extra" + evolutions.incrementAndGet(), Types.StringType.get())
        .commit();
    return true;
  }

  private interface Answer {
    @Nullable Object of(String method, @Nullable Object result);
  }

  @SuppressWarnings("unchecked")
  private static <T> T proxy(T real, Class<?>[] types, Answer answer) {
    return (T)
        Proxy.newProxyInstance(
            SchemaRaceIT.class.getClassLoader(),
            types,
            (self, method, arguments) -> {
              try {
                return answer.of(method.getName(), method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
