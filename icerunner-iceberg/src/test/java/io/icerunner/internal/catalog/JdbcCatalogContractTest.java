package io.icerunner.internal.catalog;

import io.icerunner.spi.CatalogProvider;
import io.icerunner.testkit.CatalogProviderContract;
import java.nio.file.Path;
import java.util.Map;

class JdbcCatalogContractTest implements CatalogProviderContract {
  @Override
  public CatalogProvider provider() {
    return new JdbcCatalogProvider();
  }

  @Override
  public Map<String, String> properties(Path folder) {
    return Map.of(
        "uri",
        "jdbc:sqlite:" + folder.resolve("catalog.db"),
        "warehouse",
        folder.resolve("warehouse").toString());
  }
}
