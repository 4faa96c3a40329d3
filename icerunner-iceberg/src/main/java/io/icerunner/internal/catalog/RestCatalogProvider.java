package io.icerunner.internal.catalog;

import com.google.auto.service.AutoService;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RESTCatalog;

/**
 * A catalog behind Iceberg's REST protocol.
 *
 * <p>Properties are those of Iceberg's REST catalog: {@code uri} is required; {@code warehouse},
 * {@code credential}, {@code token} and all others as the server wants them. Without {@code
 * io-impl} the files' scheme decides.
 */
@AutoService(CatalogProvider.class)
public final class RestCatalogProvider implements CatalogProvider {

  /** Made by ServiceLoader. */
  public RestCatalogProvider() {}

  @Override
  public String name() {
    return "rest";
  }

  @Override
  public Set<String> secretProperties() {
    return Set.of("credential", "token");
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    Required.property("rest", properties, CatalogProperties.URI);
    Map<String, String> all = new HashMap<>(properties);
    all.putIfAbsent(CatalogProperties.FILE_IO_IMPL, DefaultFileIO.class.getName());
    RESTCatalog catalog = new RESTCatalog();
    try {
      catalog.initialize(context.catalogName(), all);
      return catalog;
    } catch (RuntimeException e) {
      close(catalog, e);
      throw e;
    }
  }

  private static void close(RESTCatalog catalog, RuntimeException failure) {
    try {
      catalog.close();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
