package io.icerunner.internal.replica;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.commit.SchemaPreview;
import io.icerunner.internal.commit.TableChange;
import io.icerunner.internal.commit.TableCommitter;
import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Makes the table of a load, or lets its schema follow the source's. Either is a commit of its own
 * before that of the rows. The one of the schema carries the record with the new field ids and the
 * position as it was, so that a mirror that ends in between leaves what the next one understands.
 */
final class TablePreparation {
  private static final int NAMED = 20;
  private static final int DEFAULT_VERSION = 2;
  private static final int NEWEST_VERSION = 3;

  private final CatalogTables tables;
  private final TypeMappers mappers;
  private final TableCommitter committer;
  private final Supplier<Insistence> insistence;

  TablePreparation(
      CatalogTables tables,
      TypeMappers mappers,
      TableCommitter committer,
      Supplier<Insistence> insistence) {
    this.tables = tables;
    this.mappers = mappers;
    this.committer = committer;
    this.insistence = insistence;
  }

  /** As {@link ReplicaTarget#open}. */
  PreparedTable prepare(LoadRequest request) {
    @Nullable Table existing = find(request);
    Table table = existing == null ? create(request) : existing;
    return follow(request, table);
  }

  /** Null if it is missing and no record says that it was there. */
  private @Nullable Table find(LoadRequest request) {
    try {
      return tables.load(request.table());
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.NOT_FOUND && request.expected() == null) {
        return null;
      }
      throw e;
    }
  }

  private Table create(LoadRequest request) {
    @Nullable Schema source = request.source();
    int version = formatVersion(request.tableProperties(), source);
    Schema schema =
        source == null
            ? mappers.toIceberg(request.incoming(), version)
            : new Schema(source.columns());
    conversion(request, schema, version);
    Map<String, String> properties = new HashMap<>(request.tableProperties());
    properties.put(TableProperties.FORMAT_VERSION, Integer.toString(version));
    tables.ensureNamespace(request.table().namespace());
    try {
      return tables.createTable(request.table(), schema, PartitionSpec.unpartitioned(), properties);
    } catch (IceRunnerException e) {
      if (e.code() != ErrorCode.ALREADY_EXISTS && e.code() != ErrorCode.COMMIT_UNKNOWN) {
        throw e;
      }
      // Somebody else made it, or this did after all.
      return tables.load(request.table());
    }
  }

  private static int formatVersion(Map<String, String> properties, @Nullable Schema source) {
    @Nullable String asked = properties.get(TableProperties.FORMAT_VERSION);
    if (asked == null) {
      return source == null || isHeld(source, DEFAULT_VERSION) ? DEFAULT_VERSION : NEWEST_VERSION;
    }
    try {
      return Integer.parseInt(asked);
    } catch (NumberFormatException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot create a table of %s '%s': it is not a number"
              .formatted(TableProperties.FORMAT_VERSION, asked));
    }
  }

  private static boolean isHeld(Schema schema, int version) {
    try {
      Schema.checkCompatibility(schema, version);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private PreparedTable follow(LoadRequest request, Table table) {
    table.refresh();
    if (plan(request, table) != null) {
      insistence.get().run(() -> committer.change(table, base -> plan(request, base)));
      table.refresh();
    }
    Schema schema = table.schema();
    return new PreparedTable(
        table,
        schema.schemaId(),
        conversion(request, schema, formatVersion(table)),
        fieldIds(request, schema));
  }

  private @Nullable TableChange plan(LoadRequest request, Table base) {
    requireWritable(request, base);
    boolean replaces = request.mode() == LoadMode.REPLACE;
    @Nullable StoredRecord stored = Fence.record(base, replaces);
    Fence.require(request.expected(), stored, base);
    SchemaSteps steps = steps(request, base, stored);
    List<Consumer<UpdateSchema>> changes = steps.of(base);
    Schema followed = changes.isEmpty() ? base.schema() : SchemaPreview.of(base, changes);
    conversion(request, followed, formatVersion(base));
    if (changes.isEmpty()) {
      return null;
    }
    TableChange.Builder change = TableChange.builder();
    changes.forEach(change::schema);
    if (stored != null) {
      ReplicaRecord record = stored.record().withFieldIds(fieldIds(request, followed));
      change.property(ReplicaRecord.PROPERTY, stored.with(record).text());
    }
    return change.build();
  }

  private SchemaSteps steps(LoadRequest request, Table base, @Nullable StoredRecord stored) {
    int version = formatVersion(base);
    @Nullable Schema source = request.source();
    List<NestedField> columns =
        source == null
            ? new ArrivingColumns(mappers, base.schema(), version).of(request.incoming())
            : source.columns();
    SchemaFollowing following =
        SchemaFollowing.compare(
            columns,
            base.schema().columns(),
            known(request, stored),
            request.mode() == LoadMode.REPLACE,
            version);
    refuse(request, following.differences());
    if (!request.followSchema()) {
      refuse(request, following.steps().changes());
    }
    return following.steps();
  }

  /** As the table has them: the schema may have followed since the expected record was read. */
  private static Map<Integer, Integer> known(LoadRequest request, @Nullable StoredRecord stored) {
    if (stored == null || request.source() == null) {
      return Map.of();
    }
    @Nullable String uuid = stored.record().sourceUuid();
    boolean isOther =
        request.sourceUuid() != null && uuid != null && !request.sourceUuid().equals(uuid);
    // The ids of another table mean nothing.
    return isOther ? Map.of() : stored.record().fieldIds();
  }

  private static Map<Integer, Integer> fieldIds(LoadRequest request, Schema table) {
    @Nullable Schema source = request.source();
    return source == null
        ? Map.of()
        : SchemaFollowing.fieldIds(source.asStruct(), table.asStruct());
  }

  private static void refuse(LoadRequest request, List<String> differences) {
    if (differences.isEmpty()) {
      return;
    }
    String more =
        differences.size() > NAMED ? "; and %s more".formatted(differences.size() - NAMED) : "";
    throw IceRunnerException.invalidArgument(
        "Cannot mirror into table %s: %s does not follow the source, and the table is as it was: %s%s"
            .formatted(
                request.table(),
                request.followSchema() ? "its schema" : "by choice its schema",
                String.join("; ", differences.subList(0, Math.min(NAMED, differences.size()))),
                more));
  }

  private static void requireWritable(LoadRequest request, Table table) {
    if (!table.spec().isUnpartitioned()) {
      throw IceRunnerException.unsupported(
          "Cannot write to table %s: it is partitioned by %s, and writing to partitioned tables is not supported"
              .formatted(request.table(), table.spec().fields()));
    }
  }

  private AppendConversion conversion(LoadRequest request, Schema schema, int version) {
    try {
      Schema.checkCompatibility(schema, version);
    } catch (IllegalStateException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot mirror into table %s: %s".formatted(request.table(), e.getMessage()));
    }
    return AppendConversion.plan(
        request.incoming(), schema, version, mappers, request.table().toString());
  }

  private static int formatVersion(Table table) {
    return ((HasTableOperations) table).operations().current().formatVersion();
  }
}
