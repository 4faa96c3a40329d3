package io.icerunner.examples;

import com.google.auto.service.AutoService;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.inmemory.InMemoryCatalog;

/**
 * A catalog of one's own. {@code @AutoService} registers it in {@code META-INF/services}, so {@code
 * .catalog("temporary", …)} finds it by its name.
 */
@AutoService(CatalogProvider.class)
public final class TemporaryCatalogProvider implements CatalogProvider {
  @Override
  public String name() {
    return "temporary";
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize(context.catalogName(), properties);
    return catalog;
  }
}
