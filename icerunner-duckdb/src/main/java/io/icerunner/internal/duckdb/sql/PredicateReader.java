package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.duckdb.sql.SqlValue.Null;
import io.icerunner.internal.duckdb.sql.SqlValue.Text;
import io.icerunner.spi.SqlQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a condition of a statement says about the rows of one table. The expression given
 * holds for every row for which the condition is true; null means that nothing is certain.
 */
final class PredicateReader {
  private static final int MOST_VALUES = 1000;

  private final Function<JsonNode, @Nullable NestedField> columns;
  private final SqlValues values;
  private final SqlQuery query;

  /**
   * @param columns gives the table's column that a node means; null if it is none for certain
   */
  PredicateReader(Function<JsonNode, @Nullable NestedField> columns, SqlQuery query) {
    this.columns = columns;
    this.values = new SqlValues(query);
    this.query = query;
  }

  @Nullable Expression read(JsonNode condition) {
    return read(condition, false);
  }

  private @Nullable Expression read(JsonNode node, boolean negated) {
    return switch (Tree.expressionClass(node)) {
      case "CONJUNCTION" -> conjunction(node, negated);
      case "COMPARISON" -> comparison(node, negated);
      case "BETWEEN" -> between(node, negated);
      case "OPERATOR" -> operator(node, negated);
      case "FUNCTION" -> function(node, negated);
      case "COLUMN_REF" -> flag(node, negated);
      case "CONSTANT" ->
          values.read(node) instanceof SqlValue.Bool bool
              ? bool.value() != negated ? Expressions.alwaysTrue() : Expressions.alwaysFalse()
              : null;
      default -> null;
    };
  }

  private @Nullable Expression conjunction(JsonNode node, boolean negated) {
    List<@Nullable Expression> parts = new ArrayList<>();
    node.path("children").forEach(child -> parts.add(read(child, negated)));
    boolean and = Tree.type(node).equals("CONJUNCTION_AND") != negated;
    return and ? and(parts) : or(parts);
  }

  /** Leaves out parts about which nothing is certain. */
  private static @Nullable Expression and(List<@Nullable Expression> parts) {
    Expression all = null;
    for (Expression part : parts) {
      if (part != null) {
        all = all == null ? part : Expressions.and(all, part);
      }
    }
    return all;
  }

  private static @Nullable Expression or(List<@Nullable Expression> parts) {
    Expression any = Expressions.alwaysFalse();
    for (Expression part : parts) {
      if (part == null) {
        return null;
      }
      any = Expressions.or(any, part);
    }
    return any;
  }

  private @Nullable Expression comparison(JsonNode node, boolean negated) {
    JsonNode left = node.path("left");
    JsonNode right = node.path("right");
    Comparison comparison = Comparison.of(node);
    if (comparison == null) {
      return negated ? null : sameAs(node, left, right);
    }
    Comparison wanted = negated ? comparison.negated() : comparison;
    Expression expression = compare(left, wanted, right);
    return expression != null ? expression : compare(right, wanted.flipped(), left);
  }

  /** {@code x IS NOT DISTINCT FROM constant}, which {@code flag IS TRUE} is, too. */
  private @Nullable Expression sameAs(JsonNode node, JsonNode left, JsonNode right) {
    if (!Tree.type(node).equals("COMPARE_NOT_DISTINCT_FROM")) {
      return null;
    }
    boolean cast =
        Tree.expressionClass(left).equals("CAST")
            && Tree.text(left.path("type_expr"), "type_name").equalsIgnoreCase("BOOLEAN");
    JsonNode child = left.path("child");
    NestedField column = cast ? columns.apply(child) : null;
    boolean flag = column != null && column.type().typeId() == Type.TypeID.BOOLEAN;
    return compare(flag ? child : left, Comparison.EQUAL, right);
  }

