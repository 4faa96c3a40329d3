package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ResolvedTable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

  @TempDir Path warehouse;
  private TestTables tables;

  @BeforeEach
  void open() throws SQLException {
    tables = new TestTables(warehouse);
  }

  @AfterEach
  void close() throws SQLException {
    tables.close();
  }

  @Test
  void filesWithDeletesAreRefusedAndNotCounted() {
    Table table = tables.create(SCHEMA);
    DataFile file = range(table, 0, 10);
    DataFile other = range(table, 10, 20);
    TestTables.append(table, file, other);
    table.newRowDelta().addDeletes(positionDelete(file.location())).commit();

    ResolvedTable resolved = tables.resolve();

    assertThat(resolved.recordCount()).isEmpty();
    assertThat(resolved.totalBytes()).isEmpty();
    assertRefused("delete files", file.location());
    assertThat(TestTables.paths(resolved.plan(Expressions.equal("id", 15L))))
        .containsExactly(TestTables.path(other));
  }

  @Test
  void aDeleteFileThatMatchesNoDataFileCountsForAll() {
    Table table = tables.create(SCHEMA);
    DataFile file = range(table, 0, 10);
    TestTables.append(table, file);
    String otherSpelling = TestTables.path(file);
    table.newRowDelta().addDeletes(positionDelete(otherSpelling)).commit();

    assertRefused("delete files", file.location());
  }

  @ParameterizedTest
  @CsvSource({
    "s3://bucket/f.parquet, 'scheme s3'",
    "http://host/f.parquet, 'scheme http'",
    "data/f.parquet, 'relative path'",
    "/a/../etc/f.parquet, 'in its path'",
    "file:///a/./f.parquet, 'in its path'",
    "file://host/f.parquet, 'names no host'",
  })
  void filesElsewhereAreRefused(String location, String reason) {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, dataFile(location, FileFormat.PARQUET));

    assertRefused(reason, location);
  }

  @ParameterizedTest
  @CsvSource({"ORC", "AVRO"})
  void otherFormatsAreRefused(FileFormat format) {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, dataFile("/f.bin", format));

    assertRefused("only Parquet is read", "/f.bin");
  }

  @Test
  void encryptedTablesAreRefused() {
    Table table = tables.create(SCHEMA);
    TestTables.append(table, range(table, 0, 10));
    table.updateProperties().set("encryption.key-id", "k").commit();

    assertRefused("encrypted", "default.t");
  }

  @Test
  void columnsOfTypesThatAreNotReadAreRefused() {
    Table table =
        tables.create(
            new Schema(
                Types.NestedField.optional(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "v", Types.VariantType.get())),
            PartitionSpec.unpartitioned(),
            Map.of("format-version", "3"));
    assertThat(table.schema().findField("v")).isNotNull();

    assertRefused("column v", "variant");
  }

  @Test
  void formatVersionsNotYetKnownAreRefused() {
    tables.create(SCHEMA, PartitionSpec.unpartitioned(), Map.of("format-version", "4"));

    assertThatThrownBy(tables::resolve)
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("format version 4")
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  private void assertRefused(String... texts) {
    assertThatThrownBy(() -> tables.plan(Expressions.alwaysTrue()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("Cannot read table default.t")
        .hasMessageContainingAll(texts)
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  private DataFile range(Table table, int from, int to) {
    return tables.write(
        table, "SELECT range AS id FROM range(%s, %s)".formatted(from, to), "id: 1");
  }

  private static DataFile dataFile(String location, FileFormat format) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(location)
        .withFormat(format)
        .withFileSizeInBytes(100)
        .withRecordCount(10)
        .build();
  }

  private static DeleteFile positionDelete(String location) {
    return FileMetadata.deleteFileBuilder(PartitionSpec.unpartitioned())
        .ofPositionDeletes()
        .withPath(location + ".deletes")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(100)
        .withRecordCount(1)
        .withReferencedDataFile(location)
        .build();
  }
}
