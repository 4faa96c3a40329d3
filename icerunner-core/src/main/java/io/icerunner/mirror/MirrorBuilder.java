package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.settings.Setting;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.QueryEngineProvider;
import io.icerunner.spi.TypeMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Configures a {@link Mirror}. Needed are a source, and a target: a catalog or another IceRunner.
 * Setters refuse bad values at once; what is missing or contradicts is reported all together by
 * {@link #build()}.
 *
 * <p>Not safe for use by several threads. May be used again after {@link #build()}.
 */
public final class MirrorBuilder {
  /** The namespace of a target's name with one part. */
  public static final String DEFAULT_NAMESPACE = Setting.DEFAULT_NAMESPACE;

  /** How targets are named: as their sources. */
  public static final String DEFAULT_NAME_TEMPLATE = "{namespace}.{table}";

  /** How many tables are copied at a time: 2. */
  public static final int DEFAULT_PARALLEL_TABLES = 2;

  /** How many endpoints of a table are read at a time: 4. */
  public static final int DEFAULT_PARALLEL_ENDPOINTS = 4;

  /** How long one run repeats what fails in passing, without a commit in between: 2 minutes. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(2);

  /** The longest pause before what failed in passing is tried again: 1 minute. */
  public static final Duration DEFAULT_LONGEST_PAUSE = Duration.ofMinutes(1);

  /** How often sources are looked at, where nothing else is said: each minute. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);

  private final MirrorDraft draft = new MirrorDraft();

  MirrorBuilder() {}

  /**
   * The server to read, or a table of it.
   *
   * @param uri {@code grpc://host:port}, {@code grpc+tcp://}, {@code grpc+tls://} or {@code
   *     flightsql://}, with a table's name as path or not
   */
  public MirrorBuilder source(String uri) {
    return source(FlightAccess.at(uri));
  }

  /** The server to read, or a table of it, with what proves who connects. */
  public MirrorBuilder source(FlightAccess access) {
    draft.source = Objects.requireNonNull(access, "access is null");
    return this;
  }

  /**
   * The one table to copy, instead of a path in the URI. Without either, all tables that the server
   * lists are copied.
   *
   * @param name parts are separated by dots; one with a dot in it is put in double quotes
   */
  public MirrorBuilder sourceTable(String name) {
    draft.sourceTable = Setting.notBlank("sourceTable", name);
    return this;
  }

  /** Targets are in the warehouse of a folder, which is made if it is missing. */
  public MirrorBuilder warehouse(Path folder) {
    return warehouse(Objects.requireNonNull(folder, "folder is null").toUri().toString());
  }

  /**
   * Targets are in the warehouse of a folder.
   *
   * @param location a {@code file:} URI or an absolute path
   */
  public MirrorBuilder warehouse(String location) {
    return into(CatalogChoice.warehouse(Setting.notBlank("warehouse", location)));
  }

  /** Targets are in the catalog that this provider opens with Iceberg's own properties. */
  public MirrorBuilder catalog(String provider, Map<String, String> properties) {
    return into(CatalogChoice.named(Setting.notBlank("catalog provider", provider), properties));
  }

  /** Targets are in this catalog, which stays open. */
  public MirrorBuilder catalog(Catalog catalog) {
    return into(CatalogChoice.of(Objects.requireNonNull(catalog, "catalog is null")));
  }

  /** Targets are in the catalog that this provider opens; the mirror closes it. */
  public MirrorBuilder catalogProvider(CatalogProvider provider, Map<String, String> properties) {
    return into(CatalogChoice.of(Objects.requireNonNull(provider, "provider is null"), properties));
  }

  private MirrorBuilder into(CatalogChoice catalog) {
    draft.targets.add(TargetChoice.of(catalog));
    return this;
  }

  /** Targets are tables of another IceRunner. */
  public MirrorBuilder target(String uri) {
    return target(FlightAccess.at(uri));
  }

  /** Targets are tables of another IceRunner, with what proves who connects. */
  public MirrorBuilder target(FlightAccess access) {
    draft.targets.add(TargetChoice.of(Objects.requireNonNull(access, "access is null")));
    return this;
  }

  /**
   * Reads targets, as {@link Mirror#verify()} and {@link MirrorMode#CURSOR} need, where they are in
   * a catalog. By default DuckDB, if it is on the class path; opened when it is needed.
   */
  public MirrorBuilder engine(String provider, Map<String, String> properties) {
    draft.engine = EngineChoice.named(Setting.notBlank("engine", provider), properties);
    return this;
  }

  /** Reads targets, as {@link #engine(String, Map)}, by the engine that this provider opens. */
  public MirrorBuilder queryEngine(QueryEngineProvider provider, Map<String, String> properties) {
    draft.engine =
        EngineChoice.of(Objects.requireNonNull(provider, "provider is null"), properties);
    return this;
  }

  /**
   * The target of the one source table, in {@value #DEFAULT_NAMESPACE} if the name has one part;
   * parts are separated by dots. By default it is named by the template. It is made if it is
   * missing, its namespace too.
   */
  public MirrorBuilder table(String name) {
    return table(Setting.tableName("table", name));
  }

  /** The target of the one source table. */
  public MirrorBuilder table(TableIdentifier identifier) {
    draft.table = Objects.requireNonNull(identifier, "identifier is null");
    return this;
  }

  /**
   * Of all that the server lists, copies what fits one of these patterns. By default all.
   *
   * @param patterns of whole names, as {@code sales.*}: a star stands for any characters, a
   *     question mark for one
   */
  public MirrorBuilder include(String... patterns) {
    draft.includes.addAll(MirrorDraft.patterns("include", patterns));
    return this;
  }

  /** Leaves out what fits one of these patterns, even if it is included. */
  public MirrorBuilder exclude(String... patterns) {
    draft.excludes.addAll(MirrorDraft.patterns("exclude", patterns));
    return this;
  }

  /**
   * How targets are named: parts separated by dots, with <code>{table}</code> for the last part of
   * the source's name and <code>{namespace}</code> for those before it, as in <code>
   * mirror.{namespace}_{table}</code>. A part that is just <code>{namespace}</code> becomes as many
   * parts as the source's has; in a longer part they are joined by underscores. The namespace of a
   * name with one part is {@value #DEFAULT_NAMESPACE}.
   */
  public MirrorBuilder nameTemplate(String template) {
    Setting.check(
        template.contains("{table}"), "nameTemplate", template, "it must contain {table}");
    Setting.check(
        template
            .replace("{table}", "t")
            .replace("{namespace}", "n")
            .matches("[^.{}]+(\\.[^.{}]+)*"),
        "nameTemplate",
        template,
        "a part is empty, or something else than {namespace} and {table} is in braces");
    draft.nameTemplate = template;
    return this;
  }

  /** How many tables are copied at a time. */
  public MirrorBuilder parallelTables(int tables) {
    Setting.positive("parallelTables", tables);
    draft.parallelTables = tables;
    return this;
  }

  /** How many endpoints of a table are read at a time. */
  public MirrorBuilder parallelEndpoints(int endpoints) {
    Setting.positive("parallelEndpoints", endpoints);
    draft.parallelEndpoints = endpoints;
    return this;
  }

  /** How tables are followed. */
  public MirrorBuilder mode(MirrorMode mode) {
    draft.mode = Objects.requireNonNull(mode, "mode is null");
    return this;
  }

  /** Follows tables by a column that only grows; {@link MirrorMode#CURSOR}. */
  public MirrorBuilder cursor(String column) {
    draft.cursorColumn = Setting.notBlank("cursor", column);
    return this;
  }

  /**
   * Rows at the boundary of the cursor are the same if these columns are equal. By default all
   * columns.
   */
  public MirrorBuilder keyColumns(List<String> columns) {
    columns.forEach(column -> Setting.notBlank("keyColumns", column));
    draft.keyColumns = List.copyOf(columns);
    return this;
  }

  /**
   * How far behind the cursor rows may come late: each cycle reads so far back again.
   *
   * @param distance {@code 90s}, {@code 15m}, {@code 1h} or {@code 2d} for a column of times, a
   *     number for one of numbers
   */
  public MirrorBuilder lookBack(String distance) {
    Setting.check(
        distance.matches("\\d+(\\.\\d+)?|\\d+(ms|s|m|h|d)"),
        "lookBack",
        distance,
        "it must be a number, or a time such as 90s, 15m, 1h or 2d");
    draft.lookBack = distance;
    return this;
  }

  /**
   * Commits after about so many rows, as far as the source tells where it can go on; replacing is
   * always one commit. By default a cycle of a table is one commit.
   */
  public MirrorBuilder batchSize(long rows) {
    draft.batchSize = Setting.positive("batchSize", rows);
    return this;
  }

  /** Whether each snapshot of an IceRunner is a commit of its own. Off by default. */
  public MirrorBuilder commitPerSnapshot(boolean each) {
    draft.commitPerSnapshot = each;
    return this;
  }

  /** What happens when a source deleted or overwrote rows. */
  public MirrorBuilder onRewrite(OnRewrite policy) {
    draft.onRewrite = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /** What happens when the position is lost. */
  public MirrorBuilder onLoss(OnLoss policy) {
    draft.onLoss = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /** What happens when the columns of a source change. */
  public MirrorBuilder onSchemaChange(OnSchemaChange policy) {
    draft.onSchemaChange = Objects.requireNonNull(policy, "policy is null");
    return this;
  }

  /**
   * Whether the first cycle replaces whatever a target has by all that its source has, in one
   * commit: rows of another source, of another mode, or of no mirror at all, which are refused
   * otherwise. Off by default.
   */
  public MirrorBuilder resync(boolean resync) {
    draft.resync = resync;
    return this;
  }

  /** Adds a type mapper; the first that has an opinion about a field decides. */
  public MirrorBuilder typeMapper(TypeMapper mapper) {
    draft.typeMappers.add(Objects.requireNonNull(mapper, "mapper is null"));
    return this;
  }

  /** Properties of targets that are made. */
  public MirrorBuilder tableProperties(Map<String, String> properties) {
    draft.tableProperties = Map.copyOf(properties);
    return this;
  }

  /**
   * Whether data files of an IceRunner are copied as they are, where nothing else would come of
   * decoding and encoding their rows: the target has the source's columns under the same field ids,
   * and the files are large. On by default. With a {@link #batchSize} or a {@link #typeMapper} rows
   * are always read.
   */
  public MirrorBuilder copyDataFiles(boolean copy) {
    draft.copyDataFiles = copy;
    return this;
  }

  /** From which size on, on average, data files are copied. */
  MirrorBuilder leastFileBytes(long bytes) {
    draft.leastFileBytes = Setting.positive("leastFileBytes", bytes);
    return this;
  }

  /** Reads at most so many rows per second, of all tables together. */
  public MirrorBuilder maxRowsPerSecond(long rows) {
    draft.maxRowsPerSecond = Setting.positive("maxRowsPerSecond", rows);
    return this;
  }

  /** Reads at most so many bytes per second, as they are in memory, of all tables together. */
  public MirrorBuilder maxBytesPerSecond(long bytes) {
    draft.maxBytesPerSecond = Setting.positive("maxBytesPerSecond", bytes);
    return this;
  }

  /**
   * How long one run repeats what fails in passing, without a commit in between; zero to try once.
   * A mirror that was started goes on for ever.
   */
  public MirrorBuilder patience(Duration patience) {
    draft.patience = Setting.notNegative("patience", patience);
    return this;
  }

  /** The longest pause before what failed in passing is tried again. */
  public MirrorBuilder longestPause(Duration pause) {
    draft.longestPause = Setting.positive("longestPause", pause);
    return this;
  }

  /** Follows the mirror. */
  public MirrorBuilder listener(MirrorListener listener) {
    draft.listener = Objects.requireNonNull(listener, "listener is null");
    return this;
  }

  /**
   * Makes the mirror, which connects to nothing before it is run or started.
   *
   * @throws IceRunnerException INVALID_ARGUMENT listing everything that is missing or contradicts
   */
  public Mirror build() {
    return new Mirror(draft.check());
  }
}
