package io.icerunner.internal.flight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** How many columns and buffers the batches of a stream must have, by its schema. */
final class BatchShape {
  private static final int INDEX_BUFFERS = 2;

  private final Counts batch;
  private final Map<Long, Counts> dictionaries = new HashMap<>();

  BatchShape(Schema schema) {
    batch = counts(schema.getFields());
    collect(schema.getFields());
  }

  private record Counts(int nodes, int buffers, boolean hasViews) {
    Counts plus(Counts other) {
      return new Counts(nodes + other.nodes, buffers + other.buffers, hasViews || other.hasViews);
    }
  }

  private static Counts counts(List<Field> fields) {
    Counts sum = new Counts(0, 0, false);
    for (Field field : fields) {
      sum =
          sum.plus(
              field.getDictionary() != null
                  ? new Counts(1, INDEX_BUFFERS, false)
                  : plainCounts(field));
    }
    return sum;
  }

  private static Counts plainCounts(Field field) {
    ArrowType type = field.getType();
    boolean isView = type instanceof ArrowType.Utf8View || type instanceof ArrowType.BinaryView;
    return new Counts(1, TypeLayout.getTypeBufferCount(type), isView)
        .plus(counts(field.getChildren()));
  }

  private void collect(List<Field> fields) {
    for (Field field : fields) {
      if (field.getDictionary() != null) {
        dictionaries.put(field.getDictionary().getId(), plainCounts(field));
      }
      collect(field.getChildren());
    }
  }

  /** Why a batch does not fit the schema; null if it does. */
  @Nullable String fault(Message header) {
    RecordBatch found = CheckedMessage.batch(header);
    if (found == null) {
      return null;
    }
    Long id = CheckedMessage.dictionary(header);
    if (CheckedMessage.isDelta(header)) {
      // Flight would take it for the whole dictionary and so read other values.
      return "it extends dictionary %s and extending is not supported; send the whole dictionary"
          .formatted(id);
    }
    Counts wanted = id == null ? batch : dictionaries.get(id);
    if (wanted == null) {
      return "its dictionary %s is not in the schema".formatted(id);
    }
    boolean fits =
        found.nodesLength() == wanted.nodes
            && (wanted.hasViews || found.buffersLength() == wanted.buffers);
    return fits
        ? null
        : "it has %s columns with %s buffers, and by the schema there are %s with %s"
            .formatted(found.nodesLength(), found.buffersLength(), wanted.nodes, wanted.buffers);
  }
}
