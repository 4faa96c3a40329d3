package io.icerunner.internal.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopyRulesTest {
  private static final Schema TABLE =
      new Schema(
          NestedField.required(1, "n", Types.LongType.get()),
          NestedField.optional(2, "list", Types.ListType.ofOptional(3, Types.StringType.get())));

  private final InMemoryCatalog catalog = new InMemoryCatalog();

  @BeforeEach
  void open() {
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("d"));
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

  private Table table(Schema schema, PartitionSpec spec, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("format-version", "3");
    return catalog.createTable(TableIdentifier.of("d", "t"), schema, spec, all);
  }

  private Table table(Schema schema) {
    return table(schema, PartitionSpec.unpartitioned(), Map.of());
  }

  /** Each id of the source is the table's. */
  private static @Nullable String refusal(Table table, Schema source) {
    Map<Integer, Integer> ids = new HashMap<>();
    TypeUtil.indexById(source.asStruct()).keySet().forEach(id -> ids.put(id, id));
    return CopyRules.refusal(table, source, ids);
  }

  @Test
  void equalColumnsNeedNoRows() {
    assertThat(refusal(table(TABLE), TABLE)).isNull();
  }

  @Test
  void tablesThatWriteOtherwiseTakeNoFiles() {
    PartitionSpec spec = PartitionSpec.builderFor(TABLE).identity("n").build();
    assertThat(refusal(table(TABLE, spec, Map.of()), TABLE)).isEqualTo("it is partitioned");
    catalog.dropTable(TableIdentifier.of("d", "t"));
    Table avro =
        table(TABLE, PartitionSpec.unpartitioned(), Map.of("write.format.default", "avro"));
    assertThat(refusal(avro, TABLE)).isEqualTo("its files are to be avro");
  }

  @Test
  void idsMustBeTheSameInside() {
    Table table = table(TABLE);
    assertThat(CopyRules.refusal(table, TABLE, Map.of(1, 1, 2, 2, 3, 4)))
        .isEqualTo("column list.element has another field id than at the source, which is 3");
    assertThat(CopyRules.refusal(table, TABLE, Map.of(1, 1, 2, 2))).contains("list.element");
    Schema more =
        new Schema(
            List.of(
                TABLE.columns().get(0),
                TABLE.columns().get(1),
                NestedField.optional(4, "more", Types.LongType.get())));
    assertThat(refusal(table, more)).contains("column more has another field id");
  }

  private static Schema source(boolean isOptional, Type type, Type element) {
    return new Schema(
        isOptional ? NestedField.optional(1, "n", type) : NestedField.required(1, "n", type),
        NestedField.optional(2, "list", Types.ListType.ofOptional(3, element)));
  }

  @Test
  void typesMustBeTheSameInside() {
    Table table = table(TABLE);
    assertThat(refusal(table, source(false, Types.IntegerType.get(), Types.StringType.get())))
        .isEqualTo("column n is long, and int at the source");
    assertThat(refusal(table, source(false, Types.LongType.get(), Types.BinaryType.get())))
        .isEqualTo("column list.element is string, and binary at the source");
    assertThat(refusal(table, source(true, Types.LongType.get(), Types.StringType.get())))
        .isEqualTo("column n must have values, and need not at the source");
  }

  @Test
  void whatFilesLackMustBeTheSame() {
    NestedField seven =
        NestedField.optional("m")
            .withId(4)
            .ofType(Types.LongType.get())
            .withInitialDefault(Expressions.lit(7L))
            .build();
    Schema withDefault = new Schema(List.of(TABLE.columns().get(0), TABLE.columns().get(1), seven));
    Schema without =
        new Schema(
            List.of(
                TABLE.columns().get(0),
                TABLE.columns().get(1),
                NestedField.optional(4, "m", Types.LongType.get())));
    Table table = table(TABLE);
    table.updateSchema().addColumn("m", Types.LongType.get(), null, Expressions.lit(7L)).commit();
    assertThat(refusal(table, withDefault)).isNull();
    assertThat(refusal(table, without))
        .isEqualTo("column m has another default than at the source");
    assertThat(refusal(table, TABLE))
        .isEqualTo("column m, which the source does not have, would not be null");
  }
}
