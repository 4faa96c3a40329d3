package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.TableSql.Occurrence;
import io.icerunner.internal.duckdb.sql.TableSql.Scan;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableResolver;
import io.icerunner.spi.TableVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;

/**
 * A catalog of tables that DuckDB holds in its schema {@code store}, each named like the table with
 * its namespace. Remembers what it was asked.
 */
final class MemoryTables implements TableResolver, TableSql {
  private final Map<TableIdentifier, Table> tables = new LinkedHashMap<>();
  final List<TableVersion> versions = new ArrayList<>();
  final List<Expression> filters = new ArrayList<>();

  record Table(TableIdentifier identifier, Schema schema, OptionalLong recordCount)
      implements ResolvedTable {
    @Override
    public int formatVersion() {
      return 2;
    }

    @Override
    public OptionalLong snapshotId() {
      return OptionalLong.of(1);
    }

    @Override
    public OptionalLong totalBytes() {
      return OptionalLong.empty();
    }

    @Override
    public ScanPlan plan(Expression filter) {
      throw new UnsupportedOperationException();
    }
  }

  MemoryTables add(TableIdentifier identifier, Schema schema) {
    tables.put(identifier, new Table(identifier, schema, OptionalLong.empty()));
    return this;
  }

  MemoryTables add(TableIdentifier identifier, Schema schema, long recordCount) {
    tables.put(identifier, new Table(identifier, schema, OptionalLong.of(recordCount)));
    return this;
  }

  /** The names of this catalog's tables inside DuckDB. */
  static String stored(TableIdentifier identifier) {
    return "store." + Rewriter.quoted(identifier.toString());
  }

  @Override
  public ResolvedTable resolve(List<String> nameParts, TableVersion version) {
    versions.add(version);
    List<String> parts =
        nameParts.get(0).equalsIgnoreCase("cat")
            ? nameParts.subList(1, nameParts.size())
            : nameParts;
    String name = String.join("\0", parts.size() == 1 ? List.of("main", parts.get(0)) : parts);
    return tables.entrySet().stream()
        .filter(e -> String.join("\0", names(e.getKey())).equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(
            () ->
                IceRunnerException.notFound(
                    "Cannot find table %s".formatted(String.join(".", nameParts))));
  }

  private static List<String> names(TableIdentifier identifier) {
    List<String> names = new ArrayList<>(List.of(identifier.namespace().levels()));
    names.add(identifier.name());
    return names;
  }

  @Override
  public Scan scan(Occurrence occurrence) {
    filters.add(occurrence.filter());
    String columns =
        occurrence.table().schema().columns().stream()
            .map(c -> Rewriter.quoted(c.name()))
            .collect(Collectors.joining(", "));
    String select = "SELECT %s FROM %s".formatted(columns, stored(occurrence.table().identifier()));
    return new Scan(select, List.of(), Set.of());
  }
}
