package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Checks that a batch has the columns of a table, each in its type's canonical Arrow type. */
final class BatchLayout {
  private final String table;
  private final Schema schema;
  private org.apache.arrow.vector.types.pojo.@Nullable Schema accepted;

  BatchLayout(String table, Schema schema) {
    this.table = table;
    this.schema = schema;
  }

  /** Looks at an Arrow schema once, however many batches come with it. */
  void require(org.apache.arrow.vector.types.pojo.Schema batch) {
    if (batch != accepted) {
      require(table, schema.columns(), batch.getFields());
      accepted = batch;
    }
  }

  private void require(String parent, List<Types.NestedField> fields, List<Field> arrow) {
    if (fields.size() != arrow.size()) {
      throw IceRunnerException.invalidArgument(
          "Cannot write %s: it has %d fields and the record batch %d"
              .formatted(parent, fields.size(), arrow.size()));
    }
    for (int i = 0; i < fields.size(); i++) {
      require(parent + "." + fields.get(i).name(), fields.get(i).type(), arrow.get(i));
    }
  }

  private void require(String name, Type type, Field arrow) {
    if (!arrow.getType().equals(canonical(type)) || arrow.getDictionary() != null) {
      throw IceRunnerException.invalidArgument(
          "Cannot write %s: the record batch has it as Arrow %s, not as %s"
              .formatted(name, arrow.getType(), canonical(type)));
    }
    if (type instanceof Types.StructType struct) {
      require(name, struct.fields(), arrow.getChildren());
    } else if (type instanceof Types.ListType list) {
      require(name, list.fields(), arrow.getChildren());
    } else if (type instanceof Types.MapType map) {
      require(name, map.fields(), arrow.getChildren().get(0).getChildren());
    }
  }

  static ArrowType canonical(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INTEGER -> new ArrowType.Int(32, true);
      case LONG -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case TIMESTAMP ->
          timestamp(TimeUnit.MICROSECOND, ((Types.TimestampType) type).shouldAdjustToUTC());
      case TIMESTAMP_NANO ->
          timestamp(TimeUnit.NANOSECOND, ((Types.TimestampNanoType) type).shouldAdjustToUTC());
      case STRING -> ArrowType.Utf8.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case UUID -> new ArrowType.FixedSizeBinary(16);
      case FIXED -> new ArrowType.FixedSizeBinary(((Types.FixedType) type).length());
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield new ArrowType.Decimal(decimal.precision(), decimal.scale(), 128);
      }
      case STRUCT -> ArrowType.Struct.INSTANCE;
      case LIST -> ArrowType.List.INSTANCE;
      case MAP -> new ArrowType.Map(false);
      case UNKNOWN -> ArrowType.Null.INSTANCE;
      default -> throw new IllegalStateException("Refused when the writer opened: " + type);
    };
  }

  private static ArrowType timestamp(TimeUnit unit, boolean utc) {
    return new ArrowType.Timestamp(unit, utc ? "UTC" : null);
  }
}
