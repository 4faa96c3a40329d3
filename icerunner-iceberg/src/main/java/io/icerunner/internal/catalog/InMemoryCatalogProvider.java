package io.icerunner.internal.catalog;

import com.google.auto.service.AutoService;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;

/**
 * A catalog that is gone when it is closed: names are kept in memory, files in a temporary folder,
 * where query engines can read them.
 *
 * <p>Properties: {@code table-default.…} and {@code table-override.…}.
 */
@AutoService(CatalogProvider.class)
public final class InMemoryCatalogProvider implements CatalogProvider {

  /** Made by ServiceLoader. */
  public InMemoryCatalogProvider() {}

  @Override
  public String name() {
    return "in-memory";
  }

  @Override
  public Set<String> properties() {
    return Set.of(
        CatalogProperties.TABLE_DEFAULT_PREFIX + "*",
        CatalogProperties.TABLE_OVERRIDE_PREFIX + "*");
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    Path folder = createFolder();
    return SqliteCatalogs.openInMemory(
        KeptCatalogName.DEFAULT, folder, properties, () -> delete(folder));
  }

  private static Path createFolder() {
    try {
      return Files.createTempDirectory("icerunner-");
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "Cannot open an in-memory catalog: no temporary folder can be made: " + e,
          e);
    }
  }

  private static void delete(Path folder) {
    new LocalFileIO().deletePrefix(folder.toString());
  }
}
