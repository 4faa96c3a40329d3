package io.icerunner.internal.register.partition;

import java.util.Comparator;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.SerializableFunction;
import org.jspecify.annotations.Nullable;

/** A transform for values of one type. Thread-safe. */
final class BoundTransform {
  private final Transform<Object, Object> transform;
  private final Type source;
  private final Type result;
  private final SerializableFunction<Object, Object> function;
  private final Comparator<Object> order;

  private BoundTransform(Transform<Object, Object> transform, Type source) {
    this.transform = transform;
    this.source = source;
    this.result = transform.getResultType(source);
    this.function = transform.bind(source);
    this.order = Comparators.forType(result.asPrimitiveType());
  }

  @SuppressWarnings("unchecked") // values of the source type only come from that column
  static BoundTransform of(Transform<?, ?> transform, Type source) {
    return new BoundTransform((Transform<Object, Object>) transform, source);
  }

  boolean isVoid() {
    return transform.isVoid();
  }

  boolean preservesOrder() {
    return transform.preservesOrder();
  }

  @Nullable Object apply(@Nullable Object value) {
    return value == null ? null : function.apply(value);
  }

  boolean isSame(@Nullable Object left, @Nullable Object right) {
    return left == null || right == null ? left == right : order.compare(left, right) == 0;
  }

  /** Such as {@code month(date)}; a column by itself for identity. */
  String text(String column) {
    return transform.isIdentity() ? column : SpecText.field(transform.toString(), column);
  }

  String sourceText(@Nullable Object value) {
    return value == null ? "null" : Transforms.identity().toHumanString(source, value);
  }

  String resultText(@Nullable Object value) {
    return value == null ? "null" : transform.toHumanString(result, value);
  }
}
