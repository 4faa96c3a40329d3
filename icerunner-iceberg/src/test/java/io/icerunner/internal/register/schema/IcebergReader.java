package io.icerunner.internal.register.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.iceberg.Files;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Reads files as Iceberg's own readers do: by the table's schema and its name mapping. */
final class IcebergReader {
  private IcebergReader() {}

  /** Each row as text, with bars between values. */
  static List<String> rows(Path file, Schema table, NameMapping mapping) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(Files.localInput(file.toFile()))
            .project(table)
            .withNameMapping(mapping)
            .createReaderFunc(columns -> GenericParquetReaders.buildReader(table, columns))
            .build()) {
      for (Record row : records) {
        rows.add(
            table.columns().stream()
                .map(Types.NestedField::name)
                .map(name -> text(row.getField(name)))
                .collect(Collectors.joining("|")));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(@Nullable Object value) {
    if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return HexFormat.of().formatHex(copy);
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    return String.valueOf(value);
  }
}
