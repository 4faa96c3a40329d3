package io.icerunner.internal.catalog;

import io.icerunner.spi.CatalogProvider;
import io.icerunner.testkit.CatalogProviderContract;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.jdbc.JdbcCatalog;

class CustomCatalogContractTest implements CatalogProviderContract {
  @Override
  public CatalogProvider provider() {
    return new CustomCatalogProvider();
  }

  @Override
  public Map<String, String> properties(Path folder) {
    return Map.of(
        "catalog-impl",
        JdbcCatalog.class.getName(),
        "uri",
        "jdbc:sqlite:" + folder.resolve("catalog.db"),
        "clients",
        "1",
        "jdbc.schema-version",
        "V1",
        "warehouse",
        folder.resolve("warehouse").toString());
  }
}
