package io.icerunner.internal.parquet;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * The Iceberg type of a primitive Parquet column.
 *
 * @param canonical true if it is stored as Iceberg itself stores the type, so that a reader that
 *     knows nothing of Iceberg gives it the right type too
 */
public record StoredType(Type type, boolean canonical) {
  private static final int MOST_DIGITS = 38;

  public static StoredType of(PrimitiveType column) throws UnreadableFile {
    LogicalTypeAnnotation annotation = column.getLogicalTypeAnnotation();
    if (annotation == null) {
      return plain(column);
    } else if (annotation instanceof StringLogicalTypeAnnotation) {
      return new StoredType(Types.StringType.get(), true);
    } else if (annotation instanceof IntLogicalTypeAnnotation integer) {
      return integer(integer);
    } else if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(decimal);
    } else if (annotation instanceof DateLogicalTypeAnnotation) {
      return new StoredType(Types.DateType.get(), true);
    } else if (annotation instanceof TimeLogicalTypeAnnotation time) {
      return time(time);
    } else if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
      return timestamp(timestamp);
    } else if (annotation instanceof UUIDLogicalTypeAnnotation) {
      return new StoredType(Types.UUIDType.get(), true);
    } else if (annotation instanceof EnumLogicalTypeAnnotation
        || annotation instanceof JsonLogicalTypeAnnotation) {
      return new StoredType(Types.StringType.get(), false);
    } else if (annotation instanceof BsonLogicalTypeAnnotation) {
      return new StoredType(Types.BinaryType.get(), false);
    }
    throw new UnreadableFile("is stored as %s, which is not read".formatted(annotation));
  }

  private static StoredType plain(PrimitiveType column) throws UnreadableFile {
    return switch (column.getPrimitiveTypeName()) {
      case BOOLEAN -> new StoredType(Types.BooleanType.get(), true);
      case INT32 -> new StoredType(Types.IntegerType.get(), true);
      case INT64 -> new StoredType(Types.LongType.get(), true);
      case FLOAT -> new StoredType(Types.FloatType.get(), true);
      case DOUBLE -> new StoredType(Types.DoubleType.get(), true);
      case BINARY -> new StoredType(Types.BinaryType.get(), true);
      case FIXED_LEN_BYTE_ARRAY ->
          new StoredType(Types.FixedType.ofLength(column.getTypeLength()), true);
      case INT96 -> throw new UnreadableFile("is an INT96 timestamp, which is not read");
    };
  }

  private static StoredType integer(IntLogicalTypeAnnotation integer) throws UnreadableFile {
    int bits = integer.getBitWidth();
    if (bits == 64 && !integer.isSigned()) {
      throw new UnreadableFile("is an unsigned 64-bit integer, which Iceberg has no type for");
    }
    boolean isLong = bits == 64 || (bits == 32 && !integer.isSigned());
    boolean canonical = integer.isSigned() && bits >= 32;
    return new StoredType(isLong ? Types.LongType.get() : Types.IntegerType.get(), canonical);
  }

  private static StoredType decimal(DecimalLogicalTypeAnnotation decimal) throws UnreadableFile {
    int precision = decimal.getPrecision();
    if (precision > MOST_DIGITS) {
      throw new UnreadableFile(
          "is a decimal of %d digits, of which Iceberg holds %d".formatted(precision, MOST_DIGITS));
    }
    return new StoredType(Types.DecimalType.of(precision, decimal.getScale()), true);
  }

  private static StoredType time(TimeLogicalTypeAnnotation time) throws UnreadableFile {
    if (time.getUnit() == TimeUnit.NANOS) {
      throw new UnreadableFile("is a time in nanoseconds, which Iceberg has no type for");
    }
    boolean canonical = time.getUnit() == TimeUnit.MICROS && !time.isAdjustedToUTC();
    return new StoredType(Types.TimeType.get(), canonical);
  }

  private static StoredType timestamp(TimestampLogicalTypeAnnotation timestamp) {
    boolean withZone = timestamp.isAdjustedToUTC();
    if (timestamp.getUnit() == TimeUnit.NANOS) {
      Type type =
          withZone ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone();
      return new StoredType(type, true);
    }
    Type type = withZone ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone();
    return new StoredType(type, timestamp.getUnit() == TimeUnit.MICROS);
  }
}
