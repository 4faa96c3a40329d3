package io.icerunner.internal.duckdb;

import io.icerunner.spi.ResolvedTable;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** How many rows make a batch of about {@value #TARGET_BYTES} bytes. */
final class BatchRows {
  static final int TARGET_BYTES = 3_000_000;
  static final int MAX = 32_768;

  /** What rows are made of inside DuckDB: whole numbers of these are cheapest. */
  private static final int VECTOR = 2_048;

  private static final int TEXT_BYTES = 16;
  private static final int ELEMENTS = 4;
  private static final int UNPACKED = 2;

  private BatchRows() {}

  /** Rows by the types alone and by what rows of the tables take on disk. */
  static int of(List<Field> fields, Iterable<ResolvedTable> tables) {
    long width = 1;
    for (Field field : fields) {
      width += width(field);
    }
    for (ResolvedTable table : tables) {
      width = Math.max(width, storedWidth(table));
    }
    long rows = TARGET_BYTES / width;
    if (rows >= VECTOR) {
      return (int) Math.min(MAX, rows / VECTOR * VECTOR);
    }
    return (int) Math.max(1, rows);
  }

  /** Files are compressed, and most columns of wide rows are text or binary. */
  private static long storedWidth(ResolvedTable table) {
    long rows = table.recordCount().orElse(0);
    long bytesInRow = rows == 0 ? 0 : table.totalBytes().orElse(0) / rows;
    return bytesInRow < 1_000 ? 0 : bytesInRow * UNPACKED;
  }

  private static long width(Field field) {
    ArrowType type = field.getType();
    long children = 0;
    for (Field child : field.getChildren()) {
      children += width(child);
    }
    if (type instanceof ArrowType.List || type instanceof ArrowType.Map) {
      return 4 + ELEMENTS * children;
    }
    if (type instanceof ArrowType.FixedSizeList array) {
      return array.getListSize() * children;
    }
    return children + scalarWidth(type);
  }

  private static long scalarWidth(ArrowType type) {
    if (type instanceof ArrowType.Int number) {
      return number.getBitWidth() / 8;
    }
    if (type instanceof ArrowType.FixedSizeBinary binary) {
      return binary.getByteWidth();
    }
    return switch (type.getTypeID()) {
      case Bool, Null, Struct -> 1;
      case Date -> 4;
      case FloatingPoint, Time, Timestamp -> 8;
      case Decimal, Interval -> 16;
      default -> TEXT_BYTES;
    };
  }
}
