package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.internal.catalog.LocalFileIO;
import io.icerunner.internal.parquet.UnreadableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FootersTest {
  @TempDir Path folder;
  private final Footers footers = new Footers();
  private final LocalFileIO io = new LocalFileIO();

  @ParameterizedTest
  @CsvSource({
    "PAR1 is no footer, it is no Parquet file",
    "PAR1........aaaaPARE, it is encrypted",
    "PAR1, it is too short",
    "PAR1aaaaPAR1, its footer has a wrong length",
  })
  void filesThatAreNotReadableAreToldApart(String content, String reason) throws IOException {
    Path file = Files.write(folder.resolve("f"), content.getBytes(StandardCharsets.US_ASCII));

    assertThatThrownBy(() -> footers.schema(io, describe(file)))
        .isInstanceOf(UnreadableFile.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aMissingFileIsNotFound() {
    DataFile file =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .withPath(folder.resolve("none").toString())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(100)
            .withRecordCount(1)
            .build();

    assertThatThrownBy(() -> footers.schema(io, file)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void equalSchemasAreOneObjectAndLongFootersAreReadWhole() throws SQLException, UnreadableFile {
    try (TestTables tables = new TestTables(folder)) {
      Table table =
          tables.create(new Schema(Types.NestedField.optional(1, "c0", Types.LongType.get())));
      String wide =
          IntStream.range(0, 1_000)
              .mapToObj(i -> "1::BIGINT AS c" + i)
              .collect(Collectors.joining(", ", "SELECT ", ""));
      DataFile one = tables.write(table, wide, "c0: 1");
      DataFile other = tables.write(table, wide, "c0: 1");

      assertThat(footers.schema(io, one).getFieldCount()).isEqualTo(1_000);
      assertThat(footers.schema(io, one)).isSameAs(footers.schema(io, other));
    }
  }

  private static DataFile describe(Path file) throws IOException {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(file.toString())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(Files.size(file))
        .withRecordCount(1)
        .build();
  }
}
