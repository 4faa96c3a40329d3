package io.icerunner.internal.types;

import io.icerunner.spi.TypeMapper.ArrowMapping;
import io.icerunner.spi.TypeMapper.VectorConversion;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Turns batches in canonical layout into what clients see. Without a host's mapper for any column
 * it {@link #isIdentity() does nothing} and need not be called. Immutable.
 */
public final class ShownConversion {
  private final Schema schema;
  private final List<@Nullable VectorConversion> conversions;

  private ShownConversion(Schema schema, List<@Nullable VectorConversion> conversions) {
    this.schema = schema;
    this.conversions = conversions;
  }

  static ShownConversion of(Schema canonical, List<@Nullable ArrowMapping> mappings) {
    List<Field> fields = new ArrayList<>();
    List<@Nullable VectorConversion> conversions = new ArrayList<>();
    for (int i = 0; i < mappings.size(); i++) {
      ArrowMapping mapping = mappings.get(i);
      fields.add(mapping == null ? canonical.getFields().get(i) : mapping.field());
      conversions.add(mapping == null ? null : mapping.conversion());
    }
    return new ShownConversion(new Schema(fields), conversions);
  }

  /** The schema that clients see. */
  public Schema schema() {
    return schema;
  }

  /** Whether canonical batches are shown as they are. */
  public boolean isIdentity() {
    return conversions.stream().allMatch(conversion -> conversion == null);
  }

  /**
   * The conversion of some of the columns.
   *
   * @param columns their positions, in the order of the batches
   */
  public ShownConversion select(List<Integer> columns) {
    List<Field> fields = new ArrayList<>();
    List<@Nullable VectorConversion> selected = new ArrayList<>();
    for (int column : columns) {
      fields.add(schema.getFields().get(column));
      selected.add(conversions.get(column));
    }
    return new ShownConversion(new Schema(fields), selected);
  }

  /**
   * @param canonical stays as it is and remains the caller's
   * @param allocator for what is converted; what is not shares its buffers
   * @return a batch that the caller closes
   */
  public VectorSchemaRoot convert(VectorSchemaRoot canonical, BufferAllocator allocator) {
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int i = 0; i < conversions.size(); i++) {
        VectorConversion conversion = conversions.get(i);
        FieldVector source = canonical.getVector(i);
        vectors.add(
            conversion == null
                ? shared(source, schema.getFields().get(i), allocator)
                : conversion.convert(source, allocator));
      }
      return new VectorSchemaRoot(schema, vectors, canonical.getRowCount());
    } catch (RuntimeException | Error e) {
      vectors.forEach(FieldVector::close);
      throw e;
    }
  }

  private static FieldVector shared(FieldVector source, Field field, BufferAllocator allocator) {
    try (BatchAssembly assembly = new BatchAssembly(allocator, null)) {
      SharedColumn.append(source, assembly);
      return assembly.finish(field);
    }
  }
}
