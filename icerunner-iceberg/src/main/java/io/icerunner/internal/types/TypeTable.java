package io.icerunner.internal.types;

import static io.icerunner.internal.types.Conversions.timeOfDay;
import static io.icerunner.internal.types.Conversions.times;
import static io.icerunner.internal.types.Conversions.wholePart;

import io.icerunner.internal.types.FixedWidthStep.Conversion;
import io.icerunner.internal.types.FixedWidthStep.Reading;
import io.icerunner.internal.types.FixedWidthStep.Writing;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Types;

/**
 * The one description of what becomes of every Arrow type. Schemas are mapped, batches are
 * converted and the documentation is written by these rows.
 */
final class TypeTable {
  private static final String NS_HINT =
      "; a table of format version 3 holds nanoseconds ('format-version' = '3')";

  private static final Map<ArrowKind, TypeRow> ROWS = rows();

  private TypeTable() {}

  static TypeRow row(ArrowKind kind) {
    TypeRow row = ROWS.get(kind);
    if (row == null) {
      throw new IllegalStateException("No row for " + kind);
    }
    return row;
  }

  private static Map<ArrowKind, TypeRow> rows() {
    EnumMap<ArrowKind, TypeRow> rows = new EnumMap<>(ArrowKind.class);
    for (List<TypeRow> part :
        List.of(
            numbers(), decimals(), datesAndTimes(), timestamps(), texts(), nested(), others())) {
      part.forEach(row -> rows.put(row.kind(), row));
    }
    return rows;
  }

  private static List<TypeRow> numbers() {
    return List.of(
        TypeRow.of(ArrowKind.BOOL, "bool", Target.same(Types.BooleanType.get())),
        TypeRow.of(
            ArrowKind.BOOL8,
            "extension arrow.bool8",
            Target.of(
                Types.BooleanType.get(),
                Fit.WIDENED,
                (from, to, field, path) -> new Bool8Step(field))),
        integer(ArrowKind.INT8, "int8", Reading.INT8),
        integer(ArrowKind.INT16, "int16", Reading.INT16),
        TypeRow.of(
            ArrowKind.INT32, "int32", Target.same(Types.IntegerType.get()), toLong(Reading.INT32)),
        TypeRow.of(ArrowKind.INT64, "int64", Target.same(Types.LongType.get())),
        integer(ArrowKind.UINT8, "uint8", Reading.UINT8),
        integer(ArrowKind.UINT16, "uint16", Reading.UINT16),
        TypeRow.of(ArrowKind.UINT32, "uint32", toLong(Reading.UINT32)),
        TypeRow.of(ArrowKind.UINT64, "uint64", Target.UINT64_TO_DECIMAL),
        TypeRow.of(
            ArrowKind.HALF_FLOAT,
            "halffloat",
            Target.fixed(
                Types.FloatType.get(),
                Fit.WIDENED,
                Reading.UINT16,
                Conversions.HALF_TO_FLOAT,
                Writing.INT32),
            Target.fixed(
                Types.DoubleType.get(),
                Fit.WIDENED,
                Reading.UINT16,
                Conversions.HALF_TO_DOUBLE,
                Writing.INT64)),
        TypeRow.of(
            ArrowKind.FLOAT,
            "float",
            Target.same(Types.FloatType.get()),
            Target.fixed(
                Types.DoubleType.get(),
                Fit.WIDENED,
                Reading.INT32,
                Conversions.FLOAT_TO_DOUBLE,
                Writing.INT64)),
        TypeRow.of(ArrowKind.DOUBLE, "double", Target.same(Types.DoubleType.get())));
  }

  private static TypeRow integer(ArrowKind kind, String arrow, Reading reading) {
    return TypeRow.of(
        kind,
        arrow,
        Target.fixed(Types.IntegerType.get(), Fit.WIDENED, reading, Conversion.SAME, Writing.INT32),
        toLong(reading));
  }

