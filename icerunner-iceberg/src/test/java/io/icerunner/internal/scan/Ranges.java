package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;

/** Ranges of one table, and what they hold. */
final class Ranges implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

  final TestTables tables;

  Ranges(Path warehouse) throws SQLException {
    this.tables = new TestTables(warehouse);
  }

  Table create(int formatVersion) {
    return tables.create(
        SCHEMA,
        PartitionSpec.unpartitioned(),
        Map.of("format-version", String.valueOf(formatVersion)));
  }

  DataFile file(Table table, int rows) {
    return tables.write(table, "SELECT range AS id FROM range(%s)".formatted(rows), "id: 1");
  }

  PinnedTable resolve(@Nullable Long from, @Nullable Long to) {
    return tables.resolver().resolve(List.of("t"), TableVersion.changes(from, to));
  }

  /** The files of a range, which has the rows and bytes of these by its metadata too. */
  void assertAppended(@Nullable Long from, @Nullable Long to, DataFile... files) {
    PinnedTable range = resolve(from, to);
    ScanPlan plan = range.plan(Expressions.alwaysTrue());
    assertThat(TestTables.paths(plan))
        .containsExactlyInAnyOrder(
            List.of(files).stream().map(TestTables::path).toArray(String[]::new));
    assertThat(range.recordCount())
        .hasValue(List.of(files).stream().mapToLong(DataFile::recordCount).sum());
    assertThat(range.totalBytes())
        .hasValue(List.of(files).stream().mapToLong(DataFile::fileSizeInBytes).sum());
  }

  void assertRefused(@Nullable Long from, @Nullable Long to, ErrorCode code, String... texts) {
    assertThatThrownBy(() -> resolve(from, to))
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code))
        .satisfies(e -> assertThat(e.getMessage()).contains("default.t").contains(texts));
  }

  @Override
  public void close() throws SQLException {
    tables.close();
  }
}
