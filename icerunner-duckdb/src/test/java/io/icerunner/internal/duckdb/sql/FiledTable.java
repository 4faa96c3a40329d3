package io.icerunner.internal.duckdb.sql;

import io.icerunner.internal.duckdb.sql.TableSql.Occurrence;
import io.icerunner.internal.duckdb.sql.TableSql.Scan;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.NaNUtil;
import org.jspecify.annotations.Nullable;

/** A table of many small files of random rows, held by DuckDB, with the metrics Iceberg keeps. */
final class FiledTable implements TableSql {
  static final Schema SCHEMA =
      new Schema(
          NestedField.optional(1, "i", Types.IntegerType.get()),
          NestedField.optional(2, "b", Types.LongType.get()),
          NestedField.optional(3, "f", Types.FloatType.get()),
          NestedField.optional(4, "d", Types.DoubleType.get()),
          NestedField.optional(5, "s", Types.StringType.get()),
          NestedField.optional(6, "dec", Types.DecimalType.of(9, 2)),
          NestedField.optional(7, "dt", Types.DateType.get()),
          NestedField.optional(8, "ts", Types.TimestampType.withoutZone()),
          NestedField.optional(9, "tz", Types.TimestampType.withZone()),
          NestedField.optional(10, "flag", Types.BooleanType.get()));

  private static final int FILES = 120;

  private final String name;
  private final List<DataFile> files = new ArrayList<>();
  private final List<List<Row>> rowsOfFiles = new ArrayList<>();
  int kept;
  int pruned;

  /** A row for Iceberg's expressions. */
  private record Row(List<RandomValues.Value> values) implements StructLike {
    @Override
    public int size() {
      return values.size();
    }

    @Override
    public <T> @Nullable T get(int position, Class<T> type) {
      Object value = values.get(position).iceberg();
      return value == RandomValues.NULL ? null : type.cast(value);
    }

    @Override
    public <T> void set(int position, T value) {
      throw new UnsupportedOperationException();
    }
  }

  FiledTable(String name) {
    this.name = name;
  }

  void create(Connection connection, Random random) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + name
              + " (file INTEGER, i INTEGER, b BIGINT, f FLOAT, d DOUBLE, s VARCHAR, dec"
              + " DECIMAL(9,2), dt DATE, ts TIMESTAMP, tz TIMESTAMPTZ, flag BOOLEAN)");
      for (int file = 0; file < FILES; file++) {
        List<List<RandomValues.Value>> rows = rows(random);
        int number = file;
        statement.execute(
            rows.stream()
                .map(row -> "(" + number + ", " + join(row) + ")")
                .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES ", "")));
        files.add(dataFile(file, rows));
        rowsOfFiles.add(rows.stream().map(Row::new).toList());
      }
    }
  }

  private static String join(List<RandomValues.Value> row) {
    return row.stream().map(RandomValues.Value::sql).collect(Collectors.joining(", "));
  }

  private static List<List<RandomValues.Value>> rows(Random random) {
    int count = 1 + random.nextInt(3);
    RandomValues values = new RandomValues(random);
    return IntStream.range(0, count)
        .mapToObj(r -> SCHEMA.columns().stream().map(c -> values.stored(c.type())).toList())
        .toList();
  }

  private static DataFile dataFile(int number, List<List<RandomValues.Value>> rows) {
    Map<Integer, Long> valueCounts = new HashMap<>();
    Map<Integer, Long> nullCounts = new HashMap<>();
    Map<Integer, Long> nanCounts = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    for (int c = 0; c < SCHEMA.columns().size(); c++) {
      NestedField column = SCHEMA.columns().get(c);
      int index = c;
      List<Object> values = rows.stream().map(row -> row.get(index).iceberg()).toList();
      valueCounts.put(column.fieldId(), (long) rows.size());
      nullCounts.put(column.fieldId(), values.stream().filter(v -> v == RandomValues.NULL).count());
      long nans = values.stream().filter(NaNUtil::isNaN).count();
      if (column.type().typeId() == Type.TypeID.FLOAT
          || column.type().typeId() == Type.TypeID.DOUBLE) {
        nanCounts.put(column.fieldId(), nans);
      }
      Comparator<Object> order = Comparators.forType(column.type().asPrimitiveType());
      values.stream()
          .filter(v -> v != RandomValues.NULL && !NaNUtil.isNaN(v))
          .min(order)
          .ifPresent(v -> lower.put(column.fieldId(), Conversions.toByteBuffer(column.type(), v)));
      values.stream()
          .filter(v -> v != RandomValues.NULL && !NaNUtil.isNaN(v))
          .max(order)
          .ifPresent(v -> upper.put(column.fieldId(), Conversions.toByteBuffer(column.type(), v)));
    }
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("file-" + number)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10)
        .withMetrics(
            new Metrics((long) rows.size(), null, valueCounts, nullCounts, nanCounts, lower, upper))
        .build();
  }

  @Override
  public Scan scan(Occurrence occurrence) {
    return new Scan(select(keep(occurrence.filter())), List.of(), Set.of());
  }

  /** Reads all files. */
  Scan everything() {
    return new Scan(select(IntStream.range(0, FILES).boxed().toList()), List.of(), Set.of());
  }

  /** Leaves out every file that metrics or the values of partitions could ever leave out. */
  private List<Integer> keep(Expression filter) {
    InclusiveMetricsEvaluator metrics = new InclusiveMetricsEvaluator(SCHEMA, filter);
    Evaluator rows = new Evaluator(SCHEMA.asStruct(), filter);
    List<Integer> numbers =
        IntStream.range(0, FILES)
            .boxed()
            .filter(n -> metrics.eval(files.get(n)))
            .filter(n -> rowsOfFiles.get(n).stream().anyMatch(rows::eval))
            .toList();
    kept += numbers.size();
    pruned += FILES - numbers.size();
    return numbers;
  }

  private String select(List<Integer> numbers) {
    String columns =
        SCHEMA.columns().stream().map(NestedField::name).collect(Collectors.joining(", "));
    String list = numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return "SELECT %s FROM %s WHERE file IN (%s)"
        .formatted(columns, name, list.isEmpty() ? "-1" : list);
  }
}
