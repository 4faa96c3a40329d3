package io.icerunner.testkit;

import io.icerunner.spi.ProviderContext;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/** A catalog that is closed as the server closes it. */
record OpenCatalog(Catalog catalog) implements AutoCloseable {
  static final Namespace NAMESPACE = Namespace.of("ns");
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  static OpenCatalog open(CatalogProviderUnderTest underTest, Path folder) {
    ProviderContext context = new ProviderContext("ice", OpenCatalog.class.getClassLoader());
    return new OpenCatalog(
        underTest.provider().open(Map.copyOf(underTest.properties(folder)), context));
  }

  /** Makes a namespace; of no effect where the catalog has none of its own. */
  void createNamespace(Namespace namespace) {
    if (catalog instanceof SupportsNamespaces namespaces
        && !namespaces.namespaceExists(namespace)) {
      namespaces.createNamespace(namespace);
    }
  }

  TableIdentifier identifier(String name) {
    createNamespace(NAMESPACE);
    return TableIdentifier.of(NAMESPACE, name);
  }

  Table create(String name) {
    return catalog.createTable(identifier(name), SCHEMA);
  }

  @Override
  public void close() throws Exception {
    if (catalog instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }
}
