package io.icerunner.internal.sql;

import io.icerunner.spi.RecordBatchStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.Nullable;
import org.apache.arrow.flight.sql.impl.FlightSql.Searchable;
import org.apache.arrow.flight.sql.impl.FlightSql.XdbcDataType;
import org.apache.arrow.flight.sql.impl.FlightSql.XdbcDatetimeSubcode;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** GetXdbcTypeInfo: the scalar types that a column of a table can have. */
final class TypeInfoCommand implements MetadataCommand {
  private static final int NO_SUBCODE = XdbcDatetimeSubcode.XDBC_SUBCODE_UNKNOWN_VALUE;

  /**
   * One type.
   *
   * @param dataType the XDBC code
   * @param size digits, characters or bytes
   * @param radix of the size; null unless a number
   * @param prefix of a literal; null if a literal needs none
   * @param subcode of a date or time
   */
  private record TypeInfo(
      String name,
      int dataType,
      int size,
      @org.jspecify.annotations.Nullable Integer radix,
      @org.jspecify.annotations.Nullable String prefix,
      int subcode) {

    List<@org.jspecify.annotations.Nullable Object> cells() {
      boolean number = radix != null;
      boolean decimal = dataType == XdbcDataType.XDBC_DECIMAL_VALUE;
      boolean text = dataType == XdbcDataType.XDBC_VARCHAR_VALUE;
      boolean temporal = subcode != NO_SUBCODE;
      return Arrays.asList(
          name,
          dataType,
          size,
          prefix,
          prefix == null ? null : "'",
          decimal ? List.of("precision", "scale") : null,
          Nullable.NULLABILITY_NULLABLE_VALUE,
          text,
          text ? Searchable.SEARCHABLE_FULL_VALUE : Searchable.SEARCHABLE_BASIC_VALUE,
          number ? false : null,
          false,
          number ? false : null,
          name,
          decimal ? 0 : null,
          decimal ? 38 : null,
          temporal ? XdbcDataType.XDBC_DATETIME_VALUE : dataType,
          temporal ? subcode : null,
          radix,
          null);
    }
  }

  /** In the order of the codes, as Flight SQL wants it. */
  private static final List<TypeInfo> TYPES =
      List.of(
          new TypeInfo("BOOLEAN", XdbcDataType.XDBC_BIT_VALUE, 1, null, null, NO_SUBCODE),
          new TypeInfo("BIGINT", XdbcDataType.XDBC_BIGINT_VALUE, 19, 10, null, NO_SUBCODE),
          new TypeInfo(
              "BLOB", XdbcDataType.XDBC_VARBINARY_VALUE, Integer.MAX_VALUE, null, "BLOB '", 0),
          new TypeInfo("UUID", XdbcDataType.XDBC_BINARY_VALUE, 16, null, "UUID '", NO_SUBCODE),
          new TypeInfo("DECIMAL", XdbcDataType.XDBC_DECIMAL_VALUE, 38, 10, null, NO_SUBCODE),
          new TypeInfo("INTEGER", XdbcDataType.XDBC_INTEGER_VALUE, 10, 10, null, NO_SUBCODE),
          new TypeInfo("FLOAT", XdbcDataType.XDBC_REAL_VALUE, 24, 2, null, NO_SUBCODE),
          new TypeInfo("DOUBLE", XdbcDataType.XDBC_DOUBLE_VALUE, 53, 2, null, NO_SUBCODE),
          new TypeInfo(
              "VARCHAR", XdbcDataType.XDBC_VARCHAR_VALUE, Integer.MAX_VALUE, null, "'", NO_SUBCODE),
          new TypeInfo(
              "DATE",
              XdbcDataType.XDBC_DATE_VALUE,
              10,
              null,
              "DATE '",
              XdbcDatetimeSubcode.XDBC_SUBCODE_YEAR_VALUE),
          new TypeInfo(
              "TIME",
              XdbcDataType.XDBC_TIME_VALUE,
              15,
              null,
              "TIME '",
              XdbcDatetimeSubcode.XDBC_SUBCODE_TIME_VALUE),
          new TypeInfo(
              "TIMESTAMP",
              XdbcDataType.XDBC_TIMESTAMP_VALUE,
              26,
              null,
              "TIMESTAMP '",
              XdbcDatetimeSubcode.XDBC_SUBCODE_TIMESTAMP_VALUE),
          new TypeInfo(
              "TIMESTAMP WITH TIME ZONE",
              XdbcDataType.XDBC_TIMESTAMP_VALUE,
              32,
              null,
              "TIMESTAMPTZ '",
              XdbcDatetimeSubcode.XDBC_SUBCODE_TIMESTAMP_WITH_TIMEZONE_VALUE));

  private final List<TypeInfo> types;

  private TypeInfoCommand(Stream<TypeInfo> types) {
    this.types = types.toList();
  }

  static TypeInfoCommand all() {
    return new TypeInfoCommand(TYPES.stream());
  }

  static TypeInfoCommand of(int dataType) {
    return new TypeInfoCommand(TYPES.stream().filter(type -> type.dataType() == dataType));
  }

  @Override
  public Schema schema() {
    return Schemas.GET_TYPE_INFO_SCHEMA;
  }

  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    Iterator<List<@org.jspecify.annotations.Nullable Object>> rows =
        types.stream().map(TypeInfo::cells).iterator();
    return new RowStream<>(schema(), rows, Cells::write, allocator);
  }
}
