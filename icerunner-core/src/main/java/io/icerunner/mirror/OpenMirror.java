package io.icerunner.mirror;

import io.icerunner.internal.arrow.ArrowRuntime;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.internal.lifecycle.ClosingStack;
import io.icerunner.internal.lifecycle.WorkerThreads;
import io.icerunner.internal.mirror.CatalogTargetRows;
import io.icerunner.internal.mirror.FlightReplicaTarget;
import io.icerunner.internal.mirror.FlightTargetRows;
import io.icerunner.internal.mirror.MirrorContext;
import io.icerunner.internal.mirror.ServerKinds;
import io.icerunner.internal.mirror.source.FlightSourceServer;
import io.icerunner.internal.mirror.source.SourceServer;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.replica.CatalogReplicaTarget;
import io.icerunner.internal.replica.ReplicaTarget;
import io.icerunner.internal.types.TypeMappers;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** What is open while a mirror runs. */
final class OpenMirror implements AutoCloseable {
  private final MirrorConfig config;
  private final ClosingStack owned;
  private final TypeMappers mappers;
  private final TargetRows targetRows;
  private final MirrorContext context;

  private OpenMirror(MirrorConfig config, ClosingStack owned) {
    this.config = config;
    this.owned = owned;
    this.mappers = TypeMappers.of(config.typeMappers());
    BufferAllocator memory = owned.add(new RootAllocator());
    SourceServer source =
        owned.add(
            FlightSourceServer.open(
                config.source().settings(), config.parallelEndpoints(), memory));
    Target target = target(memory);
    this.targetRows = target.rows();
    this.context =
        MirrorContext.of(
            config.settings(),
            source,
            new ServerKinds(source, config.settings().follow(), targetRows, mappers),
            target.writes(),
            memory,
            new ToldCycles(config.listener()));
  }

  /** Where rows go, and how they are read there. */
  private record Target(ReplicaTarget writes, TargetRows rows) {}

  /** Opens everything, or nothing. */
  static OpenMirror open(MirrorConfig config) {
    ArrowRuntime.check();
    ClosingStack owned = new ClosingStack("the mirror");
    try {
      return new OpenMirror(config, owned);
    } catch (RuntimeException | Error e) {
      owned.closeAfter(e);
      throw e;
    }
  }

  private Target target(BufferAllocator memory) {
    CatalogChoice catalog = config.target().catalog();
    FlightAccess server = config.target().server();
    if (server != null) {
      return onServer(server.settings(), memory);
    }
    if (catalog == null) {
      throw new IllegalStateException("There is no target");
    }
    return inCatalog(catalog);
  }

  private Target onServer(ConnectionSettings settings, BufferAllocator memory) {
    return new Target(
        owned.add(FlightReplicaTarget.open(settings, mappers, memory)),
        new FlightTargetRows(
            owned.add(FlightSourceServer.open(settings, config.parallelEndpoints(), memory)),
            mappers));
  }

  private Target inCatalog(CatalogChoice choice) {
    CatalogChoice.Opened opened = choice.open(Providers.context("default"));
    CatalogTables tables =
        owned.add(CatalogTables.of(opened.catalog().name(), opened.catalog(), opened.owned()));
    ExecutorService threads = WorkerThreads.open("icerunner-mirror-encode-", owned);
    return new Target(
        owned.add(new CatalogReplicaTarget(tables, mappers, threads)),
        new CatalogTargetRows(tables, new LazyEngine(config.engine(), owned)::engine));
  }

  MirrorContext context() {
    return context;
  }

  TargetRows targetRows() {
    return targetRows;
  }

  TypeMappers mappers() {
    return mappers;
  }

  @Override
  public void close() {
    owned.close();
  }
}
