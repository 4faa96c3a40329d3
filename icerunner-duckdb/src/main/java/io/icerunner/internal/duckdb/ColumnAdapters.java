package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** Chooses how an exported column becomes the announced one. */
final class ColumnAdapters {
  private final LongFunction<FieldVector> dictionaries;

  /**
   * @param dictionaries gives the vector of a dictionary by its id
   */
  ColumnAdapters(LongFunction<FieldVector> dictionaries) {
    this.dictionaries = dictionaries;
  }

  /**
   * The adapter of a column.
   *
   * @throws IceRunnerException INTERNAL naming the column if the exported type cannot become the
   *     announced one
   */
  ColumnAdapter between(Field source, Field target) {
    ColumnAdapter values = between(source, target, target.getName());
    return target.isNullable() ? values : new RequiredColumn(target.getName(), values);
  }

  private ColumnAdapter between(Field source, Field target, String column) {
    if (source.getDictionary() != null) {
      return new DictionaryText(dictionaries, source.getDictionary().getId());
    }
    MinorType from = Types.getMinorTypeForArrowType(source.getType());
    MinorType to = Types.getMinorTypeForArrowType(target.getType());
    if (from == to) {
      return same(source, target, from, column);
    }
    ColumnAdapter converted = converted(from, to, target, column);
    if (converted == null) {
      throw mismatch(source, target, column);
    }
    return converted;
  }

  private ColumnAdapter same(Field source, Field target, MinorType type, String column) {
    int children = target.getChildren().size();
    if (source.getChildren().size() != children) {
      throw mismatch(source, target, column);
    }
    if (children > 0) {
      List<ColumnAdapter> adapters = new ArrayList<>();
      for (int i = 0; i < children; i++) {
        adapters.add(between(source.getChildren().get(i), target.getChildren().get(i), column));
      }
      return new NestedColumn(adapters);
    }
    if (type == MinorType.DECIMAL) {
      return decimal(source, target, column);
    }
    if (type == MinorType.FIXEDSIZEBINARY && !source.getType().equals(target.getType())) {
      throw mismatch(source, target, column);
    }
    return SharedBuffers.INSTANCE;
  }

  private static ColumnAdapter decimal(Field source, Field target, String column) {
    if (!source.getType().equals(target.getType())) {
      throw mismatch(source, target, column);
    }
    boolean mayBeHugeInt = ((ArrowType.Decimal) source.getType()).getPrecision() == 38;
    return mayBeHugeInt ? new CheckedDecimal(column) : SharedBuffers.INSTANCE;
  }

  private static @Nullable ColumnAdapter converted(
      MinorType from, MinorType to, Field target, String column) {
    return switch (from) {
      case UINT1, UINT2 -> to == MinorType.INT ? new WiderUnsigned(from) : null;
      case UINT4 -> to == MinorType.BIGINT ? new WiderUnsigned(from) : null;
      case UINT8 -> to == MinorType.DECIMAL ? new WiderUnsigned(from) : null;
      case VARCHAR -> to == MinorType.FIXEDSIZEBINARY ? new TextUuid() : null;
      case VARBINARY ->
          to == MinorType.FIXEDSIZEBINARY
              ? new FixedBinary(
                  column, ((ArrowType.FixedSizeBinary) target.getType()).getByteWidth())
              : null;
      case TIMESTAMPMICRO, TIMESTAMPMICROTZ ->
          to == MinorType.TIMESTAMPMICRO || to == MinorType.TIMESTAMPMICROTZ
              ? SharedBuffers.INSTANCE
              : null;
      case TIMESTAMPNANO, TIMESTAMPNANOTZ ->
          to == MinorType.TIMESTAMPNANO || to == MinorType.TIMESTAMPNANOTZ
              ? SharedBuffers.INSTANCE
              : null;
      default -> null;
    };
  }

  private static IceRunnerException mismatch(Field source, Field target, String column) {
    return IceRunnerException.internal(
        "Cannot return the column %s: DuckDB gives %s where %s was announced"
            .formatted(column, source, target),
        null);
  }
}
