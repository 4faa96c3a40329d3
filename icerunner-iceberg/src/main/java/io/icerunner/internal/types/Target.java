package io.icerunner.internal.types;

import io.icerunner.internal.types.FixedWidthStep.Conversion;
import io.icerunner.internal.types.FixedWidthStep.Reading;
import io.icerunner.internal.types.FixedWidthStep.Writing;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A column type that an Arrow type may be stored in.
 *
 * @param column its name, as Iceberg prints it
 * @param fit how values go in
 * @param inNewTable the type a new table gets; null if this target is none for the Arrow type's
 *     parameters
 * @param accepts whether a column that exists takes the Arrow type
 * @param maker makes the conversion
 */
record Target(
    String column,
    Fit fit,
    Function<ArrowType, @Nullable Type> inNewTable,
    BiPredicate<ArrowType, Type> accepts,
    StepMaker maker) {

  /** Makes the conversion of one column. */
  @FunctionalInterface
  interface StepMaker {
    /**
     * @param from the storage type that arrives
     * @param to the column's type
     * @param field the column's canonical field
     * @param path its full name, for messages
     */
    ColumnStep make(ArrowType from, Type to, Field field, String path);
  }

  static final Target UINT64_TO_DECIMAL =
      new Target(
          "decimal(20, 0)",
          Fit.WIDENED,
          from -> Types.DecimalType.of(20, 0),
          (from, to) ->
              to instanceof Types.DecimalType decimal
                  && decimal.scale() == 0
                  && decimal.precision() >= 20,
          (from, to, field, path) ->
              new FixedWidthStep(
                  field, path, Reading.INT64, Conversion.SAME, Writing.UNSIGNED_DECIMAL));

  static final Target FIXED =
      new Target(
          "fixed(L)",
          Fit.LOSSLESS,
          from -> byteWidth(from) > 0 ? Types.FixedType.ofLength(byteWidth(from)) : null,
          (from, to) -> to instanceof Types.FixedType fixed && fixed.length() == byteWidth(from),
          (from, to, field, path) -> new ShareStep(field, ValueCheck.NONE));

  /** A column without values; every column that may be null takes it. */
  static final Target UNKNOWN =
      new Target(
          "unknown",
          Fit.LOSSLESS,
          from -> Types.UnknownType.get(),
          (from, to) -> true,
          (from, to, field, path) -> new AllNullStep(field));

  static Target of(Type type, Fit fit, StepMaker maker) {
    return new Target(
        type.toString(),
        fit,
        from -> accepts(from, type) ? type : null,
        (from, to) -> to.equals(type) && accepts(from, type),
        maker);
  }

  static Target same(Type type) {
    return of(type, Fit.LOSSLESS, (from, to, field, path) -> new ShareStep(field, ValueCheck.NONE));
  }

  static Target fixed(Type type, Fit fit, Reading reading, Conversion conversion, Writing writing) {
    return of(
        type,
        fit,
        (from, to, field, path) -> new FixedWidthStep(field, path, reading, conversion, writing));
  }

  private static boolean accepts(ArrowType from, Type to) {
    return to.typeId() != Type.TypeID.UUID || byteWidth(from) == 16;
  }

  private static int byteWidth(ArrowType type) {
    return ((ArrowType.FixedSizeBinary) type).getByteWidth();
  }
}
