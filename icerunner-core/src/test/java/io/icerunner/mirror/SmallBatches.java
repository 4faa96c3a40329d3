package io.icerunner.mirror;

import io.icerunner.spi.EngineCapability;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryDescription;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableScan;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The default engine, cutting what it reads into small batches, so that a small table has a middle.
 *
 * @param rows of a batch at most
 * @param onBatch called before each batch but the first of a stream
 */
record SmallBatches(int rows, Runnable onBatch) implements QueryEngineProvider {

  @Override
  public String name() {
    return "small-batches";
  }

  @Override
  public QueryEngine open(Map<String, String> properties, ProviderContext context) {
    for (QueryEngineProvider provider : ServiceLoader.load(QueryEngineProvider.class)) {
      if (provider.name().equals("duckdb")) {
        return new Engine(provider.open(properties, context), this);
      }
    }
    throw new IllegalStateException("DuckDB isn't on the class path");
  }

  private record Engine(QueryEngine whole, SmallBatches cut) implements QueryEngine {

    @Override
    public Set<EngineCapability> capabilities() {
      return whole.capabilities();
    }

    @Override
    public QueryDescription describe(SqlQuery query, TableResolver tables) {
      return whole.describe(query, tables);
    }

    @Override
    public RecordBatchStream execute(
        SqlQuery query, TableResolver tables, BufferAllocator allocator) {
      return new Slices(whole.execute(query, tables, allocator), allocator, cut);
    }

    @Override
    public RecordBatchStream scan(TableScan scan, BufferAllocator allocator) {
      return new Slices(whole.scan(scan, allocator), allocator, cut);
    }

    @Override
    public void close() {
      whole.close();
    }
  }

  private static final class Slices implements RecordBatchStream {
    private final RecordBatchStream whole;
    private final VectorSchemaRoot root;
    private final SmallBatches cut;
    private int taken;
    private boolean isFirst = true;

    Slices(RecordBatchStream whole, BufferAllocator allocator, SmallBatches cut) {
      this.whole = whole;
      this.root = VectorSchemaRoot.create(whole.schema(), allocator);
      this.cut = cut;
    }

    @Override
    public Schema schema() {
      return whole.schema();
    }

    @Override
    public VectorSchemaRoot root() {
      return root;
    }

    @Override
    public boolean loadNextBatch() {
      if (!isFirst) {
        cut.onBatch.run();
      }
      while (isFirst || taken == whole.root().getRowCount()) {
        isFirst = false;
        taken = 0;
        if (!whole.loadNextBatch()) {
          root.clear();
          return false;
        }
      }
      slice(Math.min(cut.rows, whole.root().getRowCount() - taken));
      return true;
    }

    private void slice(int count) {
      for (int i = 0; i < root.getFieldVectors().size(); i++) {
        whole
            .root()
            .getVector(i)
            .makeTransferPair(root.getVector(i))
            .splitAndTransfer(taken, count);
      }
      root.setRowCount(count);
      taken += count;
    }

    @Override
    public void cancel() {
      whole.cancel();
    }

    @Override
    public void close() {
      root.close();
      whole.close();
    }
  }
}
