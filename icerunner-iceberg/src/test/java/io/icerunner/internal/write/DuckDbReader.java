package io.icerunner.internal.write;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.duckdb.DuckDBResultSet;

/** Reads data files with DuckDB's Parquet reader. */
final class DuckDbReader implements AutoCloseable {
  private final Connection connection;

  DuckDbReader() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
    }
  }

  List<String> rows(Schema schema, List<DataFile> files) throws Exception {
    List<String> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        Statement statement = connection.createStatement();
        DuckDBResultSet result =
            (DuckDBResultSet) statement.executeQuery("SELECT * FROM " + scan(files));
        ArrowReader reader = (ArrowReader) result.arrowExportStream(allocator, 1024)) {
      while (reader.loadNextBatch()) {
        rows.addAll(ArrowText.of(schema, reader.getVectorSchemaRoot()));
      }
    }
    return rows;
  }

  /** The only value of the only row. */
  Object value(String select, List<DataFile> files) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(select.formatted(scan(files)))) {
      result.next();
      return result.getObject(1);
    }
  }

  private static String scan(List<DataFile> files) {
    return files.stream()
        .map(file -> "'" + file.location() + "'")
        .collect(Collectors.joining(", ", "read_parquet([", "])"));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
