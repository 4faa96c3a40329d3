package io.icerunner.spi;

import java.util.Map;
import java.util.Set;

/** Opens a {@link QueryEngine}. */
public interface QueryEngineProvider {

  /** The name by which the builder and the command line choose this engine, in lower case. */
  String name();

  /**
   * Opens the engine. The server closes it.
   *
   * @param properties engine properties as given by the host; immutable
   * @throws io.icerunner.error.IceRunnerException if a property is wrong
   */
  QueryEngine open(Map<String, String> properties, ProviderContext context);

  /** The property keys this engine knows; empty if it takes any key. */
  default Set<String> properties() {
    return Set.of();
  }
}
