package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.parquet.ParquetUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
  @TempDir Path folder;

  static LongStream seeds() {
    return LongStream.rangeClosed(100, 120);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void areThoseOfIcebergsOwnWriter(long seed) throws IOException {
    Schema schema = new RandomSchemas(seed).next();
    Table table = MemoryTable.of(schema, folder, properties("full"));
    assertSameMetrics(table, new RandomRows(seed).of(schema, 200));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "counts", "truncate(3)", "truncate(16)", "full"})
  void followTheTablesMode(String mode) throws IOException {
    Table table = MemoryTable.of(RoundTripTest.FLAT, folder, properties(mode));
    assertSameMetrics(table, new RandomRows(7).of(RoundTripTest.FLAT, 200));
  }

  @Test
  void stopAtTheTablesNumberOfInferredColumns() throws IOException {
    Table table =
        MemoryTable.of(
            RoundTripTest.FLAT,
            folder,
            Map.of(
                "format-version", "3", "write.metadata.metrics.max-inferred-column-defaults", "4"));
    DataFile file = assertSameMetrics(table, new RandomRows(8).of(RoundTripTest.FLAT, 50));
    assertThat(file.valueCounts()).containsOnlyKeys(1, 2, 3, 4);
  }

  @Test
  void followTheModeOfOneColumn() throws IOException {
    Table table =
        MemoryTable.of(
            RoundTripTest.FLAT,
            folder,
            Map.of(
                "format-version", "3",
                "write.metadata.metrics.default", "none",
                "write.metadata.metrics.column.d", "full"));
    DataFile file = assertSameMetrics(table, new RandomRows(9).of(RoundTripTest.FLAT, 50));
    assertThat(file.nanValueCounts()).containsOnlyKeys(6);
  }

  @Test
  void areThoseOfTheFooter() throws IOException {
    Table table = MemoryTable.of(RoundTripTest.FLAT, folder, properties("full"));
    List<DataFile> files = Written.rows(table, new RandomRows(3).of(RoundTripTest.FLAT, 500), 77);
    Metrics footer =
        ParquetUtil.fileMetrics(
            table.io().newInputFile(files.get(0).location()), MetricsConfig.forTable(table));

    assertThat(files.get(0).columnSizes()).isEqualTo(footer.columnSizes());
    assertThat(files.get(0).valueCounts()).isEqualTo(footer.valueCounts());
    assertThat(files.get(0).nullValueCounts()).isEqualTo(footer.nullValueCounts());
    assertThat(files.get(0).fileSizeInBytes())
        .isEqualTo(table.io().newInputFile(files.get(0).location()).getLength());
  }

  private static Map<String, String> properties(String mode) {
    return Map.of(
        "format-version", "3",
        "write.parquet.page-row-limit", "30",
        "write.parquet.row-group-limit", "90",
        "write.metadata.metrics.default", mode);
  }

  private static DataFile assertSameMetrics(Table table, List<Record> rows) throws IOException {
    DataFile ours = Written.rows(table, rows, 64).get(0);
    DataFile theirs = icebergs(table, rows);
    assertThat(ours.recordCount()).isEqualTo(theirs.recordCount());
    assertThat(sorted(ours.valueCounts())).isEqualTo(sorted(theirs.valueCounts()));
    assertThat(sorted(ours.nullValueCounts())).isEqualTo(sorted(theirs.nullValueCounts()));
    assertThat(sorted(ours.nanValueCounts())).isEqualTo(sorted(theirs.nanValueCounts()));
    assertThat(text(ours.lowerBounds())).isEqualTo(text(theirs.lowerBounds()));
    assertThat(text(ours.upperBounds())).isEqualTo(text(theirs.upperBounds()));
    assertThat(ours.columnSizes().keySet()).isEqualTo(theirs.columnSizes().keySet());
    return ours;
  }

  private static DataFile icebergs(Table table, List<Record> rows) throws IOException {
    DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(table.location() + "/reference.parquet"))
            .schema(table.schema())
            .createWriterFunc(GenericParquetWriter::create)
            .metricsConfig(MetricsConfig.forTable(table))
            .withSpec(PartitionSpec.unpartitioned())
            .build();
    try (writer) {
      writer.write(rows);
    }
    return writer.toDataFile();
  }

  private static Map<Integer, Long> sorted(@Nullable Map<Integer, Long> counts) {
    return new TreeMap<>(counts == null ? Map.of() : counts);
  }

  private static Map<Integer, String> text(@Nullable Map<Integer, ByteBuffer> bounds) {
    Map<Integer, String> text = new TreeMap<>();
    if (bounds != null) {
      bounds.forEach((id, bound) -> text.put(id, ValueText.of(bound)));
    }
    return text;
  }
}