  private @Nullable Expression compare(JsonNode side, Comparison comparison, JsonNode other) {
    NestedField column = columns.apply(side);
    SqlValue value = values.read(other);
    if (value == null || column == null) {
      return column == null && value != null ? constants(side, comparison, value) : null;
    }
    if (value instanceof Null) {
      return null;
    }
    boolean literal = other.findValue("identifier") == null;
    return new ColumnFilter(column, query.timeZone()).compare(comparison, value, literal);
  }

  /** {@code 1 = 0}, as tools write it to see no rows. */
  private @Nullable Expression constants(JsonNode side, Comparison comparison, SqlValue value) {
    boolean different =
        values.read(side) instanceof SqlValue.Exact one
            && value instanceof SqlValue.Exact two
            && one.value().compareTo(two.value()) != 0;
    return different && comparison == Comparison.EQUAL ? Expressions.alwaysFalse() : null;
  }

  private @Nullable Expression between(JsonNode node, boolean negated) {
    JsonNode input = node.path("input");
    Comparison above = Comparison.GREATER_OR_EQUAL;
    Comparison below = Comparison.LESS_OR_EQUAL;
    List<@Nullable Expression> parts = new ArrayList<>();
    parts.add(compare(input, negated ? above.negated() : above, node.path("lower")));
    parts.add(compare(input, negated ? below.negated() : below, node.path("upper")));
    return negated ? or(parts) : and(parts);
  }

  private @Nullable Expression operator(JsonNode node, boolean negated) {
    JsonNode children = node.path("children");
    JsonNode first = children.path(0);
    return switch (Tree.type(node)) {
      case "OPERATOR_NOT" -> read(first, !negated);
      case "OPERATOR_IS_NULL" -> isNull(first, !negated);
      case "OPERATOR_IS_NOT_NULL" -> isNull(first, negated);
      case "COMPARE_IN" -> in(children, !negated);
      case "COMPARE_NOT_IN" -> in(children, negated);
      default -> null;
    };
  }

  private @Nullable Expression isNull(JsonNode node, boolean is) {
    NestedField column = columns.apply(node);
    if (column == null || !column.type().isPrimitiveType()) {
      return null;
    }
    return is ? Expressions.isNull(column.name()) : Expressions.notNull(column.name());
  }

  private @Nullable Expression in(JsonNode children, boolean in) {
    NestedField column = columns.apply(children.path(0));
    if (column == null || children.size() > MOST_VALUES + 1) {
      return null;
    }
    ColumnFilter filter = new ColumnFilter(column, query.timeZone());
    List<Object> list = new ArrayList<>();
    for (int i = 1; i < children.size(); i++) {
      SqlValue value = values.read(children.get(i));
      Object exact = value == null || value instanceof Null ? null : filter.exact(value);
      if (exact != null) {
        list.add(exact);
      } else if (!(value instanceof Null)) {
        return null;
      }
    }
    if (list.isEmpty()) {
      return null;
    }
    return in ? Expressions.in(column.name(), list) : Expressions.notIn(column.name(), list);
  }

  private @Nullable Expression function(JsonNode node, boolean negated) {
    List<JsonNode> arguments = Tree.arguments(node);
    NestedField column = arguments.size() == 2 ? columns.apply(arguments.get(0)) : null;
    boolean text = column != null && column.type().typeId() == Type.TypeID.STRING;
    if (column == null || !text || !(values.read(arguments.get(1)) instanceof Text pattern)) {
      return null;
    }
    return switch (Tree.functionName(node)) {
      case "~~" -> StringFilter.like(column.name(), pattern.value(), negated);
      case "!~~" -> StringFilter.like(column.name(), pattern.value(), !negated);
      case "^@", "starts_with", "prefix" ->
          StringFilter.startsWith(column.name(), pattern.value(), negated);
      default -> null;
    };
  }

  private @Nullable Expression flag(JsonNode node, boolean negated) {
    NestedField column = columns.apply(node);
    boolean flag = column != null && column.type().typeId() == Type.TypeID.BOOLEAN;
    return column != null && flag ? Expressions.equal(column.name(), !negated) : null;
  }
}