  private static Target toLong(Reading reading) {
    return Target.fixed(Types.LongType.get(), Fit.WIDENED, reading, Conversion.SAME, Writing.INT64);
  }

  private static List<TypeRow> decimals() {
    return List.of(
        TypeRow.of(ArrowKind.DECIMAL32, "decimal32(p, s)", DecimalTarget.narrow(Reading.INT32)),
        TypeRow.of(ArrowKind.DECIMAL64, "decimal64(p, s)", DecimalTarget.narrow(Reading.INT64)),
        TypeRow.of(ArrowKind.DECIMAL128, "decimal128(p, s)", DecimalTarget.same()),
        TypeRow.of(ArrowKind.DECIMAL256, "decimal256(p, s)", DecimalTarget.wide()));
  }

  private static List<TypeRow> datesAndTimes() {
    return List.of(
        TypeRow.of(ArrowKind.DATE32, "date32", Target.same(Types.DateType.get())),
        TypeRow.of(
            ArrowKind.DATE64,
            "date64",
            Target.fixed(
                Types.DateType.get(),
                Fit.CHECKED,
                Reading.INT64,
                Conversions.MILLIS_TO_DAYS,
                Writing.INT32)),
        time(ArrowKind.TIME32_S, "time32[s]", Reading.INT32, times(1_000_000, "time")),
        time(ArrowKind.TIME32_MS, "time32[ms]", Reading.INT32, times(1_000, "time")),
        TypeRow.of(
            ArrowKind.TIME64_US,
            "time64[us]",
            Target.of(
                Types.TimeType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new ShareStep(field, new TimeOfDayCheck(path)))),
        TypeRow.of(
            ArrowKind.TIME64_NS,
            "time64[ns]",
            Target.fixed(
                Types.TimeType.get(),
                Fit.CHECKED,
                Reading.INT64,
                timeOfDay(wholePart(1_000, "")),
                Writing.INT64)));
  }

  private static TypeRow time(ArrowKind kind, String arrow, Reading reading, Conversion toMicros) {
    return TypeRow.of(
        kind,
        arrow,
        Target.fixed(
            Types.TimeType.get(), Fit.WIDENED, reading, timeOfDay(toMicros), Writing.INT64));
  }

  private static List<TypeRow> timestamps() {
    Types.TimestampType plain = Types.TimestampType.withoutZone();
    Types.TimestampNanoType plainNano = Types.TimestampNanoType.withoutZone();
    Types.TimestampType zoned = Types.TimestampType.withZone();
    Types.TimestampNanoType zonedNano = Types.TimestampNanoType.withZone();
    return List.of(
        coarse(ArrowKind.TIMESTAMP_S, "timestamp[s]", 1_000_000, plain, plainNano),
        coarse(ArrowKind.TIMESTAMP_MS, "timestamp[ms]", 1_000, plain, plainNano),
        micros(ArrowKind.TIMESTAMP_US, "timestamp[us]", plain, plainNano),
        nanos(ArrowKind.TIMESTAMP_NS, "timestamp[ns]", plain, plainNano),
        coarse(ArrowKind.TIMESTAMPTZ_S, "timestamp[s, tz]", 1_000_000, zoned, zonedNano),
        coarse(ArrowKind.TIMESTAMPTZ_MS, "timestamp[ms, tz]", 1_000, zoned, zonedNano),
        micros(ArrowKind.TIMESTAMPTZ_US, "timestamp[us, tz]", zoned, zonedNano),
        nanos(ArrowKind.TIMESTAMPTZ_NS, "timestamp[ns, tz]", zoned, zonedNano));
  }

  private static TypeRow coarse(
      ArrowKind kind,
      String arrow,
      long toMicros,
      Types.TimestampType micros,
      Types.TimestampNanoType nanos) {
    return TypeRow.of(
        kind,
        arrow,
        Target.fixed(
            micros, Fit.WIDENED, Reading.INT64, times(toMicros, "" + micros), Writing.INT64),
        Target.fixed(
            nanos, Fit.WIDENED, Reading.INT64, times(toMicros * 1_000, "" + nanos), Writing.INT64));
  }

