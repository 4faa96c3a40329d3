package io.icerunner.internal.duckdb.sql;

import io.icerunner.internal.duckdb.sql.SqlValue.Approximate;
import io.icerunner.internal.duckdb.sql.SqlValue.Exact;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of a float or double column. To DuckDB NaN is greater than every number, and the
 * zeros are equal; Iceberg's bounds know no NaN, and order the zeros. A constant that may not be
 * compared in the column's own precision is widened by one step to both sides.
 */
final class FloatingFilter {
  private static final int EXACT_DIGITS = 15;

  private FloatingFilter() {}

  static @Nullable Expression compare(NestedField column, Comparison comparison, SqlValue value) {
    Double number = number(value);
    if (number == null) {
      return null;
    }
    boolean single = column.type().typeId() == Type.TypeID.FLOAT;
    if (single && Math.abs(number) >= Float.MAX_VALUE) {
      return null;
    }
    Object low = single ? (Object) Math.nextDown(number.floatValue()) : lowest(number);
    Object high = single ? (Object) Math.nextUp(number.floatValue()) : highest(number);
    String name = column.name();
    Expression atLeast = Expressions.greaterThanOrEqual(name, low);
    Expression atMost = Expressions.lessThanOrEqual(name, high);
    return switch (comparison) {
      case EQUAL ->
          low.equals(high) ? Expressions.equal(name, low) : Expressions.and(atLeast, atMost);
      case NOT_EQUAL -> single ? null : Expressions.notEqual(name, number);
      case LESS -> single ? atMost : Expressions.lessThan(name, high);
      case LESS_OR_EQUAL -> atMost;
      case GREATER -> orNaN(name, single ? atLeast : Expressions.greaterThan(name, low));
      case GREATER_OR_EQUAL -> orNaN(name, atLeast);
    };
  }

  private static Expression orNaN(String name, Expression expression) {
    return Expressions.or(expression, Expressions.isNaN(name));
  }

  private static Double lowest(double number) {
    return number == 0 ? -0.0 : number;
  }

  private static Double highest(double number) {
    return number == 0 ? 0.0 : number;
  }

  private static @Nullable Double number(SqlValue value) {
    if (value instanceof Approximate number) {
      return Double.isFinite(number.value()) ? number.value() : null;
    }
    boolean exact =
        value instanceof Exact number
            && number.value().precision() <= EXACT_DIGITS
            && Math.abs(number.value().scale()) <= EXACT_DIGITS;
    return exact ? ((Exact) value).value().doubleValue() : null;
  }
}
