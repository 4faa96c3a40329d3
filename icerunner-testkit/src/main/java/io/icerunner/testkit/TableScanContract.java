package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.TableScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Scans of one table: exactly the schema that is asked for, whatever the files hold. */
public interface TableScanContract extends QueryEngineUnderTest {

  @Test
  default void columnsComeInTheOrderAsked() {
    try (EngineSession session = EngineSession.open(this)) {
      TableScan scan =
          new TableScan(
              session.tables().get("numbers"),
              List.of("name", "id"),
              "id BETWEEN 2 AND 3",
              new Schema(List.of(SampleFields.NAME, SampleFields.ID)));
      assertThat(session.rows(scan))
          .containsExactlyInAnyOrder(Arrays.asList("name-2", 2L), Arrays.asList(null, 3L));
    }
  }

  @Test
  default void everyTypeHasExactlyTheSchemaAsked() {
    try (EngineSession session = EngineSession.open(this)) {
      Schema schema = new Schema(SampleFields.TYPES);
      List<String> columns = SampleFields.TYPES.stream().map(Field::getName).toList();
      TableScan scan = new TableScan(session.tables().get("types"), columns, null, schema);
      try (RecordBatchStream stream = session.engine().scan(scan, session.allocator())) {
        assertThat(stream.schema()).isEqualTo(schema);
      }
      List<List<@Nullable Object>> rows = session.rows(scan);
      assertThat(rows).hasSize(2);
      assertThat(rows.get(0).stream().map(SampleFields::text))
          .containsExactlyElementsOf(SampleFields.VALUES);
      assertThat(rows.get(1)).containsOnlyNulls();
    }
  }

  @Test
  default void aTableWithoutFilesHasItsSchemaAndNoRow() {
    try (EngineSession session = EngineSession.open(this)) {
      TableScan scan =
          new TableScan(
              session.tables().get("empty"),
              List.of("id"),
              null,
              new Schema(List.of(SampleFields.ID)));
      assertThat(session.rows(scan)).isEmpty();
    }
  }

  @Test
  default void columnsAreMatchedByFieldIdNotByName() {
    try (EngineSession session = EngineSession.open(this)) {
      org.apache.iceberg.Schema renamed =
          new org.apache.iceberg.Schema(
              Types.NestedField.optional(2, "id", Types.StringType.get()),
              Types.NestedField.required(1, "name", Types.LongType.get()));
      TableScan scan =
          evolved(
              session, renamed, Map.of(), SampleFields.string("id"), SampleFields.required("name"));
      assertThat(session.rows(scan)).hasSize(1_000).contains(Arrays.asList("name-8", 8L));
    }
  }

  @Test
  default void fieldsThatNoFileHasAreConstantsDefaultsOrNull() {
    try (EngineSession session = EngineSession.open(this)) {
      org.apache.iceberg.Schema grown =
          new org.apache.iceberg.Schema(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(90, "constant", Types.StringType.get()),
              Types.NestedField.optional(91, "null_constant", Types.StringType.get()),
              Types.NestedField.optional("initial")
                  .withId(92)
                  .ofType(Types.StringType.get())
                  .withInitialDefault(org.apache.iceberg.expressions.Literal.of("d'1"))
                  .build(),
              Types.NestedField.optional(93, "added", Types.StringType.get()));
      Map<Integer, @Nullable Object> constants = new HashMap<>();
      constants.put(90, "it's");
      constants.put(91, null);
      TableScan scan =
          evolved(
              session,
              grown,
              constants,
              SampleFields.required("id"),
              SampleFields.string("constant"),
              SampleFields.string("null_constant"),
              SampleFields.string("initial"),
              SampleFields.string("added"));
      assertThat(session.rows(scan))
          .hasSize(1_000)
          .contains(Arrays.asList(5L, "it's", null, "d'1", null));
    }
  }

  @Test
  default void filesReadAlikeMayHaveConstantsOfTheirOwn() {
    try (EngineSession session = EngineSession.open(this)) {
      Types.NestedField id = Types.NestedField.required(1, "id", Types.LongType.get());
      Types.NestedField part = Types.NestedField.optional(90, "part", Types.StringType.get());
      List<ScanPlan.File> files = new ArrayList<>();
      for (int number = 0; number < 30; number++) {
        ScanPlan.File file =
            session.tables().file("numbers", "numbers-" + number, SampleTables.NUMBERS_ROWS);
        Map<Integer, @Nullable Object> own = new HashMap<>();
        own.put(90, number == 7 ? null : "p'" + number);
        files.add(new ScanPlan.File(file.path(), file.recordCount(), file.sizeInBytes(), own));
      }
      SampleTable table =
          new SampleTable(
              "parts",
              new org.apache.iceberg.Schema(id, part),
              1,
              List.of(new ScanPlan.Group(SampleTables.NUMBERS, false, Map.of(), files)));
      List<Field> fields = List.of(SampleFields.string("part"), SampleFields.required("id"));
      TableScan scan = new TableScan(table, List.of("part", "id"), null, new Schema(fields));
      Map<Object, Long> rowsOf = new HashMap<>();
      session.rows(scan).forEach(row -> rowsOf.merge(String.valueOf(row.get(0)), 1L, Long::sum));
      assertThat(rowsOf)
          .hasSize(30)
          .containsKeys("null", "p'0", "p'29")
          .allSatisfy((key, rows) -> assertThat(rows).isEqualTo(SampleTables.NUMBERS_ROWS));
      TableScan filtered =
          new TableScan(
              table, List.of("part", "id"), "part = 'p''8' AND id = 5", new Schema(fields));
      assertThat(session.rows(filtered)).containsExactly(List.of("p'8", 5L));
    }
  }

  private static TableScan evolved(
      EngineSession session,
      org.apache.iceberg.Schema schema,
      Map<Integer, @Nullable Object> constants,
      Field... fields) {
    ScanPlan.File file = session.tables().file("numbers", SampleTables.NUMBERS_ROWS);
    ScanPlan.Group group =
        new ScanPlan.Group(SampleTables.NUMBERS, false, constants, List.of(file));
    SampleTable table = new SampleTable("evolved", schema, 1, List.of(group));
    List<String> columns = Arrays.stream(fields).map(Field::getName).toList();
    return new TableScan(table, columns, null, new Schema(List.of(fields)));
  }

  @Test
  default void aFilterThatIsNoneIsRefused() {
    try (EngineSession session = EngineSession.open(this)) {
      for (String filter : List.of("no_such_column = 1", "id = ", "1 = 1; SELECT 1")) {
        TableScan scan =
            new TableScan(
                session.tables().get("numbers"),
                List.of("id"),
                filter,
                new Schema(List.of(SampleFields.ID)));
        EngineSession.assertRefused(() -> session.rows(scan), ErrorCode.INVALID_ARGUMENT);
      }
    }
  }
}
