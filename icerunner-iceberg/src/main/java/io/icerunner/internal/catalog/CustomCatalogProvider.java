package io.icerunner.internal.catalog;

import com.google.auto.service.AutoService;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * Any Iceberg catalog on the class path, named by the property {@code catalog-impl}. All other
 * properties are the catalog's own. If the warehouse is a folder of this machine and {@code
 * io-impl} is not set, files are read and written without Hadoop.
 */
@AutoService(CatalogProvider.class)
public final class CustomCatalogProvider implements CatalogProvider {

  /** Made by ServiceLoader. */
  public CustomCatalogProvider() {}

  @Override
  public String name() {
    return "custom";
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    String implementation = Required.property("custom", properties, CatalogProperties.CATALOG_IMPL);
    Map<String, String> all = new HashMap<>(properties);
    @Nullable String warehouse = properties.get(CatalogProperties.WAREHOUSE_LOCATION);
    if (warehouse != null && LocalPaths.isLocal(warehouse)) {
      all.putIfAbsent(CatalogProperties.FILE_IO_IMPL, DefaultFileIO.class.getName());
    }
    return withClassLoader(context.classLoader(), () -> load(implementation, all, context));
  }

  private static Catalog load(
      String implementation, Map<String, String> properties, ProviderContext context) {
    try {
      return CatalogUtil.loadCatalog(
          implementation,
          context.catalogName(),
          properties,
          hadoopConfiguration(context.classLoader()));
    } catch (NoClassDefFoundError e) {
      throw IceRunnerException.invalidArgument(
          "Cannot open catalog %s: it needs the class %s, which is not on the class path"
              .formatted(implementation, e.getMessage()));
    }
  }

  /** What catalogs of Hadoop's world want to be given; null where there is no Hadoop. */
  private static @Nullable Object hadoopConfiguration(ClassLoader loader) {
    try {
      return Class.forName("org.apache.hadoop.conf.Configuration", true, loader)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }

  private static Catalog withClassLoader(
      ClassLoader loader, java.util.function.Supplier<Catalog> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
