package io.icerunner.internal.catalog;

import io.icerunner.spi.CatalogProvider;
import io.icerunner.testkit.CatalogProviderContract;
import java.nio.file.Path;
import java.util.Map;

class LocalCatalogContractTest implements CatalogProviderContract {
  @Override
  public CatalogProvider provider() {
    return new LocalCatalogProvider();
  }

  @Override
  public Map<String, String> properties(Path folder) {
    return Map.of("warehouse", folder.resolve("my warehouse").toString());
  }
}
