package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.TableSql;
import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.NestedField;

/** The text of one scan while it is put together. */
final class ScanText {
  /** DuckDB estimates rows from the first file times this many files at most. */
  private static final int ESTIMATED_FILES = 1_000;

  /** More branches for the files of a group cost more than better estimates are worth. */
  private static final int MOST_BRANCHES = 8;

  /** Longer lists are handed over as variables, which are quicker to parse than text. */
  private static final int LITERAL_FILES = 64;

  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://?.*");

  private final ScanPlan plan;
  private final List<NestedField> columns;
  private final String parameters;
  private final boolean literal;
  private final List<String> branches = new ArrayList<>();
  private final Setup setup = new Setup();

  ScanText(ScanPlan plan, List<NestedField> columns) {
    this.plan = plan;
    this.columns = columns;
    this.parameters =
        "hive_partitioning = false" + (hasFloats(plan) ? ", can_have_nan = true" : "");
    this.literal = plan.groups().stream().mapToInt(g -> g.files().size()).sum() <= LITERAL_FILES;
  }

  private static boolean hasFloats(ScanPlan plan) {
    return TypeUtil.find(
            plan.schema(),
            type -> type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE)
        != null;
  }

  TableSql.Scan scan() {
    return new TableSql.Scan(
        String.join(" UNION ALL ", branches), setup.statements(), InstanceKey.roots(plan));
  }

  void add(ScanPlan.Group group) {
    if (FileConstants.areIn(group)) {
      FileConstants constants = new FileConstants(group, plan.schema());
      if (constants.areFew()) {
        constants.groups().forEach(this::addAlike);
      } else {
        addJoined(group, constants);
      }
    } else {
      addAlike(group);
    }
  }

  private void addAlike(ScanPlan.Group group) {
    String selected = selected(new ColumnSql(group));
    for (List<ScanPlan.File> files : parts(group)) {
      branches.add("SELECT %s FROM %s".formatted(selected, read(files)));
    }
  }

  private void addJoined(ScanPlan.Group group, FileConstants constants) {
    String selected = selected(new ColumnSql(group, "f.", constants.columns("k.")));
    for (List<ScanPlan.File> files : parts(group)) {
      branches.add(
          "SELECT %s FROM %s f JOIN %s k ON f.file_index = k.file_index"
              .formatted(selected, read(files), setup.table(constants.query(files))));
    }
  }

  private String selected(ColumnSql sql) {
    return columns.isEmpty()
        ? "NULL"
        : columns.stream().map(sql::select).collect(Collectors.joining(", "));
  }

  private String read(List<ScanPlan.File> files) {
    List<String> paths = files.stream().map(ScanText::path).toList();
    return "read_parquet(%s, %s)"
        .formatted(literal ? SqlText.list(paths) : setup.list(paths), parameters);
  }

  private static String path(ScanPlan.File file) {
    if (URI.matcher(file.path()).matches()) {
      throw IceRunnerException.unsupported(
          "Cannot read the data file %s: the engine duckdb reads local files only"
              .formatted(file.path()));
    }
    return SqlText.globLiteral(file.path());
  }

  private static List<List<ScanPlan.File>> parts(ScanPlan.Group group) {
    List<ScanPlan.File> files = new ArrayList<>(group.files());
    typicalFirst(files);
    int most = Math.max(ESTIMATED_FILES, (files.size() + MOST_BRANCHES - 1) / MOST_BRANCHES);
    List<List<ScanPlan.File>> parts = new ArrayList<>();
    for (int from = 0; from < files.size(); from += most) {
      parts.add(files.subList(from, Math.min(files.size(), from + most)));
    }
    return parts;
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
}
