package io.icerunner.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.register.source.SourceRoot;
import io.icerunner.internal.settings.Faults;
import io.icerunner.internal.settings.Setting;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.QueryEngineProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * Configures a {@link Registration}. Needed are a source, a table, a catalog and a source of truth:
 * a manifest, a list of files, marker files or a quiet time. Setters refuse bad values at once;
 * what is missing or contradicts is reported all together by {@link #build()}.
 *
 * <p>Not safe for use by several threads. May be used again after {@link #build()}.
 */
public final class RegistrationBuilder {
  /** The namespace of a table name with one part. */
  public static final String DEFAULT_NAMESPACE = Setting.DEFAULT_NAMESPACE;

  /** About how many files are committed together: 1,000. */
  public static final int DEFAULT_BATCH_FILES = 1_000;

  /** How many snapshots the table keeps after a run: 5. */
  public static final int DEFAULT_KEEP_SNAPSHOTS = 5;

  /** How long an operation on a store out of order is repeated: 2 minutes. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(2);

  /** How many reads of an object store are open at once: 64. */
  public static final int DEFAULT_OPEN_READS = 64;

  private final List<String> catalogs = new ArrayList<>();
  private @Nullable CatalogChoice catalog;
  private EngineChoice engine = EngineChoice.named("duckdb", Map.of());
  private @Nullable String source;
  private final List<Completeness> truths = new ArrayList<>();
  private List<String> keyColumns = List.of();
  private String rowsColumn = "rows";
  private @Nullable String filesColumn;
  private @Nullable TableIdentifier table;
  private Map<String, String> sourceProperties = Map.of();
  private @Nullable List<String> partition;
  private final Map<String, Type> types = new HashMap<>();
  private SchemaPolicy schemaPolicy = SchemaPolicy.UNION;
  private @Nullable Schema declared;
  private OnChange onChange = OnChange.REFUSE;
  private OnVanish onVanish = OnVanish.REFUSE;
  private OnSpan onSpan = OnSpan.REFUSE;
  private OnConflict onConflict = OnConflict.REFUSE;
  private boolean recheck;
  private int batchFiles = DEFAULT_BATCH_FILES;
  private int keepSnapshots = DEFAULT_KEEP_SNAPSHOTS;
  private Duration patience = DEFAULT_PATIENCE;
  private int openReads = DEFAULT_OPEN_READS;
  private boolean dryRun;
  private boolean explain;
  private Map<String, String> tableProperties = Map.of();
  private RegistrationListener listener = progress -> {};

  RegistrationBuilder() {}

  /**
   * The folder that all files are below.
   *
   * @param folder a path, or a URI such as {@code s3://bucket/prefix}
   */
  public RegistrationBuilder source(String folder) {
    source = Setting.notBlank("source", folder);
    return this;
  }

  /** The folder that all files are below. */
  public RegistrationBuilder source(Path folder) {
    return source(folder.toAbsolutePath().toString());
  }

  /**
   * A manifest says which units are complete: a Parquet, CSV or JSON file with a row for each unit.
   * The columns named like the Hive keys of the paths identify the unit; {@code rows} is its row
   * count.
   *
   * @param location a path or a URI
   */
  public RegistrationBuilder manifest(String location) {
    truths.add(new Completeness.Manifest(Setting.notBlank("manifest", location)));
    return this;
  }

  /** The manifest's columns that identify a unit, if they are not to be found out. */
  public RegistrationBuilder keyColumns(List<String> names) {
    keyColumns = List.copyOf(names);
    return this;
  }

  /** The manifest's column with row counts. By default {@code rows}. */
  public RegistrationBuilder rowsColumn(String name) {
    rowsColumn = Setting.notBlank("rowsColumn", name);
    return this;
  }

  /** The manifest's column with the files of a unit. By default the unit's folder is listed. */
  public RegistrationBuilder filesColumn(String name) {
    filesColumn = Setting.notBlank("filesColumn", name);
    return this;
  }

  /** These files are complete. Each is a unit. */
  public RegistrationBuilder files(List<String> locations) {
    truths.add(new Completeness.Files(List.copyOf(locations)));
    return this;
  }

  /** The files that a text names, one on each line, are complete. Each is a unit. */
  public RegistrationBuilder filesFrom(String list) {
    truths.add(new Completeness.FilesFrom(Setting.notBlank("filesFrom", list)));
    return this;
  }

  /** A folder is complete, with all below it, when it holds a file of this name. */
  public RegistrationBuilder marker(String fileName) {
    truths.add(new Completeness.Marker(Setting.notBlank("marker", fileName)));
    return this;
  }

  /** A file is complete when it was last changed at least so long ago. Each is a unit. */
  public RegistrationBuilder quiet(Duration time) {
    Setting.notNegative("quiet", time);
    truths.add(new Completeness.Quiet(time));
    return this;
  }

  /**
   * The table, in {@value #DEFAULT_NAMESPACE} if the name has one part; parts are separated by
   * dots.
   */
  public RegistrationBuilder table(String name) {
    return table(Setting.tableName("table", name));
  }

  /** The table. It is created if it is missing, its namespace too. */
  public RegistrationBuilder table(TableIdentifier identifier) {
    table = Objects.requireNonNull(identifier, "identifier is null");
    return this;
  }

  /** The table is in the warehouse of a folder, which is made if it is missing. */
  public RegistrationBuilder warehouse(Path folder) {
    return warehouse(folder.toUri().toString());
  }

  /**
   * The table is in the warehouse of a folder.
   *
   * @param location a {@code file:} URI or an absolute path
   */
  public RegistrationBuilder warehouse(String location) {
    return catalogFrom(CatalogChoice.warehouse(Setting.notBlank("warehouse", location)));
  }

  /** The table is in the catalog that this provider opens with Iceberg's own properties. */
  public RegistrationBuilder catalog(String provider, Map<String, String> properties) {
    return catalogFrom(
        CatalogChoice.named(Setting.notBlank("catalog provider", provider), properties));
  }

  /** The table is in this catalog, which stays open. */
  public RegistrationBuilder catalog(Catalog catalog) {
    return catalogFrom(CatalogChoice.of(Objects.requireNonNull(catalog, "catalog is null")));
  }

  /** The table is in the catalog that this provider opens. */
  public RegistrationBuilder catalogProvider(
      CatalogProvider provider, Map<String, String> properties) {
    return catalogFrom(CatalogChoice.of(provider, properties));
  }

  private RegistrationBuilder catalogFrom(CatalogChoice choice) {
    catalogs.add(choice.source());
    catalog = choice;
    return this;
  }

  /**
   * Reads Parquet manifests, and columns of files whose footer does not tell enough. By default
   * DuckDB, if it is on the class path; opened when it is needed.
   */
  public RegistrationBuilder queryEngine(
      QueryEngineProvider provider, Map<String, String> properties) {
    engine = EngineChoice.of(provider, properties);
    return this;
  }

  /**
   * How the source is read: Iceberg's own FileIO properties, such as {@code s3.endpoint}, {@code
   * s3.path-style-access}, {@code client.region}. Without credentials here the store's own default
   * chain is used.
   */
  public RegistrationBuilder sourceProperties(Map<String, String> properties) {
    sourceProperties = Map.copyOf(properties);
    return this;
  }

  /**
   * The partition fields of a new table, such as {@code tile}, {@code month(date)}, {@code
   * truncate(4, name)}, {@code bucket(16, id)}. By default an identity field for each Hive key that
   * is no column of the files; none for an empty list. A Hive key that neither the files nor an
   * identity field have is no column of the table.
   */
  public RegistrationBuilder partitionBy(List<String> fields) {
    partition = List.copyOf(fields);
    return this;
  }

  /** The type of a Hive key in a new table. By default it is found out from all values. */
  public RegistrationBuilder keyType(String key, Type.PrimitiveType type) {
    types.put(Setting.notBlank("key", key), type);
    return this;
  }

  /** How the columns of the table follow from those of the files. */
  public RegistrationBuilder schemaPolicy(SchemaPolicy policy) {
    schemaPolicy = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /** Declares the columns of a new table that are in files; {@link SchemaPolicy#DECLARED}. */
  public RegistrationBuilder schema(Schema columns) {
    declared = Objects.requireNonNull(columns, "columns is null");
    schemaPolicy = SchemaPolicy.DECLARED;
    return this;
  }

  /** What happens to registered units that have changed. */
  public RegistrationBuilder onChange(OnChange policy) {
    onChange = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /** What happens to registered units that are gone. */
  public RegistrationBuilder onVanish(OnVanish policy) {
    onVanish = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /** What happens to files that are not proven to be in one partition. */
  public RegistrationBuilder onSpan(OnSpan policy) {
    onSpan = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /** What happens to files that contradict their path. */
  public RegistrationBuilder onConflict(OnConflict policy) {
    onConflict = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /**
   * Whether the files of all registered units are listed again and compared with what was
   * registered. Off by default: then a run costs what is new, and a manifest's row counts are all
   * that is compared. Without a manifest everything is listed anyway.
   */
  public RegistrationBuilder recheck(boolean recheck) {
    this.recheck = recheck;
    return this;
  }

  /** About how many files are committed together; a unit is never cut. */
  public RegistrationBuilder batchFiles(int files) {
    Setting.check(files > 0, "batchFiles", files, "it must be positive");
    batchFiles = files;
    return this;
  }

  /** How many snapshots the table keeps after a run that committed. */
  public RegistrationBuilder keepSnapshots(int snapshots) {
    Setting.check(snapshots > 0, "keepSnapshots", snapshots, "it must be positive");
    keepSnapshots = snapshots;
    return this;
  }

  /** How long an operation on a store that is out of order is repeated. */
  public RegistrationBuilder patience(Duration patience) {
    this.patience = Setting.notNegative("patience", patience);
    return this;
  }

  /** How many reads of an object store are open at once. */
  public RegistrationBuilder openReads(int reads) {
    Setting.check(reads > 0, "openReads", reads, "it must be positive");
    openReads = reads;
    return this;
  }

  /** Whether everything is read and proven, and nothing committed. */
  public RegistrationBuilder dryRun(boolean dryRun) {
    this.dryRun = dryRun;
    return this;
  }

  /**
   * Whether the result tells how the partition of the first file is proven, and which partition
   * fields the first batch of files would prove.
   */
  public RegistrationBuilder explain(boolean explain) {
    this.explain = explain;
    return this;
  }

  /** Properties of a new table, beside those that registration needs. */
  public RegistrationBuilder tableProperties(Map<String, String> properties) {
    tableProperties = Map.copyOf(properties);
    return this;
  }

  /** Follows runs. */
  public RegistrationBuilder listener(RegistrationListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener is null");
    return this;
  }

  /**
   * Makes the registration, which does nothing before its {@link Registration#run()}.
   *
   * @throws IceRunnerException INVALID_ARGUMENT listing everything that is missing or contradicts
   */
  public Registration build() {
    Faults faults = new Faults();
    if (source == null) {
      faults.add("no source: give the folder that the files are below");
    }
    if (table == null) {
      faults.add("no table: give its name");
    }
    faults.one("catalog", "give a warehouse, a catalog or a catalog provider", catalogs);
    faults.one(
        "source of truth about what is complete",
        "give a manifest, files, a list of files, a marker or a quiet time",
        truths.stream().map(Completeness::toString).toList());
    if (source != null && catalog != null && isInside(catalog.properties(), source)) {
      faults.add(
          "the warehouse is inside the source, and nothing is written there: use one elsewhere");
    }
    if (source == null || table == null || catalog == null || !faults.isEmpty()) {
      throw faults.asException("Cannot build the registration");
    }
    return new Registration(
        new RegistrationConfig(
            catalog,
            engine,
            source,
            truths.get(0),
            keyColumns,
            rowsColumn,
            filesColumn,
            table,
            sourceProperties,
            partition,
            Map.copyOf(types),
            schemaPolicy,
            declared,
            onChange,
            onVanish,
            onSpan,
            onConflict,
            recheck,
            batchFiles,
            keepSnapshots,
            patience,
            openReads,
            dryRun,
            explain,
            tableProperties,
            listener));
  }

  private static boolean isInside(Map<String, String> catalogProperties, String source) {
    String warehouse = catalogProperties.get(CatalogProperties.WAREHOUSE_LOCATION);
    return warehouse != null && SourceRoot.of(source).contains(warehouse);
  }
}
