package io.icerunner.server;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.EngineChoice;
import io.icerunner.internal.register.source.SourceRoot;
import io.icerunner.internal.settings.Setting;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.QueryEngineProvider;
import io.icerunner.spi.TypeMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * Configures an {@link IceRunnerServer}. Needed is one source of tables: a warehouse folder, a
 * catalog provider or a catalog. Setters refuse bad values at once; what is missing or contradicts
 * is reported all together by {@link #build()}.
 *
 * <p>Not safe for use by several threads. May be used again after {@link #build()}.
 */
public final class IceRunnerServerBuilder {
  /** Only programs on the same machine reach the server. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  public static final int DEFAULT_PORT = 8816;

  /** The catalog's name as Flight SQL clients see it; the one PyIceberg gives its own. */
  public static final String DEFAULT_CATALOG_NAME = "default";

  /** The namespace of table names with one part. */
  public static final String DEFAULT_NAMESPACE = "default";

  /** Name of the query engine that is looked up. */
  public static final String DEFAULT_ENGINE = "duckdb";

  /** Bytes of Arrow memory that all calls together may hold: 4 GiB. */
  public static final long DEFAULT_MEMORY_LIMIT = 4L << 30;

  /** Bytes of Arrow memory that one call may hold: 1 GiB. */
  public static final long DEFAULT_CALL_MEMORY_LIMIT = 1L << 30;

  /**
   * Bytes of the largest message that comes in: 128 MiB. A record batch is one message, and clients
   * commonly send a whole table as one batch.
   */
  public static final int DEFAULT_MAX_MESSAGE_BYTES = 128 << 20;

  /** How long a put may take to send its descriptor and schema: 10 s. */
  public static final Duration DEFAULT_SETUP_TIMEOUT = Duration.ofSeconds(10);

  /** How long a put that has begun may send no record batch: 10 minutes. */
  public static final Duration DEFAULT_PUT_IDLE_TIMEOUT = Duration.ofMinutes(10);

  /** How long {@link IceRunnerServer#close()} waits for running calls before it ends them: 10 s. */
  public static final Duration DEFAULT_DRAIN_TIMEOUT = Duration.ofSeconds(10);

  private final List<String> catalogSources = new ArrayList<>();
  private @Nullable CatalogChoice catalog;
  private final List<String> engineSources = new ArrayList<>();
  private EngineChoice engine = EngineChoice.named(DEFAULT_ENGINE, Map.of());
  private final List<TypeMapper> typeMappers = new ArrayList<>();
  private final List<ServerConfig.HostAction> actions = new ArrayList<>();
  private final Map<String, Map<String, String>> registrationSources = new LinkedHashMap<>();
  private String catalogName = DEFAULT_CATALOG_NAME;
  private String host = DEFAULT_HOST;
  private int port = DEFAULT_PORT;
  private boolean insecure;
  private @Nullable String publicUri;
  private @Nullable BufferAllocator allocator;
  private long memoryLimit = DEFAULT_MEMORY_LIMIT;
  private long callMemoryLimit = DEFAULT_CALL_MEMORY_LIMIT;
  private @Nullable Long engineMemoryLimit;
  private @Nullable Integer engineThreads;
  private @Nullable Path tempDirectory;
  private int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
  private boolean createTables = true;
  private Namespace defaultNamespace = Namespace.of(DEFAULT_NAMESPACE);
  private Duration setupTimeout = DEFAULT_SETUP_TIMEOUT;
  private Duration putIdleTimeout = DEFAULT_PUT_IDLE_TIMEOUT;
  private Duration drainTimeout = DEFAULT_DRAIN_TIMEOUT;

  IceRunnerServerBuilder() {}

  /** Serves the tables of a folder, which is made if it is missing. */
  public IceRunnerServerBuilder warehouse(Path folder) {
    return warehouse(Objects.requireNonNull(folder, "folder is null").toUri().toString());
  }

  /**
   * Serves the tables of a folder.
   *
   * @param location a {@code file:} URI or an absolute path
   */
  public IceRunnerServerBuilder warehouse(String location) {
    Setting.notBlank("warehouse", location);
    return catalogFrom(CatalogChoice.warehouse(location));
  }

  /**
   * Serves a catalog that a provider opens.
   *
   * @param provider its name: {@code local}, {@code jdbc}, {@code rest}, {@code in-memory}, {@code
   *     custom}, or one that the class path brings
   * @param properties Iceberg's own, such as {@code uri} and {@code warehouse}
   */
  public IceRunnerServerBuilder catalog(String provider, Map<String, String> properties) {
    Setting.notBlank("catalog provider", provider);
    return catalogFrom(CatalogChoice.named(provider, properties));
  }

  /** Serves this catalog. It stays open when the server closes. */
  public IceRunnerServerBuilder catalog(Catalog catalog) {
    Objects.requireNonNull(catalog, "catalog is null");
    return catalogFrom(CatalogChoice.of(catalog));
  }

  /** Serves the catalog that this provider opens; the server closes the catalog. */
  public IceRunnerServerBuilder catalogProvider(
      CatalogProvider provider, Map<String, String> properties) {
    Objects.requireNonNull(provider, "provider is null");
    return catalogFrom(CatalogChoice.of(provider, properties));
  }

  private IceRunnerServerBuilder catalogFrom(CatalogChoice choice) {
    catalogSources.add(choice.source());
    catalog = choice;
    return this;
  }

  /** The catalog's name as Flight SQL clients see it. */
  public IceRunnerServerBuilder catalogName(String name) {
    catalogName = Setting.notBlank("catalogName", name);
    return this;
  }

  /** Queries run in the engine with this name. */
  public IceRunnerServerBuilder engine(String provider, Map<String, String> properties) {
    Setting.notBlank("engine", provider);
    return engineFrom(EngineChoice.named(provider, properties));
  }

  /** Queries run in the engine that this provider opens; the server closes the engine. */
  public IceRunnerServerBuilder queryEngine(
      QueryEngineProvider provider, Map<String, String> properties) {
    Objects.requireNonNull(provider, "provider is null");
    return engineFrom(EngineChoice.of(provider, properties));
  }

  private IceRunnerServerBuilder engineFrom(EngineChoice choice) {
    engineSources.add(choice.source());
    engine = choice;
    return this;
  }

  /** Adds a type mapper; the first that has an opinion about a field decides. */
  public IceRunnerServerBuilder typeMapper(TypeMapper mapper) {
    typeMappers.add(Objects.requireNonNull(mapper, "mapper is null"));
    return this;
  }

  /** The address to listen on. One that other machines reach needs {@link #insecure()}. */
  public IceRunnerServerBuilder host(String host) {
    this.host = Setting.notBlank("host", host);
    return this;
  }

  /** The port to listen on; 0 for any that is free. */
  public IceRunnerServerBuilder port(int port) {
    Setting.check(port >= 0 && port <= 65_535, "port", port, "it must be from 0 to 65535");
    this.port = port;
    return this;
  }

  /**
   * Allows an address that other machines reach although nothing is encrypted and nobody has to
   * prove who they are: whoever reaches the port can read and write every table.
   */
  public IceRunnerServerBuilder insecure() {
    insecure = true;
    return this;
  }

  /**
   * Where clients reach this server, if it is not where they connected to: given as the location of
   * every stream. Without it streams are fetched over the client's connection.
   *
   * @param uri such as {@code grpc://lake.example.com:8816}
   */
  public IceRunnerServerBuilder advertise(String uri) {
    publicUri = Setting.flightUri("advertise", uri);
    return this;
  }

  /**
   * The allocator of all Arrow memory. It stays open when the server closes, and its limit holds
   * beside {@link #memoryLimit(long)}.
   */
  public IceRunnerServerBuilder allocator(BufferAllocator allocator) {
    this.allocator = Objects.requireNonNull(allocator, "allocator is null");
    return this;
  }

  /** Bytes of Arrow memory that all calls together may hold. */
  public IceRunnerServerBuilder memoryLimit(long bytes) {
    memoryLimit = Setting.positive("memoryLimit", bytes);
    return this;
  }

  /** Bytes of Arrow memory that one call may hold. */
  public IceRunnerServerBuilder callMemoryLimit(long bytes) {
    callMemoryLimit = Setting.positive("callMemoryLimit", bytes);
    return this;
  }

  /**
   * Bytes of memory that a statement of the query engine may use; by default the engine decides.
   * DuckDB shares the limit among statements over the same tables, and has one for each set of
   * tables in use.
   */
  public IceRunnerServerBuilder engineMemoryLimit(long bytes) {
    engineMemoryLimit = Setting.positive("engineMemoryLimit", bytes);
    return this;
  }

  /** Threads that the query engine may use; by default one per processor. */
  public IceRunnerServerBuilder engineThreads(int threads) {
    Setting.positive("engineThreads", threads);
    engineThreads = threads;
    return this;
  }

  /** Where the query engine puts what does not fit into its memory. */
  public IceRunnerServerBuilder tempDirectory(Path folder) {
    tempDirectory = Objects.requireNonNull(folder, "folder is null");
    return this;
  }

  /** Bytes of the largest message, that is record batch, that is taken. */
  public IceRunnerServerBuilder maxMessageBytes(int bytes) {
    Setting.check(bytes >= 1 << 10, "maxMessageBytes", bytes, "it must be at least 1024");
    maxMessageBytes = bytes;
    return this;
  }

  /** Whether a put to a table that does not exist creates it, and its namespace. On by default. */
  public IceRunnerServerBuilder createTables(boolean create) {
    createTables = create;
    return this;
  }

  /** The namespace of table names with one part; levels are separated by dots. */
  public IceRunnerServerBuilder defaultNamespace(String namespace) {
    String[] levels = namespace.split("\\.", -1);
    for (String level : levels) {
      Setting.check(!level.isBlank(), "defaultNamespace", namespace, "a level is blank");
    }
    defaultNamespace = Namespace.of(levels);
    return this;
  }

  /** How long a put may take to send its descriptor and schema. */
  public IceRunnerServerBuilder setupTimeout(Duration timeout) {
    setupTimeout = Setting.positive("setupTimeout", timeout);
    return this;
  }

  /** How long a put that has begun may send no record batch before it is ended and undone. */
  public IceRunnerServerBuilder putIdleTimeout(Duration timeout) {
    putIdleTimeout = Setting.positive("putIdleTimeout", timeout);
    return this;
  }

  /** How long closing waits for running calls before it ends them; zero to end them at once. */
  public IceRunnerServerBuilder drainTimeout(Duration timeout) {
    drainTimeout = Setting.notNegative("drainTimeout", timeout);
    return this;
  }

  /**
   * Adds an action that Flight clients can call.
   *
   * @param name unlike that of every other action
   * @param description shown by ListActions
   */
  public IceRunnerServerBuilder action(
      String name, String description, FlightActionHandler handler) {
    Setting.notBlank("action name", name);
    Objects.requireNonNull(description, "description is null");
    Objects.requireNonNull(handler, "handler is null");
    Setting.check(
        actions.stream().noneMatch(action -> action.name().equals(name)),
        "action name",
        name,
        "there is one with that name already");
    actions.add(new ServerConfig.HostAction(name, description, handler));
    return this;
  }

  /**
   * Lets Flight clients register Parquet files below a folder into tables of the catalog, by the
   * action {@code register}. Without this there is no such action: a client could make the server
   * read whatever files it can.
   *
   * @param folder a path, or a URI such as {@code s3://bucket/prefix}; manifests are in it too
   * @param properties Iceberg's FileIO properties to read it
   */
  public IceRunnerServerBuilder registerFrom(String folder, Map<String, String> properties) {
    registrationSources.put(
        SourceRoot.canonical(Setting.notBlank("registerFrom", folder)), Map.copyOf(properties));
    return this;
  }

  /**
   * Makes the server, which does nothing before its {@link IceRunnerServer#start()}.
   *
   * @throws IceRunnerException INVALID_ARGUMENT listing everything that is missing or contradicts
   */
  public IceRunnerServer build() {
    List<String> faults = new ArrayList<>();
    if (catalogSources.isEmpty()) {
      faults.add("no tables to serve: give a warehouse, a catalog or a catalog provider");
    } else if (catalogSources.size() > 1) {
      faults.add("tables from several places, keep one of: " + String.join(", ", catalogSources));
    }
    if (engineSources.size() > 1) {
      faults.add("several query engines, keep one of: " + String.join(", ", engineSources));
    }
    if (!insecure && !Setting.isLoopback(host)) {
      faults.add(
          "other machines reach \"%s\", and traffic is neither encrypted nor authenticated: call insecure() if that is meant, or listen on 127.0.0.1"
              .formatted(host));
    }
    if (callMemoryLimit > memoryLimit) {
      faults.add(
          "callMemoryLimit %s is more than memoryLimit %s".formatted(callMemoryLimit, memoryLimit));
    }
    CatalogChoice chosen = catalog;
    if (!faults.isEmpty() || chosen == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot build the server: " + String.join("; ", faults));
    }
    return new IceRunnerServer(
        new ServerConfig(
            chosen,
            catalogName,
            engine,
            List.copyOf(typeMappers),
            host,
            port,
            publicUri,
            allocator,
            memoryLimit,
            callMemoryLimit,
            engineMemoryLimit,
            engineThreads,
            tempDirectory,
            maxMessageBytes,
            createTables,
            defaultNamespace,
            setupTimeout,
            putIdleTimeout,
            drainTimeout,
            allActions()));
  }

  private List<ServerConfig.HostAction> allActions() {
    List<ServerConfig.HostAction> all = new ArrayList<>(actions);
    if (!registrationSources.isEmpty()) {
      all.add(
          new ServerConfig.HostAction(
              RegisterAction.NAME,
              RegisterAction.DESCRIPTION,
              new RegisterAction(new LinkedHashMap<>(registrationSources))));
    }
    return List.copyOf(all);
  }

  /** The same as {@code build().start()}. */
  public IceRunnerServer start() {
    return build().start();
  }
}
