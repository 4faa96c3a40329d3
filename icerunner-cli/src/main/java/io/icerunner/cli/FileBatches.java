package io.icerunner.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/** The record batches of one local file, with all that has to be closed after them. */
final class FileBatches implements AutoCloseable {
  private static final byte[] ARROW_FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final long BATCH_ROWS = 65_536;

  private final ArrowReader reader;
  // Closes the statement and the result with it.
  private final @Nullable Connection database;

  private FileBatches(ArrowReader reader, @Nullable Connection database) {
    this.reader = reader;
    this.database = database;
  }

  ArrowReader reader() {
    return reader;
  }

  static FileBatches open(Path file, BufferAllocator allocator) throws IOException, SQLException {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".parquet")) {
      return query("SELECT * FROM read_parquet(?)", file, allocator);
    }
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return query("SELECT * FROM read_csv(?)", file, allocator);
    }
    if (name.endsWith(".arrow") || name.endsWith(".arrows") || name.endsWith(".feather")) {
      return arrow(file, allocator);
    }
    throw new CommandFailure(
        "Cannot load " + file + ": expected a file that ends in .parquet, .arrow, .csv or .tsv");
  }

  /** The two Arrow formats share file extensions; the file format begins with its magic bytes. */
  private static FileBatches arrow(Path file, BufferAllocator allocator) throws IOException {
    boolean fileFormat;
    try (InputStream in = Files.newInputStream(file)) {
      fileFormat = Arrays.equals(in.readNBytes(ARROW_FILE_MAGIC.length), ARROW_FILE_MAGIC);
    }
    return new FileBatches(
        fileFormat
            ? new ArrowFileReader(FileChannel.open(file), allocator)
            : new ArrowStreamReader(Files.newInputStream(file), allocator),
        null);
  }

  private static FileBatches query(String sql, Path file, BufferAllocator allocator)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    Connection database = DriverManager.getConnection("jdbc:duckdb:", properties);
    try {
      PreparedStatement statement = database.prepareStatement(sql);
      statement.setString(1, literalPath(file));
      DuckDBResultSet result = statement.executeQuery().unwrap(DuckDBResultSet.class);
      return new FileBatches(
          (ArrowReader) result.arrowExportStream(allocator, BATCH_ROWS), database);
    } catch (SQLException e) {
      database.close();
      throw new CommandFailure("Cannot load " + file + ": " + e.getMessage());
    }
  }

  /** DuckDB takes a path for a pattern: what is special in one stands in brackets. */
  private static String literalPath(Path file) {
    return file.toString().replaceAll("[\\[*?]", "[$0]");
  }

  @Override
  public void close() throws IOException, SQLException {
    reader.close();
    if (database != null) {
      database.close();
    }
  }
}