  private static TypeRow micros(
      ArrowKind kind, String arrow, Types.TimestampType micros, Types.TimestampNanoType nanos) {
    return TypeRow.of(
        kind,
        arrow,
        Target.same(micros),
        Target.fixed(nanos, Fit.WIDENED, Reading.INT64, times(1_000, "" + nanos), Writing.INT64));
  }

  private static TypeRow nanos(
      ArrowKind kind, String arrow, Types.TimestampType micros, Types.TimestampNanoType nanos) {
    return TypeRow.of(
        kind,
        arrow,
        Target.same(nanos),
        Target.fixed(micros, Fit.CHECKED, Reading.INT64, wholePart(1_000, NS_HINT), Writing.INT64));
  }

  private static List<TypeRow> texts() {
    return List.of(
        TypeRow.of(
            ArrowKind.UTF8,
            "string",
            Target.of(
                Types.StringType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new ValuesStep(field, new Utf8Check(path)))),
        TypeRow.of(
            ArrowKind.LARGE_UTF8,
            "large_string",
            Target.of(
                Types.StringType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new LargeValuesStep(field, path, new Utf8Check(path)))),
        TypeRow.of(
            ArrowKind.UTF8_VIEW,
            "string_view",
            Target.of(
                Types.StringType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new ViewStep(field, path, new Utf8Check(path)))),
        TypeRow.of(
            ArrowKind.BINARY,
            "binary",
            Target.of(
                Types.BinaryType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new ValuesStep(field, ValueCheck.NONE))),
        TypeRow.of(
            ArrowKind.LARGE_BINARY,
            "large_binary",
            Target.of(
                Types.BinaryType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new LargeValuesStep(field, path, null))),
        TypeRow.of(
            ArrowKind.BINARY_VIEW,
            "binary_view",
            Target.of(
                Types.BinaryType.get(),
                Fit.LOSSLESS,
                (from, to, field, path) -> new ViewStep(field, path, null))),
        TypeRow.of(
            ArrowKind.FIXED_SIZE_BINARY,
            "fixed_size_binary(L)",
            Target.FIXED,
            Target.same(Types.UUIDType.get())),
        TypeRow.of(
            ArrowKind.UUID,
            "extension arrow.uuid",
            Target.same(Types.UUIDType.get()),
            Target.FIXED));
  }

  private static List<TypeRow> nested() {
    return List.of(
        TypeRow.nested(ArrowKind.STRUCT, "struct", "struct"),
        TypeRow.nested(ArrowKind.LIST, "list", "list"),
        TypeRow.nested(ArrowKind.LARGE_LIST, "large_list", "list"),
        TypeRow.nested(ArrowKind.LIST_VIEW, "list_view", "list"),
        TypeRow.nested(ArrowKind.LARGE_LIST_VIEW, "large_list_view", "list"),
        TypeRow.nested(ArrowKind.FIXED_SIZE_LIST, "fixed_size_list(L)", "list"),
        TypeRow.nested(ArrowKind.MAP, "map", "map"));
  }

  private static List<TypeRow> others() {
    return List.of(
        TypeRow.of(ArrowKind.NULL, "null", Target.UNKNOWN),
        TypeRow.refused(
            ArrowKind.DURATION,
            "duration",
            "Iceberg has no duration; send it as int64 in the unit you want"),
        TypeRow.refused(
            ArrowKind.INTERVAL, "interval", "Iceberg has no interval; send its parts as integers"),
        TypeRow.refused(ArrowKind.UNION, "union", "Iceberg has no union; send one column per type"),
        TypeRow.refused(
            ArrowKind.VARIANT, "extension arrow.parquet.variant", "variant is not supported yet"),
        TypeRow.refused(ArrowKind.OTHER, "anything else", "the type is not known"));
  }
}
