package io.icerunner.internal.catalog;

import com.google.auto.service.AutoService;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.SqliteCatalogs.Fresh;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;

/**
 * A warehouse that is nothing but a folder: tables as sub-folders, their names in the SQLite file
 * {@code pyiceberg_catalog.db}. PyIceberg's SQL catalog named {@code default} uses the same file in
 * the same way, so each opens what the other made. A file whose only catalog has another name is
 * opened under that name.
 *
 * <p>If the file is missing or has nothing in it, the tables whose folders are there are registered
 * in it. A table whose metadata file is missing or damaged is set to the version that takes its
 * place when it is loaded. Both are logged as warnings.
 *
 * <p>Properties: {@code warehouse}, the folder as a path or {@code file:} URI, made when missing;
 * {@code clients}, connections to the file, by default four; {@code table-default.…} and {@code
 * table-override.…}, properties of new tables.
 */
@AutoService(CatalogProvider.class)
public final class LocalCatalogProvider implements CatalogProvider {
  static final String FILE_NAME = "pyiceberg_catalog.db";

  /** Made by ServiceLoader. */
  public LocalCatalogProvider() {}

  @Override
  public String name() {
    return "local";
  }

  @Override
  public Set<String> properties() {
    return Set.of(
        CatalogProperties.WAREHOUSE_LOCATION,
        CatalogProperties.CLIENT_POOL_SIZE,
        CatalogProperties.TABLE_DEFAULT_PREFIX + "*",
        CatalogProperties.TABLE_OVERRIDE_PREFIX + "*");
  }

  @Override
  public Catalog open(Map<String, String> properties, ProviderContext context) {
    String warehouse = Required.property("local", properties, CatalogProperties.WAREHOUSE_LOCATION);
    Path folder = WarehouseFolder.of(warehouse);
    Path file = folder.resolve(FILE_NAME);
    try {
      Disk.createFolders(file);
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT, "Cannot open warehouse %s: %s".formatted(folder, e), e);
    }
    try {
      return SqliteCatalogs.openLocal(
          KeptCatalogName.in(file), file, folder, properties, Fresh.TABLES_OF_THE_FOLDER);
    } catch (RuntimeException e) {
      throw SqliteFailures.isDamaged(e) ? damaged(folder, file, e) : e;
    }
  }

  private static IceRunnerException damaged(Path folder, Path file, RuntimeException failure) {
    return IceRunnerException.internal(
        "Cannot open warehouse %s: the catalog file %s is damaged; icerunner repair -w %s keeps it under another name and registers the tables anew"
            .formatted(folder, file.getFileName(), folder),
        failure);
  }
}
