package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.StoredTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;

/** Rows of data files, read by a bare DuckDB that knows no table. */
final class StoredRows implements AutoCloseable {
  private final Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");

  StoredRows() throws SQLException {
    execute("SET threads = 1");
  }

  /** No data file is referenced twice, all are there, and the table counts their rows. */
  static void assertFilesOnce(StoredTable stored) throws Exception {
    List<DataFile> files = stored.files();
    assertThat(files.stream().map(DataFile::location)).doesNotHaveDuplicates();
    assertThat(files).allMatch(file -> Files.exists(path(file)));
    if (stored.table().currentSnapshot() != null) {
      assertThat(stored.table().currentSnapshot().summary())
          .containsEntry("total-records", "" + rows(files))
          .containsEntry("total-data-files", "" + files.size());
    }
  }

  static long rows(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::recordCount).sum();
  }

  /** The multisets of rows are equal, in these columns. */
  void assertEqual(List<String> columns, List<DataFile> source, List<DataFile> target)
      throws SQLException {
    assertThat(rows(target)).as("rows of the target").isEqualTo(rows(source));
    if (source.isEmpty() || target.isEmpty()) {
      return;
    }
    view("source", columns, source);
    view("target", columns, target);
    assertThat(query("FROM source EXCEPT ALL FROM target LIMIT 20")).as("rows missing").isEmpty();
    assertThat(query("FROM target EXCEPT ALL FROM source LIMIT 20")).as("rows too many").isEmpty();
  }

  /** Names files for statements. */
  void view(String name, List<String> columns, List<DataFile> files) throws SQLException {
    String read =
        files.stream()
            .map(file -> "'" + path(file) + "'")
            .collect(Collectors.joining(", ", "read_parquet([", "], union_by_name = true)"));
    List<String> known = query("SELECT column_name FROM (DESCRIBE FROM %s)".formatted(read));
    execute(
        "CREATE OR REPLACE VIEW %s AS SELECT %s FROM %s"
            .formatted(
                name,
                columns.stream()
                    .map(column -> known.contains(column) ? column : "NULL AS " + column)
                    .collect(Collectors.joining(", ")),
                read));
  }

  /** The rows of a statement, each as text with bars between values. */
  List<String> query(String sql) throws SQLException {
    try (Statement statement = duckDb.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          cells.add(result.getString(i));
        }
        rows.add(String.join("|", cells));
      }
      return rows;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = duckDb.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Path path(DataFile file) {
    return Path.of(file.location().replaceFirst("^file:(//)?", ""));
  }

  @Override
  public void close() throws SQLException {
    duckDb.close();
  }
}
