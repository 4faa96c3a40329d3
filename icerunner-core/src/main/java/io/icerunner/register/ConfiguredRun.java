package io.icerunner.register;

import io.icerunner.internal.catalog.CatalogRepair;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.internal.register.RegistrationRun;
import io.icerunner.internal.register.RegistrationSettings;
import io.icerunner.internal.register.RunListener;
import io.icerunner.internal.register.RunResult;
import io.icerunner.internal.register.partition.PartitionPolicy;
import io.icerunner.internal.register.source.ManifestOptions;
import io.icerunner.internal.register.source.SourceRoot;
import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.internal.register.source.UnitSource;
import io.icerunner.internal.register.source.UnitSources;
import io.icerunner.internal.register.source.WeatherPolicy;
import io.icerunner.spi.ProviderContext;
import java.time.Clock;
import org.apache.iceberg.catalog.Catalog;

/** Opens what one run needs, runs it, and closes that again. */
final class ConfiguredRun {
  private final RegistrationConfig config;
  private final SourceRoot source;

  ConfiguredRun(RegistrationConfig config) {
    this.config = config;
    this.source = SourceRoot.of(config.source());
  }

  RegistrationResult run() {
    CatalogChoice.Opened opened = config.catalog().open(context());
    try (CatalogTables tables =
            CatalogTables.of(opened.catalog().name(), opened.catalog(), opened.owned());
        SourceStore store = SourceStore.open(config.sourceProperties(), weather());
        EngineColumns columns = new EngineColumns(config.engine(), context(), store, source)) {
      heal(opened.catalog());
      return result(
          new RegistrationRun(settings(), tables, units(store, columns), store, columns, listener())
              .run());
    }
  }

  /** A local catalog that was lost or is stale would have what is registered come once more. */
  private void heal(Catalog catalog) {
    if (!config.dryRun() && CatalogRepair.supports(catalog)) {
      CatalogRepair.run(catalog, config.table(), false)
          .filter(entry -> entry.action().isChange())
          .ifPresent(
              entry ->
                  config
                      .listener()
                      .retrying(
                          "The catalog's entry of table %s was repaired: %s"
                              .formatted(entry.table(), entry.reason())));
    }
  }

  private UnitSource units(SourceStore store, EngineColumns columns) {
    String folder = source.prefix();
    Completeness completeness = config.completeness();
    if (completeness instanceof Completeness.Manifest manifest) {
      ManifestOptions options =
          new ManifestOptions(
              manifest.location(), config.keyColumns(), config.rowsColumn(), config.filesColumn());
      return UnitSources.manifest(store, folder, options, columns);
    } else if (completeness instanceof Completeness.Files files) {
      return UnitSources.files(store, folder, files.locations());
    } else if (completeness instanceof Completeness.FilesFrom files) {
      return UnitSources.fileList(store, folder, files.list());
    } else if (completeness instanceof Completeness.Marker marker) {
      return UnitSources.marker(store, folder, marker.fileName());
    }
    Completeness.Quiet quiet = (Completeness.Quiet) completeness;
    return UnitSources.quiet(store, folder, quiet.time(), Clock.systemUTC());
  }

  private RegistrationSettings settings() {
    return new RegistrationSettings(
        source.prefix(),
        config.table(),
        config.partition(),
        config.types(),
        io.icerunner.internal.register.schema.SchemaPolicy.valueOf(config.schemaPolicy().name()),
        config.declared(),
        new PartitionPolicy(
            PartitionPolicy.Conflict.valueOf(config.onConflict().name()),
            PartitionPolicy.Unproven.valueOf(config.onSpan().name())),
        RegistrationSettings.OnChange.valueOf(config.onChange().name()),
        RegistrationSettings.OnVanish.valueOf(config.onVanish().name()),
        config.recheck(),
        config.batchFiles(),
        config.keepSnapshots(),
        config.dryRun(),
        config.explain(),
        config.tableProperties());
  }

  private WeatherPolicy weather() {
    return WeatherPolicy.DEFAULT
        .withPatience(config.patience())
        .withOpenReads(config.openReads())
        .withListener(config.listener()::retrying);
  }

  private RunListener listener() {
    RegistrationListener listener = config.listener();
    return new RunListener() {
      @Override
      public void reached(Step step, State state) {
        listener.progress(
            new RegistrationProgress(
                RegistrationStep.valueOf(step.name()),
                state.unitsTotal(),
                state.unitsDone(),
                state.files(),
                state.rows(),
                state.bytes(),
                state.commits()));
      }

      @Override
      public void retrying(String message) {
        listener.retrying(message);
      }
    };
  }

  private RegistrationResult result(RunResult run) {
    return new RegistrationResult(
        config.table(),
        config.dryRun(),
        run.units(),
        run.files(),
        run.rows(),
        run.bytes(),
        run.commits(),
        run.unitsSkipped(),
        run.unitsReplaced(),
        run.unitsRemoved(),
        run.filesAdopted(),
        run.filesPassedOver(),
        run.tableUnits(),
        run.tableRows(),
        run.metadataLocation(),
        run.explanation(),
        run.calls().listings(),
        run.calls().reads(),
        run.calls().retries());
  }

  private static ProviderContext context() {
    return Providers.context("default");
  }
}
