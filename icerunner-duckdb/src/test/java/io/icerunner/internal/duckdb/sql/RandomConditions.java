package io.icerunner.internal.duckdb.sql;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;

/** Random conditions over the columns of {@link FiledTable}. */
final class RandomConditions {
  private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");

  private final Random random;
  private final RandomValues values;

  RandomConditions(Random random) {
    this.random = random;
    this.values = new RandomValues(random);
  }

  /**
   * @param qualifier in front of columns, or empty
   */
  String condition(String qualifier, int depth) {
    int die = random.nextInt(depth > 0 ? 10 : 6);
    return switch (die) {
      case 6, 7 -> joined(qualifier, depth, " AND ");
      case 8 -> joined(qualifier, depth, " OR ");
      case 9 -> "NOT (" + condition(qualifier, depth - 1) + ")";
      default -> leaf(qualifier);
    };
  }

  private String joined(String qualifier, int depth, String operator) {
    return IntStream.rangeClosed(0, 1 + random.nextInt(2))
        .mapToObj(n -> condition(qualifier, depth - 1))
        .collect(Collectors.joining(operator, "(", ")"));
  }

  private String leaf(String qualifier) {
    List<NestedField> columns = FiledTable.SCHEMA.columns();
    NestedField column = columns.get(random.nextInt(columns.size()));
    String name = qualifier + column.name();
    Type type = column.type();
    boolean text = type.typeId() == Type.TypeID.STRING;
    return switch (random.nextInt(text ? 12 : 9)) {
      case 0, 1, 2 -> name + " " + operator() + " " + values.constant(type);
      case 3 -> values.constant(type) + " " + operator() + " " + name;
      case 4 -> name + " IS " + (random.nextBoolean() ? "NOT " : "") + "NULL";
      case 5 -> name + not() + " IN (" + list(type) + ")";
      case 6, 7 ->
          "%s%s BETWEEN %s AND %s"
              .formatted(name, not(), values.constant(type), values.constant(type));
      case 8 ->
          type.typeId() == Type.TypeID.BOOLEAN
              ? name
              : name + " IS NOT DISTINCT FROM " + values.constant(type);
      case 9, 10 -> name + not() + " LIKE " + values.pattern();
      default -> "starts_with(%s, %s)".formatted(name, values.pattern());
    };
  }

  private String list(Type type) {
    return IntStream.rangeClosed(0, random.nextInt(4))
        .mapToObj(n -> values.constant(type))
        .collect(Collectors.joining(", "));
  }

  private String operator() {
    return OPERATORS.get(random.nextInt(OPERATORS.size()));
  }

  private String not() {
    return random.nextInt(3) == 0 ? " NOT" : "";
  }
}
