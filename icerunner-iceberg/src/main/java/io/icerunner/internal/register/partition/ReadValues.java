package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Takes the values of a column and tells whether all are in one partition. */
final class ReadValues implements Consumer<@Nullable Object> {
  private final FieldRule rule;
  private boolean empty = true;
  private @Nullable Object first;
  private @Nullable Object partition;
  private @Nullable String difference;

  ReadValues(FieldRule rule) {
    this.rule = rule;
  }

  @Override
  public void accept(@Nullable Object read) {
    if (difference != null) {
      return;
    }
    Object value = internal(read);
    Object mine = rule.transform().apply(value);
    if (empty) {
      first = value;
      partition = mine;
      empty = false;
    } else if (!rule.transform().isSame(partition, mine)) {
      difference = describe(value, mine);
    }
    if (isZero(value) && isZero(mine)) {
      difference = "column %s has a zero, which may have either sign".formatted(rule.name());
    }
  }

  boolean isEmpty() {
    return empty;
  }

  @Nullable Object partition() {
    return partition;
  }

  /** Why the values are not in one partition; null if they are. */
  @Nullable String difference() {
    return difference;
  }

  private String describe(@Nullable Object value, @Nullable Object mine) {
    BoundTransform transform = rule.transform();
    return "column %s has %s and %s, which are in partitions %s and %s of %s"
        .formatted(
            rule.name(),
            transform.sourceText(first),
            transform.sourceText(value),
            transform.resultText(partition),
            transform.resultText(mine),
            transform.text(rule.name()));
  }

  /** Zeros are equal to whoever reads distinct values, and two values to Iceberg. */
  private static boolean isZero(@Nullable Object value) {
    return value instanceof Double real && real == 0
        || value instanceof Float single && single == 0;
  }

  /** A value as the table's type has it. */
  private @Nullable Object internal(@Nullable Object value) {
    Type type = rule.column().type();
    if (value == null || type.typeId().javaClass().isInstance(value)) {
      return value instanceof BigDecimal decimal
          ? decimal.setScale(((Types.DecimalType) type).scale())
          : value;
    }
    if (value instanceof Integer number && type.typeId() == Type.TypeID.LONG) {
      return number.longValue();
    }
    if (value instanceof Float number && type.typeId() == Type.TypeID.DOUBLE) {
      return number.doubleValue();
    }
    if (value instanceof byte[] bytes && type.typeId().javaClass() == ByteBuffer.class) {
      return ByteBuffer.wrap(bytes);
    }
    throw IceRunnerException.unsupported(
        "Cannot read column %s as %s: the reader gave a %s"
            .formatted(rule.name(), type, value.getClass().getName()));
  }
}
