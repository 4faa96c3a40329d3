package io.icerunner.testkit;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** The tables of the suites, their files in a temporary folder that is deleted on close. */
final class SampleTables implements TableResolver, AutoCloseable {
  /** 1,000 rows: id from 0; every tenth name and price null, from 3 and from 7. */
  static final Schema NUMBERS =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DoubleType.get()),
          Types.NestedField.optional(4, "at", Types.TimestampType.withZone()),
          Types.NestedField.optional(5, "flag", Types.BooleanType.get()));

  static final long NUMBERS_ROWS = 1_000;

  /** Two rows, the second of nulls. */
  static final Schema TYPES =
      new Schema(
          Types.NestedField.optional(1, "b", Types.BooleanType.get()),
          Types.NestedField.optional(2, "i", Types.IntegerType.get()),
          Types.NestedField.optional(3, "l", Types.LongType.get()),
          Types.NestedField.optional(4, "f", Types.FloatType.get()),
          Types.NestedField.optional(5, "d", Types.DoubleType.get()),
          Types.NestedField.optional(6, "dt", Types.DateType.get()),
          Types.NestedField.optional(7, "t", Types.TimeType.get()),
          Types.NestedField.optional(8, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(9, "tz", Types.TimestampType.withZone()),
          Types.NestedField.optional(10, "s", Types.StringType.get()),
          Types.NestedField.optional(11, "u", Types.UUIDType.get()),
          Types.NestedField.optional(12, "fx", Types.FixedType.ofLength(4)),
          Types.NestedField.optional(13, "bin", Types.BinaryType.get()),
          Types.NestedField.optional(14, "dec", Types.DecimalType.of(20, 3)),
          Types.NestedField.optional(
              15,
              "st",
              Types.StructType.of(
                  Types.NestedField.optional(18, "x", Types.IntegerType.get()),
                  Types.NestedField.optional(19, "y", Types.StringType.get()))),
          Types.NestedField.optional(16, "li", Types.ListType.ofOptional(20, Types.LongType.get())),
          Types.NestedField.optional(
              17,
              "m",
              Types.MapType.ofOptional(21, 22, Types.StringType.get(), Types.DoubleType.get())));

  private final Path folder;
  private final Map<String, SampleTable> tables = new ConcurrentHashMap<>();
  private final List<TableVersion> versions = new CopyOnWriteArrayList<>();

  private SampleTables(Path folder) {
    this.folder = folder;
  }

  static SampleTables create() {
    try {
      SampleTables tables = new SampleTables(Files.createTempDirectory("icerunner-testkit"));
      tables.add(SampleTable.of("numbers", NUMBERS, tables.file("numbers", NUMBERS_ROWS)));
      tables.add(SampleTable.of("types", TYPES, tables.file("types", 2)));
      tables.add(SampleTable.of("empty", NUMBERS));
      return tables;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void add(SampleTable table) {
    tables.put(table.name(), table);
  }

  SampleTable get(String name) {
    return Objects.requireNonNull(tables.get(name), name);
  }

  /** The versions that were asked for, in order. */
  List<TableVersion> versions() {
    return versions;
  }

  /** A copy of one of the data files that come with the suites. */
  ScanPlan.File file(String name, long rows) {
    return file(name, name, rows);
  }

  /** A copy under another name. */
  ScanPlan.File file(String name, String copy, long rows) {
    Path target = folder.resolve(copy + ".parquet");
    try (InputStream in = SampleTables.class.getResourceAsStream(name + ".parquet")) {
      if (!Files.exists(target)) {
        Files.copy(Objects.requireNonNull(in, name), target);
      }
      return new ScanPlan.File(target.toString(), rows, Files.size(target));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ResolvedTable resolve(List<String> nameParts, TableVersion version) {
    versions.add(version);
    String name = nameParts.get(nameParts.size() - 1);
    SampleTable table = tables.get(name);
    if (table == null) {
      throw IceRunnerException.notFound("Cannot find table %s".formatted(name));
    }
    return table;
  }

  @Override
  public void close() {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
