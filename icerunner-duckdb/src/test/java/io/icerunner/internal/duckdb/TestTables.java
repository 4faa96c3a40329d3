package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tables by name, and data files for them written by DuckDB. */
final class TestTables implements TableResolver {
  private final Map<String, TestTable> tables = new HashMap<>();

  TestTables add(TestTable table) {
    tables.put(table.identifier().name(), table);
    return this;
  }

  @Override
  public ResolvedTable resolve(List<String> nameParts, TableVersion version) {
    TestTable table = tables.get(nameParts.get(nameParts.size() - 1));
    if (table == null) {
      throw IceRunnerException.notFound("no table " + nameParts);
    }
    return table;
  }

  /** Writes the rows of a query to a Parquet file. */
  static ScanPlan.File write(Path file, String query) {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      Files.createDirectories(file.getParent());
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("CREATE TABLE t AS " + query);
      statement.execute(
          "COPY t TO "
              + SqlText.string(file.toString())
              + " (FORMAT parquet, ROW_GROUP_SIZE 100000)");
      try (ResultSet count = statement.executeQuery("SELECT count(*) FROM t")) {
        count.next();
        return new ScanPlan.File(file.toString(), count.getLong(1), Files.size(file));
      }
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
