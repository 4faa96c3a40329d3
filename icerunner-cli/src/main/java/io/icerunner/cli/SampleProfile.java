package io.icerunner.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Four kinds of rows to try things with; the same seed gives the same rows. */
enum SampleProfile {
  /** Page views of a web site. */
  WEB(
      "",
      text("user_id", "user-", 500),
      choice("page", "/", "/docs", "/pricing", "/blog", "/login"),
      choice("country", "DE", "FR", "IN", "JP", "US"),
      integer("duration_ms", 30_000),
      flag("converted", 0.05)),
  /** Application events. */
  EVENTS(
      "_events",
      choice("type", "click", "view", "login", "logout", "error"),
      text("session", "s", 2_000),
      integer("sequence", 1_000),
      flag("ok", 0.98)),
  /** Orders. */
  SALES(
      "_sales",
      text("customer", "customer-", 300),
      choice("product", "anchor", "buoy", "compass", "drill", "engine"),
      integer("quantity", 20),
      real("price", 5, 500),
      flag("express", 0.2)),
  /** Sensor readings. */
  IOT(
      "_iot",
      text("device", "device-", 100),
      real("temperature", -20, 45),
      real("humidity", 0, 100),
      integer("battery", 101),
      flag("alarm", 0.01));

  private static final long MICROS_BETWEEN_ROWS = 1_000;

  private final String suffix;
  private final List<Column> columns;

  SampleProfile(String suffix, Column... columns) {
    this.suffix = suffix;
    this.columns = List.of(columns);
  }

  /** The table's name for the base name that the user chose. */
  String tableName(String base) {
    return base + suffix;
  }

  Schema schema() {
    Field id = Field.notNullable("id", new ArrowType.Int(64, true));
    Field time = Field.notNullable("ts", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    List<Field> fields = new java.util.ArrayList<>(List.of(id, time));
    columns.forEach(column -> fields.add(Field.nullable(column.name(), column.type())));
    return new Schema(fields);
  }

  VectorSchemaRoot newBatch(BufferAllocator allocator) {
    return VectorSchemaRoot.create(schema(), allocator);
  }

  /**
   * Fills the batch with new rows.
   *
   * @param firstId the first row's id; the others follow
   * @param endMicros time of the last row, microseconds since the epoch
   */
  void fill(VectorSchemaRoot batch, int rows, long firstId, long endMicros, Random random) {
    batch.clear();
    BigIntVector ids = (BigIntVector) batch.getVector(0);
    TimeStampMicroTZVector times = (TimeStampMicroTZVector) batch.getVector(1);
    for (int row = 0; row < rows; row++) {
      ids.setSafe(row, firstId + row);
      times.setSafe(row, endMicros - (rows - 1 - row) * MICROS_BETWEEN_ROWS);
    }
    for (int i = 0; i < columns.size(); i++) {
      FieldVector vector = batch.getVector(i + 2);
      for (int row = 0; row < rows; row++) {
        columns.get(i).filler().fill(vector, row, random);
      }
    }
    batch.setRowCount(rows);
  }

  private record Column(String name, ArrowType type, Filler filler) {}

  private interface Filler {
    void fill(FieldVector vector, int row, Random random);
  }

  private static Column text(String name, String prefix, int distinct) {
    return new Column(
        name, new ArrowType.Utf8(), (v, row, r) -> set(v, row, prefix + r.nextInt(distinct)));
  }

  private static Column choice(String name, String... values) {
    return new Column(
        name, new ArrowType.Utf8(), (v, row, r) -> set(v, row, values[r.nextInt(values.length)]));
  }

  private static void set(FieldVector vector, int row, String value) {
    ((VarCharVector) vector).setSafe(row, value.getBytes(StandardCharsets.UTF_8));
  }

  private static Column integer(String name, int bound) {
    return new Column(
        name,
        new ArrowType.Int(64, true),
        (v, row, r) -> ((BigIntVector) v).setSafe(row, r.nextInt(bound)));
  }

  private static Column real(String name, double low, double high) {
    return new Column(
        name,
        new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
        (v, row, r) ->
            ((Float8Vector) v).setSafe(row, Math.round(r.nextDouble(low, high) * 100) / 100.0));
  }

  private static Column flag(String name, double probability) {
    return new Column(
        name,
        new ArrowType.Bool(),
        (v, row, r) -> ((BitVector) v).setSafe(row, r.nextDouble() < probability ? 1 : 0));
  }
}
