package io.icerunner.internal.duckdb;

import io.icerunner.spi.QueryEngineProvider;
import io.icerunner.testkit.QueryEngineContract;
import java.util.Map;

class DuckDbEngineContractIT implements QueryEngineContract {
  @Override
  public QueryEngineProvider provider() {
    return new DuckDbEngineProvider();
  }

  @Override
  public Map<String, String> properties() {
    return Map.of(DuckDbEngineProvider.MEMORY_LIMIT, "1GB");
  }
}
