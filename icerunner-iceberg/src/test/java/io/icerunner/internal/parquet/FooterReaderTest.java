package io.icerunner.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.internal.types.SharedCases;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FooterReaderTest {
  @TempDir Path folder;

  @Test
  void aSmallFooterTakesOneReadOfTheEnd() throws Exception {
    byte[] bytes = write("SELECT v AS a, 'x' AS b FROM range(1000) t(v)", "");
    List<String> reads = new ArrayList<>();

    ParquetFooter footer = FooterReader.read("f", bytes.length, recording(bytes, reads));

    assertThat(footer.rowCount()).isEqualTo(1_000);
    assertThat(footer.schema().getFields()).extracting("name").containsExactly("a", "b");
    assertThat(footer.splitOffsets()).containsExactly(4L);
    assertThat(footer.createdBy()).startsWith("DuckDB");
    int first = Math.min(bytes.length, FooterReader.FIRST_READ_BYTES);
    assertThat(reads).containsExactly((bytes.length - first) + "+" + first);
  }

  @Test
  void aLargeFooterTakesASecondReadOfWhatIsMissing() throws Exception {
    String wide =
        IntStream.range(0, 1_000)
            .mapToObj(i -> i + " AS column_" + i)
            .collect(Collectors.joining(", ", "SELECT ", ""));
    byte[] bytes = write(wide, "");
    List<String> reads = new ArrayList<>();

    ParquetFooter footer = FooterReader.read("f", bytes.length, recording(bytes, reads));

    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    assertThat(footer.schema().getFieldCount()).isEqualTo(1_000);
    assertThat(length).isGreaterThan(FooterReader.FIRST_READ_BYTES);
    assertThat(reads).hasSize(2).last().isEqualTo((bytes.length - 8 - length) + "+" + length);
  }

  @Test
  void everyRowGroupHasItsOffset() throws Exception {
    byte[] bytes = write("SELECT v FROM range(10000) t(v)", ", ROW_GROUP_SIZE 2048");

    assertThat(read(bytes).splitOffsets()).hasSize(5).isSorted().doesNotHaveDuplicates();
    assertThat(FooterReader.readSchema("f", bytes.length, from(bytes)).rowCount())
        .isEqualTo(10_000);
  }

  @Test
  void aTruncatedFileIsNoParquetFile() throws Exception {
    byte[] bytes = write("SELECT v FROM range(100) t(v)", "");

    for (int length = 0; length < bytes.length; length += 7) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(UnreadableFile.class);
    }
  }

  @Test
  void bytesThatAreChangedAreRefusedOrRead() throws Exception {
    byte[] bytes = write("SELECT v, 'x' AS s, [v] AS l FROM range(100) t(v)", "");
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);

    for (int at = bytes.length - 8 - length; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 0x55;
      try {
        read(changed);
      } catch (UnreadableFile e) {
        assertThat(e).hasMessageMatching("(?s)it.*");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is empty (0 bytes)",
    "PAR1, it is too short",
    "just a text that was renamed, it does not end in PAR1",
    "PAR1........aaaaPARE, it is encrypted",
    "PAR1....aaaaPAR1, its footer has a wrong length",
  })
  void filesThatAreNotReadableAreToldApart(String content, String reason) {
    assertThatThrownBy(() -> read(content.getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(UnreadableFile.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aShortReadIsNoVerdictOnTheFile() throws Exception {
    byte[] bytes = write("SELECT 1 AS a", "");

    assertThatThrownBy(() -> FooterReader.read("f", bytes.length, (offset, length) -> new byte[3]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("3 bytes instead of");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "encrypt_columns_and_footer.parquet.encrypted",
        "encrypt_columns_plaintext_footer.parquet.encrypted",
        "uniform_encryption.parquet.encrypted",
      })
  void encryptedFilesAreRefused(String name) throws IOException {
    byte[] bytes =
        Files.readAllBytes(SharedCases.folder("parquet-testing").resolve("data").resolve(name));

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(UnreadableFile.class)
        .hasMessage("it is encrypted");
  }

  @Test
  void columnsInAnotherOrderThanTheSchemaAreAContradiction() throws IOException {
    byte[] bytes =
        Files.readAllBytes(
            SharedCases.folder("hardwood")
                .resolve("core/src/test/resources/compat_chunk_path_swapped.parquet"));

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(UnreadableFile.class)
        .hasMessageContaining("its footer contradicts itself: column");
  }

  private static ParquetFooter read(byte[] bytes) throws UnreadableFile, IOException {
    return FooterReader.read("f", bytes.length, from(bytes));
  }

  private static TailReader from(byte[] bytes) {
    return recording(bytes, new ArrayList<>());
  }

  private static TailReader recording(byte[] bytes, List<String> reads) {
    return (offset, length) -> {
      reads.add(offset + "+" + length);
      return Arrays.copyOfRange(bytes, (int) offset, (int) offset + length);
    };
  }

  private byte[] write(String select, String options) throws SQLException, IOException {
    Path file = folder.resolve("f.parquet");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("COPY (%s) TO '%s' (FORMAT parquet%s)".formatted(select, file, options));
    }
    return Files.readAllBytes(file);
  }
}
