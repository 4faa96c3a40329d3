package io.icerunner.internal.flight;

import io.icerunner.spi.TableVersion;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a client wants to read. */
public sealed interface ReadRequest {

  /**
   * Columns and rows of one table.
   *
   * @param name the parts of the table's name as the client gave them
   * @param columns names of top-level columns in the order wanted; null for all
   * @param filter a predicate as SQL text; null for all rows
   */
  record OfTable(
      List<String> name,
      TableVersion version,
      @Nullable List<String> columns,
      @Nullable String filter)
      implements ReadRequest {
    public OfTable {
      name = List.copyOf(name);
      columns = columns == null ? null : List.copyOf(columns);
      Objects.requireNonNull(version, "version is null");
    }

    /** All of a table as it is now. */
    static OfTable whole(List<String> name) {
      return new OfTable(name, TableVersion.current(), null, null);
    }

    /** The name for messages. */
    String displayName() {
      return String.join(".", name);
    }
  }

  /**
   * The data files that hold the rows of one table.
   *
   * @param name the parts of the table's name as the client gave them
   */
  record OfFiles(List<String> name, TableVersion version) implements ReadRequest {
    public OfFiles {
      name = List.copyOf(name);
      Objects.requireNonNull(version, "version is null");
    }
  }

  /** The result of a statement. */
  record OfSql(String sql) implements ReadRequest {}
}
