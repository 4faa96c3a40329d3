package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.FooterReader;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Parquet files as an engine that knows nothing of Iceberg writes them. */
final class DuckDbFile {
  private DuckDbFile() {}

  /**
   * @param options of COPY, each after a comma; may be empty
   */
  static Path write(Path file, String select, String options) {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("COPY (%s) TO '%s' (FORMAT parquet%s)".formatted(select, file, options));
      return file;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  static ParquetFooter footer(Path file) {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      return FooterReader.read(
          file.toString(),
          open.length(),
          (offset, length) -> {
            byte[] bytes = new byte[length];
            open.seek(offset);
            open.readFully(bytes);
            return bytes;
          });
    } catch (IOException | UnreadableFile e) {
      throw new AssertionError(e);
    }
  }

  static FileSchema schema(Path file) {
    return FileSchema.of(file.toString(), footer(file));
  }
}
