package io.icerunner.internal.register;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.register.partition.HiveColumns;
import io.icerunner.internal.register.partition.HivePath;
import io.icerunner.internal.register.partition.PartitionPolicy;
import io.icerunner.internal.register.partition.SpecText;
import io.icerunner.internal.register.schema.FileSchema;
import io.icerunner.internal.register.schema.NameMappings;
import io.icerunner.internal.register.schema.SchemaPlan;
import io.icerunner.internal.register.source.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Creates the table from what its first batch looks like. */
final class NewTable {
  private static final int FORMAT_VERSION = 2;

  private final RegistrationSettings settings;
  private final CatalogTables tables;

  /**
   * @param tables where it is created
   */
  NewTable(RegistrationSettings settings, CatalogTables tables) {
    this.settings = settings;
    this.tables = tables;
  }

  /**
   * @param complete all units, whose keys tell the types of Hive keys
   * @param reads the files of the first batch
   * @param refuse is given the differences between the files' schemas
   */
  Table create(List<Unit> complete, List<ReadFile> reads, Consumer<List<String>> refuse) {
    Schema files = fileColumns(reads, refuse);
    List<Types.NestedField> keys = keyColumns(complete, reads, names(files.columns()));
    Schema all = schema(files.columns(), keys);
    PartitionSpec wanted = spec(all, keys);
    // A key that no partition field keeps would be null in every row.
    List<Types.NestedField> kept = keys.stream().filter(key -> isIdentity(wanted, key)).toList();
    Schema schema = schema(files.columns(), kept);
    PartitionSpec spec = SpecText.parse(schema, SpecText.print(wanted));
    tables.ensureNamespace(settings.table().namespace());
    Map<String, String> properties = properties(schema, leftOut(keys, kept));
    RegisteredTable.checkLocation(
        tables.stageCreate(settings.table(), schema, spec, properties).table(), settings.source());
    boolean coarser = settings.partitionPolicy().unproven() == PartitionPolicy.Unproven.COARSER;
    return coarser
        ? tables.createTableWithCoarserSpec(
            settings.table(), schema, byKeys(schema, kept), spec, properties)
        : tables.createTable(settings.table(), schema, spec, properties);
  }

  private static List<String> leftOut(List<Types.NestedField> keys, List<Types.NestedField> kept) {
    return keys.stream().filter(key -> !kept.contains(key)).map(Types.NestedField::name).toList();
  }

  /** The keys stay in any spec: a reader finds their values nowhere else. */
  private static PartitionSpec byKeys(Schema schema, List<Types.NestedField> kept) {
    return SpecText.parse(schema, kept.stream().map(Types.NestedField::name).toList());
  }

  private Schema fileColumns(List<ReadFile> reads, Consumer<List<String>> refuse) {
    List<FileSchema> schemas = reads.stream().map(ReadFile::schema).toList();
    SchemaPlan plan =
        SchemaPlan.plan(
            null, FORMAT_VERSION, settings.schemaPolicy(), settings.declared(), schemas);
    refuse.accept(plan.differences());
    return plan.newTable();
  }

  private List<Types.NestedField> keyColumns(
      List<Unit> complete, List<ReadFile> reads, Set<String> fileColumns) {
    List<HivePath> ofFiles =
        reads.stream().map(read -> HivePath.of(settings.source(), read.file().location())).toList();
    List<HivePath> ofUnits =
        complete.stream()
            .map(unit -> HivePath.of(settings.source(), settings.source() + unit.key() + "/-"))
            .toList();
    Map<String, Types.NestedField> byName = new LinkedHashMap<>();
    for (Types.NestedField key : HiveColumns.infer(ofFiles, settings.types(), fileColumns)) {
      byName.put(key.name(), key);
    }
    // All units know more values than the files of one batch.
    for (Types.NestedField key : HiveColumns.infer(ofUnits, settings.types(), fileColumns)) {
      byName.replace(key.name(), key);
    }
    return List.copyOf(byName.values());
  }

  private PartitionSpec spec(Schema all, List<Types.NestedField> keys) {
    @Nullable List<String> wanted = settings.partition();
    return SpecText.parse(
        all, wanted != null ? wanted : keys.stream().map(Types.NestedField::name).toList());
  }

  private static boolean isIdentity(PartitionSpec spec, Types.NestedField key) {
    return spec.fields().stream().anyMatch(field -> keeps(spec, field, key));
  }

  private static boolean keeps(PartitionSpec spec, PartitionField field, Types.NestedField key) {
    return field.transform().isIdentity()
        && key.name().equals(spec.schema().findColumnName(field.sourceId()));
  }

  private static Set<String> names(List<Types.NestedField> fields) {
    Set<String> names = new HashSet<>();
    fields.forEach(field -> names.add(field.name()));
    return names;
  }

  /** With the ids that a catalog gives to the fields of a new table. */
  private static Schema schema(List<Types.NestedField> files, List<Types.NestedField> keys) {
    List<Types.NestedField> columns = new ArrayList<>(files);
    int next =
        TypeUtil.indexById(Types.StructType.of(files)).keySet().stream()
            .mapToInt(Integer::intValue)
            .max()
            .orElse(0);
    for (Types.NestedField key : keys) {
      columns.add(Types.NestedField.optional(++next, key.name(), key.type()));
    }
    int[] last = {0};
    return new Schema(TypeUtil.assignFreshIds(new Schema(columns), () -> ++last[0]).columns());
  }

  private Map<String, String> properties(Schema schema, List<String> leftOut) {
    Map<String, String> properties = new HashMap<>(RegisteredTable.PROPERTIES);
    properties.put(
        TableProperties.DEFAULT_NAME_MAPPING,
        NameMappingParser.toJson(NameMappings.create(schema)));
    properties.putAll(settings.tableProperties());
    properties.put(RegisteredTable.SOURCE, settings.source());
    properties.put(LeftOutKeys.PROPERTY, LeftOutKeys.text(leftOut));
    return properties;
  }
}
