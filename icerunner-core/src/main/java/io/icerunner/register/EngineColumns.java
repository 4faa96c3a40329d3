package io.icerunner.register;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.arrow.ArrowRuntime;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.parquet.ParquetColumns;
import io.icerunner.internal.parquetcolumns.EngineParquetColumns;
import io.icerunner.internal.register.partition.ColumnValues;
import io.icerunner.internal.register.source.SourceFile;
import io.icerunner.internal.register.source.SourceRoot;
import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Reads columns by a query engine that is opened when the first one is read: a run whose footers
 * tell enough needs none. Safe for use by many threads.
 */
final class EngineColumns implements ParquetColumns, ColumnValues, AutoCloseable {
  private final EngineChoice choice;
  private final ProviderContext context;
  private final SourceStore store;
  private final Set<String> roots;
  private @Nullable BufferAllocator allocator;
  private @Nullable QueryEngine engine;
  private @Nullable Path folder;

  /**
   * @param source the folder that the files are below
   */
  EngineColumns(
      EngineChoice choice, ProviderContext context, SourceStore store, SourceRoot source) {
    this.choice = choice;
    this.context = context;
    this.store = store;
    this.roots =
        LocalPaths.isLocal(source.prefix())
            ? Set.of(withSlash(LocalPaths.toPath(source.prefix()).toString()))
            : Set.of();
  }

  @Override
  public List<Types.NestedField> columns(Path file) {
    return parquet().columns(file);
  }

  @Override
  public void forEach(Path file, List<String> columns, Consumer<@Nullable Object[]> row) {
    parquet().forEach(file, columns, row);
  }

  @Override
  public List<@Nullable Object> distinct(Path file, String column, int limit) {
    return parquet().distinct(file, column, limit);
  }

  @Override
  public List<@Nullable Object> distinct(SourceFile file, String column, int limit) {
    return withLocal(file, local -> parquet().distinct(local, column, limit));
  }

  @Override
  public void forEach(SourceFile file, String column, Consumer<@Nullable Object> value) {
    boolean ignored =
        withLocal(
            file,
            local -> {
              parquet().forEach(local, List.of(column), row -> value.accept(row[0]));
              return true;
            });
  }

  private <T> T withLocal(SourceFile file, Function<Path, T> work) {
    if (LocalPaths.isLocal(file.location())) {
      return work.apply(LocalPaths.toPath(file.location()));
    }
    Path copy = store.fetch(file.location(), folder());
    try {
      return work.apply(copy);
    } finally {
      delete(copy);
    }
  }

  private synchronized ParquetColumns parquet() {
    BufferAllocator memory = allocator;
    if (memory == null) {
      ArrowRuntime.check();
      memory = new RootAllocator();
      allocator = memory;
    }
    return new EngineParquetColumns(this::engine, memory, roots);
  }

  private synchronized QueryEngine engine() {
    QueryEngine open = engine;
    if (open == null) {
      open = openEngine();
      engine = open;
    }
    return open;
  }

  private QueryEngine openEngine() {
    try {
      return choice.open(context);
    } catch (IceRunnerException e) {
      throw new IceRunnerException(
          e.code(),
          "Cannot read columns of Parquet files, as a Parquet manifest needs and a file whose footer does not tell enough: "
              + e.getMessage(),
          e);
    }
  }

  private synchronized Path folder() {
    Path made = folder;
    if (made == null) {
      try {
        made = Files.createTempDirectory("icerunner-register-");
      } catch (IOException e) {
        throw new IceRunnerException(
            ErrorCode.RESOURCE_EXHAUSTED, "Cannot make a folder for copies: " + e, e);
      }
      folder = made;
    }
    return made;
  }

  private static String withSlash(String folder) {
    return folder.endsWith("/") ? folder : folder + "/";
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw IceRunnerException.internal("Cannot delete the copy " + file, e);
    }
  }

  @Override
  public synchronized void close() {
    try (QueryEngine closingFirst = engine;
        BufferAllocator ignored = allocator) {
      if (folder != null) {
        delete(folder);
      }
    }
  }
}
