package io.icerunner.internal.scan;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.ExpressionVisitors.ExpressionVisitor;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.expressions.NamedReference;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Widens a filter so that pruning by Iceberg's statistics keeps every file that an SQL engine finds
 * rows in: to SQL engines NaN is the greatest value and equal to itself, while statistics leave it
 * out; 0.0 and -0.0 are equal; a float is compared with a double as a double; and UUIDs have orders
 * that differ between writers.
 */
final class EngineComparison extends ExpressionVisitor<Expression> {
  private final Schema schema;

  private EngineComparison(Schema schema) {
    this.schema = schema;
  }

  static Expression widen(Expression filter, Schema schema) {
    return ExpressionVisitors.visit(Expressions.rewriteNot(filter), new EngineComparison(schema));
  }

  @Override
  public Expression alwaysTrue() {
    return Expressions.alwaysTrue();
  }

  @Override
  public Expression alwaysFalse() {
    return Expressions.alwaysFalse();
  }

  @Override
  public Expression and(Expression left, Expression right) {
    return Expressions.and(left, right);
  }

  @Override
  public Expression or(Expression left, Expression right) {
    return Expressions.or(left, right);
  }

  @Override
  public <T> Expression predicate(UnboundPredicate<T> predicate) {
    Type type = typeOf(predicate);
    if (type == null) {
      return predicate;
    }
    return switch (type.typeId()) {
      case FLOAT, DOUBLE -> floating(predicate, type.typeId() == Type.TypeID.FLOAT);
      case UUID -> isNullCheck(predicate) ? predicate : Expressions.alwaysTrue();
      default -> predicate;
    };
  }

  private @Nullable Type typeOf(UnboundPredicate<?> predicate) {
    Types.NestedField field = schema.findField(predicate.ref().name());
    return field == null || !(predicate.term() instanceof NamedReference) ? null : field.type();
  }

  private static boolean isNullCheck(UnboundPredicate<?> predicate) {
    return predicate.op() == Operation.IS_NULL || predicate.op() == Operation.NOT_NULL;
  }

  private static <T> Expression floating(UnboundPredicate<T> predicate, boolean isFloat) {
    String name = predicate.ref().name();
    return switch (predicate.op()) {
      case GT, GT_EQ ->
          Expressions.or(
              isFloat || predicate.op() == Operation.GT_EQ
                  ? Expressions.greaterThanOrEqual(name, lowest(predicate.literal()))
                  : predicate,
              Expressions.isNaN(name));
      case LT ->
          isFloat ? Expressions.lessThanOrEqual(name, highest(predicate.literal())) : predicate;
      case LT_EQ -> Expressions.lessThanOrEqual(name, highest(predicate.literal()));
      case EQ -> Expressions.in(name, bothZeros(List.of(predicate.literal())));
      case IN -> Expressions.in(name, bothZeros(predicate.literals()));
      default -> predicate;
    };
  }

  private static <T> Object lowest(Literal<T> literal) {
    return isZero(literal.value()) ? -0.0 : literal.value();
  }

  private static <T> Object highest(Literal<T> literal) {
    return isZero(literal.value()) ? 0.0 : literal.value();
  }

  private static <T> List<Object> bothZeros(List<Literal<T>> literals) {
    List<Object> values = new ArrayList<>();
    for (Literal<T> literal : literals) {
      values.add(literal.value());
      if (isZero(literal.value())) {
        values.clear();
        literals.forEach(other -> values.add(other.value()));
        values.add(0.0);
        values.add(-0.0);
        return values;
      }
    }
    return values;
  }

  private static boolean isZero(Object value) {
    return value instanceof Number number && number.doubleValue() == 0;
  }
}
