package io.icerunner.spi;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Decides how an Arrow field is stored in Iceberg and how an Iceberg field is shown in Arrow.
 * Mappers form a chain: those of the host first, the built-in one last; the first that answers
 * decides.
 *
 * <p>The built-in mapper gives every Iceberg type one Arrow type, its canonical one. A host's
 * mapper overrides a pair in either direction by naming the other type and the conversion between
 * its vectors and canonical ones.
 */
public interface TypeMapper {

  /**
   * How a column that arrives is stored.
   *
   * @param field the Arrow field, as the client sent it
   * @param formatVersion of the Iceberg table
   * @return null if this mapper has no opinion
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED naming the field, to refuse it
   */
  default @Nullable IcebergMapping toIceberg(Field field, int formatVersion) {
    return null;
  }

  /**
   * How a column is shown to clients. Asked for top-level columns only.
   *
   * @param field the Iceberg field
   * @param formatVersion of the Iceberg table
   * @return null if this mapper has no opinion
   */
  default @Nullable ArrowMapping toArrow(Types.NestedField field, int formatVersion) {
    return null;
  }

  /**
   * @param type the Iceberg type to store
   * @param conversion from the vector that arrived to one of the type's canonical Arrow type
   */
  record IcebergMapping(Type type, VectorConversion conversion) {}

  /**
   * @param field the Arrow field to show, under the Iceberg field's name
   * @param conversion from a vector of the canonical Arrow type to one of the shown type
   */
  record ArrowMapping(Field field, VectorConversion conversion) {}

  /** Turns one vector into another with the same number of values. */
  @FunctionalInterface
  interface VectorConversion {
    /**
     * @param source not closed and not changed by the conversion
     * @param allocator for the result
     * @return a vector that the caller closes
     * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming field and value if a
     *     value does not fit
     */
    FieldVector convert(FieldVector source, BufferAllocator allocator);
  }
}
