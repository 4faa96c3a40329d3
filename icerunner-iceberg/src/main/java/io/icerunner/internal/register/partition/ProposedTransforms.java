package io.icerunner.internal.register.partition;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Transforms that may be proposed for a column, from the finest to the coarsest. */
final class ProposedTransforms {
  private static final int GREATEST_WIDTH = 1_000_000_000;

  private ProposedTransforms() {}

  static List<Transform<?, ?>> ofTimes(Type type) {
    return switch (type.typeId()) {
      case DATE -> List.of(Transforms.day(), Transforms.month(), Transforms.year());
      case TIMESTAMP, TIMESTAMP_NANO ->
          List.of(Transforms.hour(), Transforms.day(), Transforms.month(), Transforms.year());
      default -> List.of();
    };
  }

  /** Identity, then truncation to a prefix that all files have, or to powers of ten. */
  static List<Transform<?, ?>> ofOthers(Types.NestedField column, ProposalSample sample) {
    return switch (column.type().typeId()) {
      case STRING -> texts(prefix(column, sample));
      case INTEGER, LONG -> numbers();
      case BOOLEAN, UUID, DECIMAL, TIME -> List.of(Transforms.identity());
      default -> List.of();
    };
  }

  private static List<Transform<?, ?>> texts(int prefix) {
    return prefix == 0
        ? List.of(Transforms.identity())
        : List.of(Transforms.identity(), Transforms.truncate(prefix));
  }

  private static List<Transform<?, ?>> numbers() {
    List<Transform<?, ?>> transforms = new ArrayList<>();
    transforms.add(Transforms.identity());
    for (long width = 10; width <= GREATEST_WIDTH; width *= 10) {
      transforms.add(Transforms.truncate((int) width));
    }
    return transforms;
  }

  /** The length of the shortest prefix that both bounds of a file share, in code points. */
  private static int prefix(Types.NestedField column, ProposalSample sample) {
    return sample
        .statistics(column)
        .filter(ColumnStatistics::isBounded)
        .mapToInt(it -> common(String.valueOf(it.lower()), String.valueOf(it.upper())))
        .min()
        .orElse(0);
  }

  private static int common(String lower, String upper) {
    int[] left = lower.codePoints().toArray();
    int[] right = upper.codePoints().toArray();
    int length = 0;
    while (length < Math.min(left.length, right.length) && left[length] == right[length]) {
      length++;
    }
    return length;
  }
}
