package io.icerunner.internal.flight;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.StagedTable;
import io.icerunner.internal.commit.CommitResult;
import io.icerunner.internal.commit.TableCommitter;
import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.write.TableWriter;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Record batches of one schema on their way into one table: they become one commit, or nothing. A
 * table that is created comes into being with the commit. Used by one thread.
 */
public final class TableAppend implements AutoCloseable {
  /** More threads than this gain little, as a row group has few heavy columns. */
  private static final int MAX_PARALLELISM = 4;

  private static final TableCommitter COMMITTER = new TableCommitter();
  private static final KeyedLocks<TableIdentifier> CREATION = new KeyedLocks<>();

  /** What becomes of a table that exists. */
  public enum IfExists {
    FAIL,
    APPEND,
    REPLACE
  }

  private final CatalogTables tables;
  private final TableIdentifier identifier;
  private final BufferAllocator allocator;
  private final IfExists ifExists;
  private final @Nullable StagedTable staged;
  private final boolean isNew;
  private final NewNamespaces newNamespaces;
  private final Table table;
  private final AppendConversion conversion;
  private final TableWriter writer;
  private boolean done;

  private TableAppend(
      ServerContext context,
      TableIdentifier identifier,
      Schema incoming,
      IfExists ifExists,
      Target target,
      BufferAllocator allocator) {
    this.tables = context.tables();
    this.identifier = identifier;
    this.allocator = allocator;
    this.ifExists = ifExists;
    this.staged = target.staged();
    this.isNew = target.isNew();
    this.newNamespaces = target.newNamespaces();
    this.table = target.table();
    this.conversion =
        AppendConversion.plan(
            incoming,
            table.schema(),
            formatVersion(table),
            context.typeMappers(),
            identifier.toString());
    int parallelism = Math.min(MAX_PARALLELISM, Runtime.getRuntime().availableProcessors());
    this.writer = TableWriter.open(table, allocator, context.executor(), parallelism);
  }

  private record Target(
      Table table, @Nullable StagedTable staged, boolean isNew, NewNamespaces newNamespaces) {}

  /**
   * Begins to write.
   *
   * @param incoming the schema of the batches; a field with a dictionary has the type of its values
   * @param createMissing whether to create the table, and its namespace, if it is missing
   * @param allocator for what is being encoded; closed after this
   * @throws IceRunnerException INVALID_ARGUMENT listing every difference if the schema does not
   *     fit, NOT_FOUND or ALREADY_EXISTS as asked, UNSUPPORTED if the table cannot be written
   */
  public static TableAppend open(
      ServerContext context,
      TableIdentifier identifier,
      Schema incoming,
      boolean createMissing,
      IfExists ifExists,
      BufferAllocator allocator) {
    Target target = target(context, identifier, incoming, createMissing, ifExists);
    try {
      return new TableAppend(context, identifier, incoming, ifExists, target, allocator);
    } catch (RuntimeException e) {
      target.newNamespaces().drop();
      throw e;
    }
  }

  private static Target target(
      ServerContext context,
      TableIdentifier identifier,
      Schema incoming,
      boolean createMissing,
      IfExists ifExists) {
    CatalogTables tables = context.tables();
    Table existing = find(tables, identifier, createMissing);
    if (existing == null) {
      try {
        return staged(context, identifier, incoming, false);
      } catch (IceRunnerException e) {
        if (e.code() != ErrorCode.ALREADY_EXISTS) {
          throw e;
        }
        // Somebody else created it since it was looked for.
        return target(context, identifier, incoming, createMissing, ifExists);
      }
    }
    if (ifExists == IfExists.FAIL) {
      throw IceRunnerException.alreadyExists(
          "Cannot create table %s: it exists already".formatted(identifier));
    }
    checkWritable(identifier, existing);
    return ifExists == IfExists.APPEND
        ? new Target(existing, null, false, NewNamespaces.none(tables))
        : staged(context, identifier, incoming, true);
  }

  /** Null if the table is missing and may be; asking for it is the cheapest way to know. */
  private static @Nullable Table find(
      CatalogTables tables, TableIdentifier identifier, boolean mayBeMissing) {
    try {
      return tables.load(identifier);
    } catch (IceRunnerException e) {
      if (mayBeMissing && e.code() == ErrorCode.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  private static Target staged(
      ServerContext context, TableIdentifier identifier, Schema incoming, boolean exists) {
    CatalogTables tables = context.tables();
    org.apache.iceberg.Schema schema =
        context.typeMappers().toIceberg(incoming, context.newTableFormatVersion());
    NewNamespaces newNamespaces = NewNamespaces.create(tables, identifier.namespace());
    try {
      StagedTable staged =
          exists
              ? tables.stageReplace(identifier, schema, PartitionSpec.unpartitioned(), Map.of())
              : tables.stageCreate(identifier, schema, PartitionSpec.unpartitioned(), Map.of());
      return new Target(staged.table(), staged, !exists, newNamespaces);
    } catch (RuntimeException e) {
      newNamespaces.drop();
      throw e;
    }
  }

  private static void checkWritable(TableIdentifier identifier, Table table) {
    if (!table.spec().isUnpartitioned()) {
      throw IceRunnerException.unsupported(
          "Cannot write to table %s: it is partitioned by %s, and writing to partitioned tables is not supported"
              .formatted(identifier, table.spec().fields()));
    }
  }

  private static int formatVersion(Table table) {
    return table instanceof HasTableOperations operated
        ? operated.operations().current().formatVersion()
        : 2;
  }

  /** Encodes a batch. The batch can be reused afterwards. */
  public void write(VectorSchemaRoot batch, @Nullable DictionaryProvider dictionaries) {
    try (VectorSchemaRoot converted = conversion.convert(batch, dictionaries, allocator)) {
      writer.write(converted);
    }
  }

  /** Rows written so far. */
  public long rowCount() {
    return writer.rowCount();
  }

  /**
   * Makes what was written a snapshot. Without rows a missing table is created, without a snapshot.
   *
   * @throws IceRunnerException COMMIT_CONFLICT, COMMIT_UNKNOWN, or ALREADY_EXISTS if somebody else
   *     created the table with another schema meanwhile
   */
  public CommitResult commit() {
    CommitResult result =
        staged == null
            ? COMMITTER.append(table, writer.complete(), Map.of())
            : CREATION.locked(identifier, () -> commit(staged));
    done = true;
    return result;
  }

  private CommitResult commit(StagedTable created) {
    if (isNew && tables.exists(identifier)) {
      return appendToNewcomer();
    }
    List<DataFile> files = writer.complete();
    if (isNew && files.isEmpty()) {
      tables.createTable(identifier, created.table().schema());
      return new CommitResult(-1, 0, 0);
    }
    return COMMITTER.commit(created, files, Map.of());
  }

  /** Somebody else created the table while this one was being filled. */
  private CommitResult appendToNewcomer() {
    Table newcomer = tables.load(identifier);
    boolean fits =
        ifExists == IfExists.APPEND
            && newcomer.spec().isUnpartitioned()
            && newcomer.schema().sameSchema(table.schema());
    if (!fits) {
      throw IceRunnerException.alreadyExists(
          "Cannot create table %s: somebody else has created it meanwhile".formatted(identifier));
    }
    return COMMITTER.append(newcomer, writer.complete(), Map.of());
  }

  /** Deletes what was written, unless it was committed. */
  @Override
  public void close() {
    writer.close();
    if (!done) {
      newNamespaces.drop();
    }
  }
}
