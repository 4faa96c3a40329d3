package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.DuckType.ArrayOf;
import io.icerunner.internal.duckdb.DuckType.Decimal;
import io.icerunner.internal.duckdb.DuckType.ListOf;
import io.icerunner.internal.duckdb.DuckType.MapOf;
import io.icerunner.internal.duckdb.DuckType.Member;
import io.icerunner.internal.duckdb.DuckType.Named;
import io.icerunner.internal.duckdb.DuckType.Struct;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * The Arrow fields that results have, by their DuckDB types. This is what is announced before a
 * statement runs and what its batches then have; all fields are nullable.
 *
 * <p>Unsigned numbers become the next wider signed one ({@code UBIGINT}: decimal(20, 0)), {@code
 * HUGEINT} decimal(38, 0), {@code UUID} 16 bytes marked {@code arrow.uuid}, {@code ENUM} and {@code
 * JSON} text. What Arrow cannot say exactly is refused with the cast that helps.
 */
final class ResultFields {
  private static final Map<String, String> UUID_METADATA =
      Map.of("ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", "");

  private final String zone;

  ResultFields(ZoneId zone) {
    this.zone = Zones.name(zone);
  }

  /**
   * The field of a result column.
   *
   * @throws IceRunnerException UNSUPPORTED naming the column if its type has no Arrow type
   */
  Field field(String name, DuckType type) {
    return field(name, true, type, name);
  }

  private Field field(String name, boolean nullable, DuckType type, String column) {
    Map<String, String> metadata = isUuid(type) ? UUID_METADATA : null;
    return new Field(
        name, new FieldType(nullable, arrow(type, column), null, metadata), children(type, column));
  }

  private @Nullable List<Field> children(DuckType type, String column) {
    if (type instanceof ListOf list) {
      return List.of(field("element", true, list.element(), column));
    }
    if (type instanceof ArrayOf array) {
      return List.of(field("element", true, array.element(), column));
    }
    if (type instanceof Struct struct) {
      List<Field> fields = new ArrayList<>();
      for (Member member : struct.members()) {
        fields.add(field(member.name(), true, member.type(), column));
      }
      return fields;
    }
    if (type instanceof MapOf map) {
      Field key = field("key", false, map.key(), column);
      Field value = field("value", true, map.value(), column);
      FieldType entries = new FieldType(false, ArrowType.Struct.INSTANCE, null);
      return List.of(new Field("entries", entries, List.of(key, value)));
    }
    return null;
  }

  private ArrowType arrow(DuckType type, String column) {
    if (type instanceof ListOf) {
      return ArrowType.List.INSTANCE;
    }
    if (type instanceof ArrayOf array) {
      return new ArrowType.FixedSizeList(array.length());
    }
    if (type instanceof Struct) {
      return ArrowType.Struct.INSTANCE;
    }
    if (type instanceof MapOf) {
      return new ArrowType.Map(false);
    }
    if (type instanceof Decimal decimal) {
      return new ArrowType.Decimal(decimal.precision(), decimal.scale(), 128);
    }
    return named(((Named) type).name(), column);
  }

  private ArrowType named(String name, String column) {
    return switch (name) {
      case "BOOLEAN" -> ArrowType.Bool.INSTANCE;
      case "TINYINT" -> new ArrowType.Int(8, true);
      case "SMALLINT" -> new ArrowType.Int(16, true);
      case "INTEGER", "UTINYINT", "USMALLINT" -> new ArrowType.Int(32, true);
      case "BIGINT", "UINTEGER" -> new ArrowType.Int(64, true);
      case "UBIGINT" -> new ArrowType.Decimal(20, 0, 128);
      case "HUGEINT" -> new ArrowType.Decimal(38, 0, 128);
      case "FLOAT" -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case "DOUBLE" -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case "VARCHAR", "JSON", "ENUM" -> ArrowType.Utf8.INSTANCE;
      case "BLOB" -> ArrowType.Binary.INSTANCE;
      case "UUID" -> new ArrowType.FixedSizeBinary(16);
      case "NULL" -> ArrowType.Null.INSTANCE;
      case "DATE" -> new ArrowType.Date(DateUnit.DAY);
      case "TIME" -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case "TIME_NS" -> new ArrowType.Time(TimeUnit.NANOSECOND, 64);
      case "TIMESTAMP_S" -> new ArrowType.Timestamp(TimeUnit.SECOND, null);
      case "TIMESTAMP_MS" -> new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
      case "TIMESTAMP" -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      case "TIMESTAMP_NS" -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
      case "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ" ->
          new ArrowType.Timestamp(TimeUnit.MICROSECOND, zone);
      case "TIMESTAMPTZ_NS" -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, zone);
      case "INTERVAL" -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      default ->
          throw IceRunnerException.unsupported(
              "Cannot return the column %s: the type %s has no exact Arrow type; use %s"
                  .formatted(column, name, hint(name)));
    };
  }

  private static String hint(String name) {
    return switch (name) {
      case "UHUGEINT" -> "CAST(… AS HUGEINT) or CAST(… AS VARCHAR)";
      case "TIME WITH TIME ZONE", "TIMETZ" -> "CAST(… AS TIME) or CAST(… AS VARCHAR)";
      case "UNION" -> "union_extract or CAST(… AS VARCHAR)";
      case "VARIANT" -> "CAST(… AS JSON)";
      default -> "CAST(… AS VARCHAR)";
    };
  }

  private static boolean isUuid(DuckType type) {
    return type instanceof Named named && named.name().equals("UUID");
  }
}
