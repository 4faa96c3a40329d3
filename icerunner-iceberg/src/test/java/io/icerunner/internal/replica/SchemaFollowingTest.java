package io.icerunner.internal.replica;

import static io.icerunner.internal.replica.Copies.ID;
import static io.icerunner.internal.replica.Copies.byName;
import static io.icerunner.internal.replica.Copies.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.write.ArrowRows;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaFollowingTest {
  private static final Schema TWO =
      new Schema(
          NestedField.required(4, "id", Types.IntegerType.get()),
          NestedField.optional(6, "name", Types.StringType.get()));

  @TempDir Path folder;
  private CatalogTables tables;
  private Copies copies;
  private ReplicaRecord record;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(folder);
    copies = new Copies(tables);
    record = copies.load(request(LoadMode.APPEND, TWO, null), List.of(1, "a")).record();
  }

  @AfterEach
  void close() {
    copies.close();
    tables.close();
  }

  /** As a source goes through it: added, widened, renamed, dropped, then retyped. */
  @Test
  void followsWhatASourceDoesUntilItRetypesAColumn() {
    append(
        new Schema(
            NestedField.required(4, "id", Types.IntegerType.get()),
            NestedField.optional(6, "name", Types.StringType.get()),
            NestedField.optional(7, "more", Types.DoubleType.get(), "what is more")),
        List.of(2, "b", 2.5));
    assertThat(copies.rows()).containsExactly("1|a|null", "2|b|2.5");
    assertThat(copies.table().schema().findField("more").doc()).isEqualTo("what is more");

    append(
        new Schema(
            NestedField.required(4, "id", Types.LongType.get()),
            NestedField.optional(6, "name", Types.StringType.get()),
            NestedField.optional(7, "more", Types.DoubleType.get())),
        List.of(1L << 40, "c", 3.5));
    assertThat(copies.rows()).containsExactly("1099511627776|c|3.5", "1|a|null", "2|b|2.5");

    append(
        new Schema(
            NestedField.required(4, "key", Types.LongType.get()),
            NestedField.optional(7, "more", Types.DoubleType.get()),
            NestedField.optional(6, "label", Types.StringType.get())),
        List.of(4L, 4.5, "d"));
    assertThat(names()).containsExactly("key", "label", "more");
    assertThat(copies.rows()).contains("1|a|null", "4|d|4.5");

    append(
        new Schema(
            NestedField.required(4, "key", Types.LongType.get()),
            NestedField.optional(7, "more", Types.DoubleType.get())),
        List.of(5L, 5.5));
    assertThat(names()).containsExactly("key", "label", "more");
    List<String> before = copies.rows();
    assertThat(before).contains("1|a|null", "5|null|5.5");

    IceRunnerException refused =
        refused(
            request(
                LoadMode.APPEND,
                new Schema(
                    NestedField.required(4, "key", Types.StringType.get()),
                    NestedField.optional(7, "more", Types.FloatType.get()),
                    NestedField.optional(9, "new", Types.IntegerType.get()),
                    NestedField.optional(10, "point", Types.LongType.get())),
                record));
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused.getMessage())
        .contains("d.copy", "column 'key' is string at the source and long in the table")
        .doesNotContain("'more'");
    assertThat(names()).containsExactly("key", "label", "more");
    assertThat(copies.rows()).isEqualTo(before);
  }

  @Test
  void listsEveryColumnThatCannotBeFollowed() {
    IceRunnerException refused =
        refused(
            request(
                LoadMode.REPLACE,
                new Schema(
                    NestedField.required(4, "id", Types.DateType.get()),
                    NestedField.optional(
                        6, "name", Types.ListType.ofOptional(8, Types.StringType.get()))),
                record));

    assertThat(refused.getMessage())
        .contains("'id' is date at the source and int in the table")
        .contains("'name' is list<string> at the source and string in the table");
  }

  @Test
  void swapsNamesAndGivesAFreedNameToANewColumn() {
    append(
        new Schema(
            NestedField.required(4, "name", Types.IntegerType.get()),
            NestedField.optional(6, "id", Types.StringType.get())),
        List.of(2, "b"));
    assertThat(names()).containsExactly("name", "id");

    append(
        new Schema(
            NestedField.required(4, "first", Types.IntegerType.get()),
            NestedField.optional(6, "id", Types.StringType.get()),
            NestedField.optional(9, "name", Types.StringType.get())),
        List.of(3, "c", "new"));
    assertThat(copies.rows()).containsExactly("1|a|null", "2|b|null", "3|c|new");
  }

  @Test
  void aRequiredColumnBecomesOptionalWhenItMayBeNullOrIsGone() {
    append(
        new Schema(
            NestedField.optional(4, "id", Types.IntegerType.get()),
            NestedField.optional(6, "name", Types.StringType.get())),
        Arrays.asList(null, "b"));
    assertThat(copies.rows()).containsExactly("1|a", "null|b");

    Schema both = new Schema(NestedField.required(12, "k", Types.LongType.get()));
    drop();
    record = copies.load(request(LoadMode.APPEND, both, null), 1L).record();
    append(new Schema(NestedField.optional(13, "other", Types.LongType.get())), 2L);
    assertThat(copies.rows()).containsExactly("1|null", "null|2");
  }

  @Test
  void aColumnThatWasDroppedAndAddedAgainIsRefusedAndMayBeReplaced() {
    Schema again =
        new Schema(
            NestedField.required(4, "id", Types.IntegerType.get()),
            NestedField.optional(8, "name", Types.StringType.get()));

    assertThat(refused(request(LoadMode.APPEND, again, record)).getMessage())
        .contains("'name' is a new one at the source (field id 8, string)")
        .contains("kept one of that name (field id 2, string)");

    record = copies.load(request(LoadMode.REPLACE, again, record), List.of(2, "b")).record();
    assertThat(copies.rows()).containsExactly("2|b");
    assertThat(record.fieldIds()).isEqualTo(Map.of(4, 1, 8, 2));
    append(again, List.of(3, "c"));
    assertThat(copies.rows()).containsExactly("2|b", "3|c");
  }

  @Test
  void aRenameToANameThatTheTableKeptIsRefused() {
    Schema renamed = new Schema(NestedField.required(4, "name", Types.IntegerType.get()));

    assertThat(refused(request(LoadMode.APPEND, renamed, record)).getMessage())
        .contains("column 'id' is called 'name' at the source now")
        .contains("field id 2, string");
  }

  @Test
  void aColumnThatSomebodyDroppedFromTheTableIsRefused() {
    copies.table().updateSchema().deleteColumn("name").commit();

    assertThat(refused(request(LoadMode.APPEND, TWO, record)).getMessage())
        .contains("column 'name' (string) was dropped from the table");
    record = copies.load(request(LoadMode.REPLACE, TWO, record), List.of(2, "b")).record();
    assertThat(copies.rows()).containsExactly("2|b");
  }

  @Test
  void nestedFieldsFollowToo() {
    drop();
    Schema nested = nested(Types.IntegerType.get(), "x", false);
    record = copies.load(request(LoadMode.APPEND, nested, null)).record();

    record =
        copies
            .load(request(LoadMode.APPEND, nested(Types.LongType.get(), "y", true), record))
            .record();

    Schema schema = copies.table().schema();
    assertThat(schema.findField("s.y").type()).isEqualTo(Types.LongType.get());
    assertThat(schema.findField("s.y").fieldId()).isEqualTo(record.fieldIds().get(20));
    assertThat(schema.findField("s.more").isOptional()).isTrue();
    assertThat(schema.findField("l.element.y").type()).isEqualTo(Types.LongType.get());
    assertThat(schema.findField("l.element.more")).isNotNull();
    assertThat(schema.findField("m.value.y")).isNotNull();
    assertThat(schema.findField("m.value.more")).isNotNull();
    assertThat(schema.findField("l.element").isOptional()).isTrue();
    assertThat(schema.findField("m.value").isOptional()).isTrue();
  }

  private static Schema nested(org.apache.iceberg.types.Type type, String name, boolean grown) {
    return new Schema(
        NestedField.optional(11, "s", struct(20, type, name, grown)),
        NestedField.optional(
            12,
            "l",
            grown
                ? Types.ListType.ofOptional(13, struct(30, type, name, true))
                : Types.ListType.ofRequired(13, struct(30, type, name, false))),
        NestedField.optional(
            14,
            "m",
            grown
                ? Types.MapType.ofOptional(
                    15, 16, Types.StringType.get(), struct(40, type, name, true))
                : Types.MapType.ofRequired(
                    15, 16, Types.StringType.get(), struct(40, type, name, false))));
  }

  private static Types.StructType struct(
      int id, org.apache.iceberg.types.Type type, String name, boolean grown) {
    NestedField field = NestedField.optional(id, name, type);
    return grown
        ? Types.StructType.of(field, NestedField.optional(id + 1, "more", Types.StringType.get()))
        : Types.StructType.of(field);
  }

  @Test
  void theKeysOfAMapCannotChange() {
    drop();
    Types.StringType value = Types.StringType.get();
    Schema keyed =
        new Schema(
            NestedField.optional(
                1, "m", Types.MapType.ofOptional(2, 3, Types.IntegerType.get(), value)));
    record = copies.load(request(LoadMode.APPEND, keyed, null)).record();
    Schema wide =
        new Schema(
            NestedField.optional(
                1, "m", Types.MapType.ofOptional(2, 3, Types.LongType.get(), value)));

    assertThat(refused(request(LoadMode.APPEND, wide, record)).getMessage())
        .contains("'m.key' is long at the source and int in the table");
  }

  @Test
  void matchesByNameWhenTheSourceTellsNoIds() {
    drop();
    Schema first =
        new Schema(
            NestedField.required(1, "id", Types.IntegerType.get()),
            NestedField.optional(2, "f", Types.FloatType.get()),
            NestedField.optional(3, "d", Types.DecimalType.of(9, 2)));
    record =
        copies
            .load(byName(LoadMode.APPEND, first, null), List.of(1, 1.5f, new BigDecimal("1.25")))
            .record();
    assertThat(record.fieldIds()).isEmpty();
    Schema second =
        new Schema(
            NestedField.optional(1, "d", Types.DecimalType.of(18, 2)),
            NestedField.optional(2, "more", Types.StringType.get()),
            NestedField.optional(3, "id", Types.LongType.get()),
            NestedField.optional(4, "f", Types.DoubleType.get()));

    record =
        copies
            .load(
                byName(LoadMode.APPEND, second, record),
                List.of(new BigDecimal("1234567890.25"), "m", 2L, 2.5))
            .record();

    assertThat(copies.rows()).containsExactly("1|1.5|1.25|null", "2|2.5|1234567890.25|m");
    copies.load(byName(LoadMode.APPEND, first, record), List.of(3, 3.5f, new BigDecimal("3.25")));
    assertThat(copies.rows()).contains("3|3.5|3.25|null");
    IceRunnerException refused =
        refused(
            byName(
                LoadMode.APPEND,
                new Schema(NestedField.optional(1, "id", Types.StringType.get())),
                copies.record()));
    assertThat(refused.getMessage()).contains("'id' is string at the source and long in the table");
  }

  @Test
  void anyDifferenceStopsWhereTheSchemaIsNotToFollow() {
    Schema other =
        new Schema(
            NestedField.optional(4, "key", Types.LongType.get()),
            NestedField.optional(9, "more", Types.StringType.get()));
    LoadRequest request =
        new LoadRequest(
            ID, LoadMode.APPEND, ArrowRows.arrow(other), other, "uuid-1", record, false, Map.of());

    assertThat(refused(request).getMessage())
        .contains("column 'id' is called 'key' at the source")
        .contains("'key' may be null at the source and is required in the table")
        .contains("'key' is long at the source and int in the table")
        .contains("'more' (string) is new at the source")
        .contains("'name' (string) is gone at the source");
    assertThat(names()).containsExactly("id", "name");
  }

  @Test
  void theIdsOfATableThatWasRecreatedMeanNothing() {
    Schema recreated =
        new Schema(
            NestedField.required(6, "id", Types.IntegerType.get()),
            NestedField.optional(4, "name", Types.StringType.get()));
    LoadRequest request =
        new LoadRequest(
            ID,
            LoadMode.REPLACE,
            ArrowRows.arrow(recreated),
            recreated,
            "uuid-2",
            record,
            true,
            Map.of());

    copies.load(request, List.of(2, "b"));

    assertThat(copies.rows()).containsExactly("2|b");
    assertThat(copies.table().schemas()).hasSize(1);
  }

  /** A mirror that ends between the two commits. */
  @Test
  void aSchemaThatFollowedWithoutRowsIsUnderstoodByTheNextLoad() {
    Schema more =
        new Schema(
            NestedField.required(4, "id", Types.IntegerType.get()),
            NestedField.optional(6, "name", Types.StringType.get()),
            NestedField.optional(7, "more", Types.DoubleType.get()));
    copies.target.open(request(LoadMode.APPEND, more, record), copies.allocator).close();

    ReplicaRecord kept = Objects.requireNonNull(copies.record());
    assertThat(kept.commits()).isEqualTo(record.commits());
    assertThat(kept.fieldIds()).isEqualTo(Map.of(4, 1, 6, 2, 7, 3));
    append(more, List.of(2, "b", 2.5));
    assertThat(copies.rows()).containsExactly("1|a|null", "2|b|2.5");
  }

  @Test
  void aNewColumnWithAValueForOldRowsNeedsAVersion3Table() {
    Schema more = withDefault();
    assertThat(refused(request(LoadMode.APPEND, more, record)).getMessage())
        .contains("'more' (int) is new at the source with the value 5 for the rows before");

    drop();
    LoadRequest first =
        new LoadRequest(
            ID,
            LoadMode.APPEND,
            ArrowRows.arrow(TWO),
            TWO,
            null,
            null,
            true,
            Map.of("format-version", "3"));
    record = copies.load(first, List.of(1, "a")).record();
    append(more, List.of(2, "b", 7));
    assertThat(copies.rows()).containsExactly("1|a|5", "2|b|7");
  }

  private static Schema withDefault() {
    return new Schema(
        NestedField.required(4, "id", Types.IntegerType.get()),
        NestedField.optional(6, "name", Types.StringType.get()),
        NestedField.optional("more")
            .withId(7)
            .ofType(Types.IntegerType.get())
            .withInitialDefault(Literal.of(5))
            .build());
  }

  @Test
  void aSourceThatNeedsVersion3MakesAVersion3Table() {
    drop();
    Schema nanos = new Schema(NestedField.optional(1, "t", Types.TimestampNanoType.withoutZone()));

    copies.load(request(LoadMode.APPEND, nanos, null));

    assertThat(copies.table().schema().findType("t"))
        .isEqualTo(Types.TimestampNanoType.withoutZone());
  }

  @Test
  void anotherWritersColumnDoesNotDisturbALoad() {
    try (ReplicaLoad load =
        copies.target.open(request(LoadMode.APPEND, TWO, record), copies.allocator)) {
      copies.write(load, TWO, List.of(2, "b"));
      load.commit(Copies.update("run", 1, 2));
      copies.table().updateSchema().addColumn("theirs", Types.LongType.get()).commit();
      copies.write(load, TWO, List.of(3, "c"));
      load.commit(Copies.update("run", 1, 3));
    }
    assertThat(copies.rows()).containsExactly("1|a|null", "2|b|null", "3|c|null");
  }

  private void append(Schema schema, @Nullable Object... rows) {
    record = copies.load(request(LoadMode.APPEND, schema, record), rows).record();
  }

  private void drop() {
    tables.dropTable(ID, true);
  }

  private List<String> names() {
    return copies.table().schema().columns().stream().map(NestedField::name).toList();
  }

  private IceRunnerException refused(LoadRequest request) {
    return catchThrowableOfType(
        IceRunnerException.class, () -> copies.target.open(request, copies.allocator).close());
  }
}
