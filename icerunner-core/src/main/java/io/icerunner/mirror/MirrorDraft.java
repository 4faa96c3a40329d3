package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.mirror.FollowSettings;
import io.icerunner.internal.mirror.MirrorSettings;
import io.icerunner.internal.mirror.PaceSettings;
import io.icerunner.internal.mirror.TableSelection;
import io.icerunner.internal.names.TableNameText;
import io.icerunner.internal.settings.Faults;
import io.icerunner.internal.settings.Setting;
import io.icerunner.spi.TypeMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** What a builder was told so far, and whether that makes a mirror. */
final class MirrorDraft {
  @Nullable FlightAccess source;
  @Nullable String sourceTable;
  final List<TargetChoice> targets = new ArrayList<>();
  final List<TypeMapper> typeMappers = new ArrayList<>();
  EngineChoice engine = EngineChoice.named("duckdb", Map.of());
  @Nullable TableIdentifier table;
  final List<String> includes = new ArrayList<>();
  final List<String> excludes = new ArrayList<>();
  @Nullable String nameTemplate;
  int parallelTables = MirrorBuilder.DEFAULT_PARALLEL_TABLES;
  int parallelEndpoints = MirrorBuilder.DEFAULT_PARALLEL_ENDPOINTS;
  MirrorMode mode = MirrorMode.AUTO;
  @Nullable String cursorColumn;
  List<String> keyColumns = List.of();
  @Nullable String lookBack;
  long batchSize;
  boolean commitPerSnapshot;
  OnRewrite onRewrite = OnRewrite.REPLACE;
  OnLoss onLoss = OnLoss.STOP;
  OnSchemaChange onSchemaChange = OnSchemaChange.FOLLOW;
  boolean resync;
  Map<String, String> tableProperties = Map.of();
  boolean copyDataFiles = true;
  long leastFileBytes = FollowSettings.LEAST_FILE_BYTES;
  long maxRowsPerSecond;
  long maxBytesPerSecond;
  Duration patience = MirrorBuilder.DEFAULT_PATIENCE;
  Duration longestPause = MirrorBuilder.DEFAULT_LONGEST_PAUSE;
  MirrorListener listener = new MirrorListener() {};

  static List<String> patterns(String setting, String... patterns) {
    return Arrays.stream(patterns).map(pattern -> Setting.notBlank(setting, pattern)).toList();
  }

  /** The configuration, or INVALID_ARGUMENT with all that is wrong. */
  MirrorConfig check() {
    Faults faults = new Faults();
    FlightAccess from = source;
    if (from == null) {
      faults.add("no source: give the URI of a server, or of a table of it");
    }
    faults.one(
        "target",
        "give a warehouse, a catalog, a catalog provider or the URI of a server",
        targets.stream().map(TargetChoice::text).toList());
    checkAccess(faults);
    checkMode(faults);
    List<String> named = sourceName(faults);
    checkNames(named != null, faults);
    if (from == null || !faults.isEmpty()) {
      throw faults.asException("Cannot build the mirror");
    }
    return new MirrorConfig(
        from,
        targets.get(0),
        engine,
        List.copyOf(typeMappers),
        parallelEndpoints,
        new MirrorSettings(tables(named), follow(), pace()),
        listener);
  }

  /** What a connection would be refused for is found now. */
  private void checkAccess(Faults faults) {
    List<FlightAccess> all = new ArrayList<>();
    all.add(source);
    targets.forEach(target -> all.add(target.server()));
    for (FlightAccess access : all) {
      try {
        if (access != null) {
          access.settings();
        }
      } catch (IceRunnerException e) {
        faults.add(e.getMessage());
      }
    }
  }

  private void checkMode(Faults faults) {
    if (mode == MirrorMode.CURSOR && cursorColumn == null) {
      faults.add("mode CURSOR without a column: name the column that only grows");
    }
    if (cursorColumn != null && mode != MirrorMode.AUTO && mode != MirrorMode.CURSOR) {
      faults.add("a cursor with mode %s: leave out one of them".formatted(mode));
    }
    if (cursorColumn == null && !keyColumns.isEmpty()) {
      faults.add("key columns without a cursor: name its column, or leave them out");
    }
    if (cursorColumn == null && lookBack != null) {
      faults.add("a look-back without a cursor: name its column, or leave it out");
    }
    boolean bySnapshot = mode == MirrorMode.SNAPSHOT || mode == MirrorMode.AUTO;
    if (commitPerSnapshot && (!bySnapshot || cursorColumn != null)) {
      faults.add(
          "a commit per snapshot with mode %s, which knows no snapshots: leave it out"
              .formatted(effectiveMode()));
    }
  }

  private void checkNames(boolean isNamed, Faults faults) {
    if (isNamed && !(includes.isEmpty() && excludes.isEmpty())) {
      faults.add("patterns of tables beside a named table: leave out one of them");
    }
    if (!isNamed && table != null) {
      faults.add(
          "the target %s without a source table: name that too, or give a name template"
              .formatted(table));
    }
    if (table != null && nameTemplate != null) {
      faults.add("the target %s and a name template: leave out one of them".formatted(table));
    }
  }

  /** The parts of the one table's name; null if none is named. */
  private @Nullable List<String> sourceName(Faults faults) {
    List<String> inUri = source == null ? List.of() : source.uri().table();
    if (sourceTable == null) {
      return inUri.isEmpty() ? null : inUri;
    }
    if (source != null && !inUri.isEmpty()) {
      faults.add(
          "the source table %s beside that of the URI %s: leave out one of them"
              .formatted(sourceTable, source.uri()));
    }
    List<String> parts = TableNameText.parse(sourceTable);
    return parts == null ? List.of(sourceTable) : parts;
  }

  private TableSelection tables(@Nullable List<String> named) {
    return new TableSelection(
        named,
        table,
        includes,
        excludes,
        nameTemplate == null ? MirrorBuilder.DEFAULT_NAME_TEMPLATE : nameTemplate);
  }

  private FollowSettings follow() {
    return new FollowSettings(
        FollowSettings.Mode.valueOf(effectiveMode().name()),
        cursorColumn,
        keyColumns,
        lookBack,
        batchSize,
        commitPerSnapshot,
        onRewrite == OnRewrite.REPLACE,
        onLoss == OnLoss.RESYNC,
        onSchemaChange == OnSchemaChange.FOLLOW,
        resync,
        tableProperties,
        copyDataFiles && typeMappers.isEmpty() ? leastFileBytes : 0);
  }

  private PaceSettings pace() {
    return new PaceSettings(
        parallelTables, maxRowsPerSecond, maxBytesPerSecond, patience, longestPause);
  }

  private MirrorMode effectiveMode() {
    return cursorColumn == null ? mode : MirrorMode.CURSOR;
  }
}
