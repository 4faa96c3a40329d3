package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.PreparedBatch.PreparedUnit;
import io.icerunner.internal.register.partition.ColumnValues;
import io.icerunner.internal.register.partition.FileEvidence;
import io.icerunner.internal.register.partition.HivePath;
import io.icerunner.internal.register.partition.PartitionChoice;
import io.icerunner.internal.register.schema.FileMetrics;
import io.icerunner.internal.register.schema.FileSchema;
import io.icerunner.internal.register.schema.NameMappings;
import io.icerunner.internal.register.schema.SchemaPlan;
import io.icerunner.internal.register.source.SourceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.jspecify.annotations.Nullable;

/**
 * Makes a batch of files ready for a table: their schemas fit or widen the table's, each is proven
 * to be in one partition, and each unit has the rows that the source of truth promises.
 */
final class BatchPreparation {
  private static final int NAMED = 20;

  private final RegistrationSettings settings;
  private final SourceStore store;
  private final @Nullable ColumnValues values;

  BatchPreparation(
      RegistrationSettings settings, SourceStore store, @Nullable ColumnValues values) {
    this.settings = settings;
    this.store = store;
    this.values = values;
  }

  /**
   * @param reads the files of all units, in order
   * @throws IceRunnerException INVALID_ARGUMENT or UNSUPPORTED naming what does not fit
   */
  PreparedBatch prepare(Table table, List<ListedUnit> batch, List<ReadFile> reads) {
    Target target = target(table, reads);
    List<DataFile> files = store.parallel(settings.source(), reads, read -> dataFile(read, target));
    List<PreparedUnit> units = new ArrayList<>(batch.size());
    int next = 0;
    for (ListedUnit unit : batch) {
      int end = next + unit.files().size();
      units.add(prepare(unit, files.subList(next, end)));
      next = end;
    }
    return new PreparedBatch(
        PreparedBatch.Shape.of(table),
        units,
        target.evolution(),
        NameMappingParser.toJson(target.mapping()));
  }

  /** How the first file is proven to be in its partition, and which partitions all files prove. */
  List<String> explain(Table table, List<ReadFile> reads) {
    Target target = target(table, reads);
    List<FileEvidence> files = reads.stream().map(read -> evidence(read, target)).toList();
    return SpecExplanation.of(target.choice(), target.schema(), settings.types(), files);
  }

  private Target target(Table table, List<ReadFile> reads) {
    List<FileSchema> schemas = reads.stream().map(ReadFile::schema).toList();
    SchemaPlan plan =
        SchemaPlan.plan(
            table.schema(),
            RegisteredTable.mapping(table),
            formatVersion(table),
            settings.schemaPolicy(),
            settings.declared(),
            schemas);
    refuseDifferences(plan.differences());
    @Nullable Consumer<UpdateSchema> evolution = plan.evolution();
    Schema schema = evolution == null ? table.schema() : evolved(table, evolution);
    NameMapping mapping = NameMappings.complete(schema, RegisteredTable.mapping(table));
    PartitionChoice choice =
        new PartitionChoice(
            table.spec(), table.specs().values(), schema, settings.partitionPolicy(), values);
    return new Target(
        schema,
        mapping,
        choice,
        evolution,
        MetricsConfig.forTable(table),
        LeftOutKeys.of(table),
        new DataFileBuilders());
  }

  void refuseDifferences(List<String> differences) {
    if (differences.isEmpty()) {
      return;
    }
    List<String> named = differences.subList(0, Math.min(NAMED, differences.size()));
    String more =
        differences.size() > NAMED ? "\n(%s more)".formatted(differences.size() - NAMED) : "";
    throw IceRunnerException.invalidArgument(
        "Cannot register into table %s: the schemas of files do not fit\n%s%s"
            .formatted(settings.table(), String.join("\n", named), more));
  }

  private record Target(
      Schema schema,
      NameMapping mapping,
      PartitionChoice choice,
      @Nullable Consumer<UpdateSchema> evolution,
      MetricsConfig metrics,
      LeftOutKeys leftOut,
      DataFileBuilders files) {}

  private static Schema evolved(Table table, Consumer<UpdateSchema> evolution) {
    UpdateSchema update = table.updateSchema();
    evolution.accept(update);
    return update.apply();
  }

  private static int formatVersion(Table table) {
    return ((HasTableOperations) table).operations().current().formatVersion();
  }

  private FileEvidence evidence(ReadFile read, Target target) {
    String location = read.file().location();
    return new FileEvidence(
        read.file(),
        read.footer().rowCount(),
        FileMetrics.of(location, read.footer(), target.schema(), target.mapping()),
        HivePath.of(settings.source(), location),
        FileMetrics.columnsIn(location, read.footer(), target.schema(), target.mapping()));
  }

  private DataFile dataFile(ReadFile read, Target target) {
    FileEvidence evidence = evidence(read, target);
    target.leftOut().check(read.file().location(), evidence.path(), target.schema());
    Metrics metrics = FileMetrics.kept(evidence.metrics(), target.schema(), target.metrics());
    if (read.footer().rowCount() == 0) {
      return target.files().build(read, PartitionSpec.unpartitioned(), null, metrics);
    }
    PartitionChoice.Partition partition = target.choice().choose(evidence);
    return target.files().build(read, partition.spec(), partition.values(), metrics);
  }

  private PreparedUnit prepare(ListedUnit unit, List<DataFile> files) {
    long rows = files.stream().mapToLong(DataFile::recordCount).sum();
    Long promised = unit.work().unit().rows();
    if (promised != null && promised != rows) {
      throw IceRunnerException.invalidArgument(
          "Cannot register %s of %s: the manifest says %s rows, and its %s files have %s"
              .formatted(unit.key(), settings.source(), promised, files.size(), rows));
    }
    RegisteredUnit registered =
        new RegisteredUnit(unit.key(), rows, UnitDigest.of(settings.source(), unit.files()));
    return new PreparedUnit(
        unit.work(), registered, files.stream().filter(file -> file.recordCount() > 0).toList());
  }
}
