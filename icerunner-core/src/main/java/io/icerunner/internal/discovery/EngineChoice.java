package io.icerunner.internal.discovery;

import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a query engine comes from: the provider, or the name of one.
 *
 * @param source for messages, as in "engine \"duckdb\""
 */
public record EngineChoice(
    String source,
    @Nullable QueryEngineProvider provider,
    String providerName,
    Map<String, String> properties) {
  private static final String ARTIFACT = "io.icerunner:icerunner-duckdb";

  /** What the provider with this name opens. */
  public static EngineChoice named(String provider, Map<String, String> properties) {
    return new EngineChoice("engine \"" + provider + "\"", null, provider, Map.copyOf(properties));
  }

  /** What this provider opens. */
  public static EngineChoice of(QueryEngineProvider provider, Map<String, String> properties) {
    return new EngineChoice(
        "a query engine provider object", provider, provider.name(), Map.copyOf(properties));
  }

  /** The same with other properties. */
  public EngineChoice with(Map<String, String> otherProperties) {
    return new EngineChoice(source, provider, providerName, Map.copyOf(otherProperties));
  }

  /**
   * Opens an engine, which is the caller's.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if there is no such provider or
   *     it does not know a property; what the provider throws
   */
  public QueryEngine open(ProviderContext context) {
    QueryEngineProvider chosen = provider != null ? provider : named(providerName);
    ProviderProperties.check(
        "query engine \"%s\"".formatted(chosen.name()), properties, chosen.properties());
    return chosen.open(properties, context);
  }

  private static QueryEngineProvider named(String name) {
    return Providers.load(
            QueryEngineProvider.class,
            "query engine",
            QueryEngineProvider::name,
            Map.of("duckdb", ARTIFACT))
        .named(name);
  }
}
