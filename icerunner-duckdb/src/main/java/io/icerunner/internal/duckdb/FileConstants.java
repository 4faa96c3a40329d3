package io.icerunner.internal.duckdb;

import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/** The constants of a group whose files have different ones. */
final class FileConstants {
  /** Up to here, a branch for each set of constants is quicker than a join with them. */
  private static final int FEW = 16;

  /** DuckDB's virtual column; a column of the files with this name would hide it. */
  private static final String FILE_INDEX = "file_index";

  private final ScanPlan.Group group;
  private final Schema table;

  /**
   * @param table the table's schema
   */
  FileConstants(ScanPlan.Group group, Schema table) {
    this.group = group;
    this.table = table;
  }

  static boolean areIn(ScanPlan.Group group) {
    return !group.files().get(0).constants().isEmpty();
  }

  /** Whether each set of constants is to have a branch of its own. */
  boolean areFew() {
    return hidesFileIndex()
        || group.files().stream().map(ScanPlan.File::constants).distinct().limit(FEW + 1L).count()
            <= FEW;
  }

  private boolean hidesFileIndex() {
    return group.fileSchema().columns().stream()
        .anyMatch(column -> column.name().equalsIgnoreCase(FILE_INDEX));
  }

  /** The files by constants, which become those of the group. */
  List<ScanPlan.Group> groups() {
    Map<Map<Integer, @Nullable Object>, List<ScanPlan.File>> filesOf = new LinkedHashMap<>();
    for (ScanPlan.File file : group.files()) {
      filesOf.computeIfAbsent(file.constants(), key -> new ArrayList<>()).add(file);
    }
    List<ScanPlan.Group> groups = new ArrayList<>();
    filesOf.forEach(
        (own, files) -> {
          Map<Integer, @Nullable Object> all = new HashMap<>(group.constants());
          all.putAll(own);
          groups.add(new ScanPlan.Group(group.fileSchema(), group.current(), all, files));
        });
    return groups;
  }

  /** The columns of {@link #query} by field id. */
  Map<Integer, String> columns(String qualifier) {
    return group.files().get(0).constants().keySet().stream()
        .collect(Collectors.toMap(id -> id, id -> qualifier + column(id)));
  }

  private static String column(int fieldId) {
    return "c" + fieldId;
  }

  /**
   * A query for the constants of some files: {@code file_index}, their number from 0, and a column
   * for each field. Each value is written once: numbers into a list are read faster than values.
   */
  String query(List<ScanPlan.File> files) {
    StringBuilder query = new StringBuilder("SELECT ");
    query.append("unnest(range(%d))::UBIGINT AS %s".formatted(files.size(), FILE_INDEX));
    for (int id : new TreeSet<>(files.get(0).constants().keySet())) {
      query.append(", unnest(").append(values(id, files)).append(") AS ").append(column(id));
    }
    return query.toString();
  }

  private String values(int fieldId, List<ScanPlan.File> files) {
    NestedField field = table.asStruct().field(fieldId);
    Map<@Nullable Object, Integer> numbers = new HashMap<>();
    List<String> literals = new ArrayList<>();
    List<String> chosen = new ArrayList<>(files.size());
    for (ScanPlan.File file : files) {
      Object value = file.constants().get(fieldId);
      Integer number = numbers.get(value);
      if (number == null) {
        literals.add(SqlLiterals.of(field.type(), value, field.name()));
        number = literals.size();
        numbers.put(value, number);
      }
      chosen.add(number.toString());
    }
    return "list_select([%s], string_split('%s', ',')::INTEGER[])"
        .formatted(String.join(", ", literals), String.join(",", chosen));
  }
}
