package io.icerunner.internal.types;

import io.icerunner.internal.types.FixedWidthStep.Reading;
import io.icerunner.internal.types.FixedWidthStep.Writing;
import io.icerunner.internal.types.Target.StepMaker;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The decimal columns: same scale, at least the precision. */
final class DecimalTarget {
  private DecimalTarget() {}

  static Target narrow(Reading reading) {
    return target(
        Fit.WIDENED,
        (from, to, field, path) ->
            new FixedWidthStep(
                field,
                path,
                reading,
                Conversions.within(((Types.DecimalType) to).precision()),
                Writing.DECIMAL));
  }

  static Target same() {
    return target(
        Fit.LOSSLESS,
        (from, to, field, path) -> {
          Types.DecimalType decimal = (Types.DecimalType) to;
          return new ShareStep(field, Decimals.within(path, decimal.precision(), decimal.scale()));
        });
  }

  static Target wide() {
    return target(
        Fit.LOSSLESS,
        (from, to, field, path) -> {
          Types.DecimalType decimal = (Types.DecimalType) to;
          return new Decimals.NarrowingStep(field, path, decimal.precision(), decimal.scale());
        });
  }

  private static Target target(Fit fit, StepMaker maker) {
    return new Target(
        "decimal(p, s)", fit, DecimalTarget::inNewTable, DecimalTarget::accepts, maker);
  }

  private static @Nullable Type inNewTable(ArrowType from) {
    ArrowType.Decimal decimal = (ArrowType.Decimal) from;
    int precision = decimal.getPrecision();
    boolean holds =
        precision >= 1
            && precision <= Decimals.MAX_PRECISION
            && decimal.getScale() >= 0
            && decimal.getScale() <= precision;
    return holds ? Types.DecimalType.of(precision, decimal.getScale()) : null;
  }

  private static boolean accepts(ArrowType from, Type to) {
    ArrowType.Decimal decimal = (ArrowType.Decimal) from;
    return to instanceof Types.DecimalType column
        && column.scale() == decimal.getScale()
        && column.precision() >= decimal.getPrecision();
  }
}
