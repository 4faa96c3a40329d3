package io.icerunner.internal.sql;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.types.TypeMappers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of tables as GetTables gives them: an Arrow schema message with column metadata. One
 * broken table must not hide the others, nor hold them up: Iceberg tries to read damaged metadata
 * again for minutes.
 */
final class TableSchemas {
  /** In the metadata of the schema of a table that cannot be read: why. Such a schema is empty. */
  static final String ERROR_KEY = "icerunner.error";

  /** Far more than a table takes that can be read. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CatalogTables tables;
  private final TypeMappers types;
  private final ExecutorService executor;
  private final Duration patience;

  TableSchemas(CatalogTables tables, TypeMappers types, ExecutorService executor) {
    this(tables, types, executor, PATIENCE);
  }

  /**
   * @param patience how long to wait for one table
   */
  TableSchemas(
      CatalogTables tables, TypeMappers types, ExecutorService executor, Duration patience) {
    this.tables = tables;
    this.types = types;
    this.executor = executor;
    this.patience = patience;
  }

  /**
   * @return null if the table does not exist
   */
  byte @Nullable [] find(TableIdentifier identifier) {
    Schema schema;
    try {
      schema = loadInTime(identifier);
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.CANCELLED) {
        throw e;
      } else if (e.code() == ErrorCode.NOT_FOUND && !tables.exists(identifier)) {
        return null;
      }
      schema = new Schema(List.of(), Map.of(ERROR_KEY, e.getMessage()));
    }
    return schema.serializeAsMessage();
  }

  private Schema loadInTime(TableIdentifier identifier) {
    Future<Schema> loading = executor.submit(() -> load(identifier));
    try {
      return loading.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IceRunnerException(
          ErrorCode.DEADLINE_EXCEEDED,
          "Cannot load table %s: its metadata could not be read within %s s"
              .formatted(identifier, patience.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot list more tables: the request was cancelled");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IceRunnerException known
          ? known
          : IceRunnerException.internal(
              "Cannot load table %s: %s".formatted(identifier, e.getCause()), e.getCause());
    } finally {
      loading.cancel(true);
    }
  }

  private Schema load(TableIdentifier identifier) {
    BaseTable table = tables.pinned(identifier);
    int formatVersion = table.operations().current().formatVersion();
    Schema arrow = types.toArrow(table.schema(), formatVersion);
    return new ColumnMetadata(tables.name(), identifier.namespace().toString(), identifier.name())
        .addTo(arrow, table.schema());
  }
}
