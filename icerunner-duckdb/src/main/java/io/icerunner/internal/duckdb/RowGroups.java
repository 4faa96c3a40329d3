package io.icerunner.internal.duckdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.icerunner.internal.duckdb.DuckDbInstances.Lease;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.duckdb.DuckDBConnection;

/** How many rows each row group of a file has. Kept, since data files never change. */
final class RowGroups {
  private static final int KEPT_FILES = 10_000;
  private static final String QUERY =
      "SELECT row_group_id, any_value(row_group_num_rows) FROM parquet_metadata(?)"
          + " GROUP BY ALL ORDER BY row_group_id";

  private final DuckDbInstances instances;
  private final Cache<String, List<Long>> counts =
      Caffeine.newBuilder().maximumSize(KEPT_FILES).build();

  RowGroups(DuckDbInstances instances) {
    this.instances = instances;
  }

  /**
   * The row counts of a file's row groups, in order.
   *
   * @param roots of its table
   */
  List<Long> of(String file, Set<String> roots) {
    List<Long> known = counts.getIfPresent(file);
    if (known == null) {
      known = read(file, roots);
      counts.put(file, known);
    }
    return known;
  }

  private List<Long> read(String file, Set<String> roots) {
    try (Lease lease = instances.lease(new InstanceKey(roots, true));
        DuckDBConnection connection = lease.instance().connect(ZoneOffset.UTC);
        PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setString(1, SqlText.globLiteral(file));
      List<Long> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(result.getLong(2));
        }
      }
      return List.copyOf(rows);
    } catch (SQLException e) {
      throw DuckDbErrors.of(e, roots);
    }
  }
}
