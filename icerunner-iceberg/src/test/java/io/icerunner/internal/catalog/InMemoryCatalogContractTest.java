package io.icerunner.internal.catalog;

import io.icerunner.spi.CatalogProvider;
import io.icerunner.testkit.CatalogProviderContract;
import java.nio.file.Path;
import java.util.Map;

class InMemoryCatalogContractTest implements CatalogProviderContract {
  @Override
  public CatalogProvider provider() {
    return new InMemoryCatalogProvider();
  }

  @Override
  public Map<String, String> properties(Path folder) {
    return Map.of();
  }

  @Override
  public boolean isPersistent() {
    return false;
  }
}
