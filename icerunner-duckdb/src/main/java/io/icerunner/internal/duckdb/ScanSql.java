package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.TableSql;
import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.NestedField;

/**
 * Reads a table by its planned files: a {@code read_parquet} for each group of files that are
 * alike, put together by {@code UNION ALL}, whose row counts DuckDB knows when it orders joins.
 */
final class ScanSql implements TableSql {
  /** DuckDB estimates rows from the first file times this many files at most. */
  private static final int FILES_PER_BRANCH = 1_000;

  /** Longer lists are handed over as variables, which are quicker to parse than text. */
  private static final int LITERAL_FILES = 64;

  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://?.*");

  @Override
  public Scan scan(Occurrence occurrence) {
    ScanPlan plan = occurrence.table().plan(occurrence.filter());
    return scan(plan, plan.schema().columns(), occurrence.number());
  }

  /**
   * The text of a scan.
   *
   * @param columns columns of the plan's schema, in the order of the result
   * @param number unique in the statement
   */
  static Scan scan(ScanPlan plan, List<NestedField> columns, int number) {
    if (plan.groups().isEmpty()) {
      return EmptySql.scan(columns);
    }
    Text text = new Text(plan, columns, number);
    plan.groups().forEach(text::add);
    return new Scan(String.join(" UNION ALL ", text.branches), text.variables, text.files);
  }

  /** The text of one scan while it is put together. */
  private static final class Text {
    private final List<NestedField> columns;
    private final String parameters;
    private final String variablePrefix;
    private final boolean literal;
    private final List<String> branches = new ArrayList<>();
    private final Map<String, List<String>> variables = new LinkedHashMap<>();
    private final Set<String> files = new HashSet<>();

    private Text(ScanPlan plan, List<NestedField> columns, int number) {
      this.columns = columns;
      this.parameters =
          "hive_partitioning = false" + (hasFloats(plan) ? ", can_have_nan = true" : "");
      this.variablePrefix = "icerunner_files_" + number + "_";
      this.literal = plan.groups().stream().mapToInt(g -> g.files().size()).sum() <= LITERAL_FILES;
    }

    private static boolean hasFloats(ScanPlan plan) {
      return TypeUtil.find(
              plan.schema(),
              type -> type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE)
          != null;
    }

    private void add(ScanPlan.Group group) {
      ColumnSql sql = new ColumnSql(group);
      String selected =
          columns.isEmpty()
              ? "NULL"
              : columns.stream().map(sql::select).collect(Collectors.joining(", "));
      List<String> paths = paths(group);
      for (int from = 0; from < paths.size(); from += FILES_PER_BRANCH) {
        int to = Math.min(paths.size(), from + FILES_PER_BRANCH);
        branches.add(
            "SELECT %s FROM read_parquet(%s, %s)"
                .formatted(selected, list(paths.subList(from, to)), parameters));
      }
    }

    private List<String> paths(ScanPlan.Group group) {
      List<ScanPlan.File> ordered = new ArrayList<>(group.files());
      typicalFirst(ordered);
      List<String> paths = new ArrayList<>(ordered.size());
      for (ScanPlan.File file : ordered) {
        if (URI.matcher(file.path()).matches()) {
          throw IceRunnerException.unsupported(
              "Cannot read the data file %s: the engine duckdb reads local files only"
                  .formatted(file.path()));
        }
        files.add(file.path());
        paths.add(SqlText.globLiteral(file.path()));
      }
      return paths;
    }

    /** DuckDB takes the first file for all when it estimates rows. */
    private static void typicalFirst(List<ScanPlan.File> files) {
      long mean =
          files.stream().mapToLong(ScanPlan.File::recordCount).sum() / Math.max(1, files.size());
      ScanPlan.File typical =
          files.stream()
              .min(Comparator.comparingLong(file -> Math.abs(file.recordCount() - mean)))
              .orElseThrow();
      int at = files.indexOf(typical);
      files.set(at, files.get(0));
      files.set(0, typical);
    }

    private String list(List<String> paths) {
      if (literal) {
        return SqlText.list(paths);
      }
      String variable = variablePrefix + variables.size();
      variables.put(variable, List.copyOf(paths));
      return "getvariable('%s')".formatted(variable);
    }
  }
}
